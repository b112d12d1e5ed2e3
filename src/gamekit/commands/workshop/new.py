"""The command `new`: a player of one's own to begin with, in a folder, that plays legally from the start."""

import argparse
import importlib
import shlex
import shutil
import sys
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.status import Status
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.text import escaped
from gamekit.tournament.names import RUN

HELP = "make a player of your own to begin with"
DESCRIPTION = """Makes the folder DIR with a small player that plays legally, shows where to think, and is started by
its file `run`. DIR/README.txt says how to play, watch, check and improve it."""
EXAMPLES = (
    "{game} new mine",
    "{game} new mine --language javascript",
)

_README = Path(__file__).parents[2] / "starters" / "README.txt"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    languages = languages_of(game)
    parser.add_argument(
        "--language",
        choices=languages or None,
        default=next(iter(languages), None),
        help="what the player is written in (%(default)s)",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Make the folder; return the exit status."""
    folder: Path = arguments.folder
    if not languages_of(game):
        told = f"write a program that answers what `{game.command_line()} protocol` shows"
        return complain(game, "new", f"{game.name} has no players to begin with: {told}")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ValueError(f"{folder}: expected a new or an empty folder")
        OwnFolder(folder).close()  # whose else it is may lead what is written elsewhere
        shutil.copytree(starters(game) / arguments.language, folder, dirs_exist_ok=True)
        sources = sorted(path.name for path in folder.iterdir() if path.name != RUN)
        (folder / RUN).chmod(0o755)
        (folder / _README.name).write_text(_readme(game, arguments.language, folder, sources), encoding="utf-8")
    except (OSError, ValueError) as error:
        return complain(game, "new", words_of(error))
    print(f"{escaped(str(folder / _README.name))} says how to play, check and improve it. Its first game:")
    print(f"  {game.command_line()} referee {shlex.quote(escaped(str(folder / RUN)))} random > game.json")
    return Status.FINE


def languages_of(game: AnyGame) -> list[str]:
    """Return the languages that the game has players in, Python first if it is one."""
    folder = starters(game)
    found = [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(found, key=lambda name: (name != "python", name))


def starters(game: AnyGame) -> Path:
    """Return the folder of the game's players to begin with, a folder for each language; it may not exist."""
    package = importlib.import_module(type(game).__module__.partition(".")[0])
    return Path(package.__file__ or "").parent / "starters"


def _readme(game: AnyGame, language: str, folder: Path, sources: list[str]) -> str:
    seat = str(folder / RUN)
    return _README.read_text(encoding="utf-8").format(
        game=game.name,
        language=language,
        sources=", ".join(sources),
        bin=shlex.quote(str(Path(sys.argv[0]).absolute().parent)),
        run=shlex.quote(seat if "/" in seat else f"./{seat}"),
        folder=shlex.quote(str(folder)),
        name=shlex.quote(folder.absolute().name),
        parent=shlex.quote(str(folder.parent)),
    )
