"""The command `new`: a player of one's own to begin with, in a folder, that plays legally from the start.

A game brings players in several languages; for another one there is a player in Python.
"""

import argparse
import importlib
import shlex
import sys
from contextlib import closing
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.status import Status
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.game.source import source_of
from gamekit.text import escaped
from gamekit.tournament.names import RUN

HELP = "make a player of your own to begin with"
DESCRIPTION = """Makes the folder DIR with a small player that plays legally, shows where to think, and is started by
its file `run`. DIR/README.txt says how to play, watch, check and improve it."""
EXAMPLES = (
    "{game} new mine",
    "{game} new ~/players/mine",
)

PYTHON = "python"
"""What the player of a game is written in that brings none."""

_EXPECTED = "expected a new or an empty folder"
_PLAYER = Path(__file__).with_name("starters") / "player.txt"
_README = Path(__file__).parents[2] / "starters" / "README.txt"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    languages = languages_of(game) or [PYTHON]
    parser.add_argument(
        "--language",
        choices=languages,
        default=languages[0],
        help="what the player is written in (%(default)s)",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Make the folder; return the exit status."""
    folder: Path = arguments.folder
    try:
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder}: {_EXPECTED}")
        files = _starter(game, arguments.language) if languages_of(game) else _own_player(game)
        readme = _readme(game, arguments.language, folder, sorted(files.keys() - {RUN}))
        with closing(OwnFolder(folder)) as own:  # held open: nobody leads elsewhere what is written
            if own.names():
                raise ValueError(f"{folder}: {_EXPECTED}")
            for name, content in {**files, _README.name: readme}.items():
                own.replace(name, content, 0o755 if name == RUN else 0o666)
    except (OSError, ValueError) as error:
        return complain(game, "new", words_of(error))
    print(f"{escaped(str(folder / _README.name))} says how to play, check and improve it. Its first game:")
    print(f"  {game.command_line()} referee {shlex.quote(escaped(str(folder / RUN)))} random > game.json")
    return Status.FINE


def _starter(game: AnyGame, language: str) -> dict[str, bytes]:
    """Return the files of the game's player in a language, by name. Raises OSError."""
    return {path.name: path.read_bytes() for path in (starters(game) / language).iterdir() if path.is_file()}


def _own_player(game: AnyGame) -> dict[str, bytes]:
    """Return the files of a player that asks the game itself what is legal, for a game without players of its own."""
    kind = type(game)
    if not all(map(str.isidentifier, kind.__module__.split("."))):
        raise ValueError(f"{source_of(game)}: expected a name that Python can import (letters, digits, _): rename it")
    words = {
        "name": game.name,
        "folder": str(source_of(game).parent),
        "module": kind.__module__,
        "kind": kind.__name__,
    }
    start = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -u "$(dirname "$0")/bot.py"\n'
    return {"bot.py": _encoded(_PLAYER.read_text(encoding="utf-8").format(**words)), RUN: _encoded(start)}


def languages_of(game: AnyGame) -> list[str]:
    """Return the languages that the game has players in, Python first if it is one."""
    folder = starters(game)
    found = [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(found, key=lambda name: (name != "python", name))


def starters(game: AnyGame) -> Path:
    """Return the folder of the game's players to begin with, a folder for each language; it may not exist."""
    package = importlib.import_module(type(game).__module__.partition(".")[0])
    return Path(package.__file__ or "").parent / "starters"


def _readme(game: AnyGame, language: str, folder: Path, sources: list[str]) -> bytes:
    seat = str(folder / RUN)
    text = _README.read_text(encoding="utf-8").format(
        name_of_game=game.name,
        game=game.command_line(),
        language=language,
        sources=", ".join(sources),
        bin=shlex.quote(str(Path(sys.argv[0]).absolute().parent)),
        run=shlex.quote(seat if "/" in seat else f"./{seat}"),
        folder=shlex.quote(str(folder)),
        name=shlex.quote(folder.absolute().name),
        parent=shlex.quote(str(folder.parent)),
    )
    return _encoded(text)


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")  # paths may be no UTF-8
