"""The command `bot`: a built-in as a player on standard input and output, over the wire of the game's executable."""

import argparse

from gamekit.builtins import builtin_names, is_own, policy_of
from gamekit.commands.common.main import complain
from gamekit.game import AnyGame
from gamekit.player import loop
from gamekit.player.values import GameValues

HELP = "play as a built-in on standard input and output"
DESCRIPTION = """Plays as a built-in: reads what a player is sent from standard input and writes an answer to each
question. Settings come from the environment, as for our executable."""
EXAMPLES = (
    "{game} bot {ours}",
    "{game} bot random < messages.txt",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(sorted(builtin_names(game)))}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    try:
        policy = policy_of(game, arguments.name)
    except ValueError as error:
        return complain(game, "bot", str(error))
    status = game.bot(arguments.name) if is_own(game, arguments.name) else None
    return loop.play(GameValues(game), policy) if status is None else status
