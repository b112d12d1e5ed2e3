"""The command `gamekit`: the commands of every game, for a game in a file or of an installed package."""

import os
import sys
from collections.abc import Sequence

from gamekit.commands.common.main import complain_as, finished
from gamekit.commands.common.main import main as run_command
from gamekit.commands.common.status import Status
from gamekit.commands.workshop import contract, new_game
from gamekit.commands.workshop.loading import NoGameError, installed, load
from gamekit.text import escaped

USAGE = """usage: gamekit GAME COMMAND ...   play, referee, tournament, analyse, ...
       gamekit new-game DIR       write a game to begin with, that plays
       gamekit test GAME          does a game keep what it promises?

Runs the commands of every game for a game of your own. GAME is a Python file with one object of a subclass of
gamekit.game.Game (hex.py, or hex.py:NAME where it has several), or the name of
an installed game ({installed}).

`gamekit GAME --help` lists the commands. A package adds a game by an entry point
in its pyproject.toml:

  [project.entry-points."gamekit.games"]
  hex = "hex.game:GAME"

examples:
  gamekit new-game hex
  gamekit hex.py play
  gamekit hex.py tournament --games 100 uct:100 random"""

_OWN = {"new-game": new_game.main, "test": contract.main}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before the game imports numpy
    if not words or words[0] in ("-h", "--help", *_OWN):
        return finished(lambda: _run(words), "gamekit")
    try:
        game = load(words[0])
    except NoGameError as error:
        return complain_as("gamekit", str(error))
    return run_command(game, {}, words[1:])


def _run(words: Sequence[str]) -> int:
    """Run what is no game's command."""
    if not words:
        return complain_as("gamekit", "expected GAME COMMAND, new-game DIR or test GAME; `gamekit --help` explains it")
    if own := _OWN.get(words[0]):
        return own(words[1:])
    print(USAGE.format(installed=escaped(", ".join(installed())) or "there is none"))
    return Status.FINE
