"""The command `view`: traces as a page to watch, or as text."""

import argparse
import shlex
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from gamekit.analysis.frames import WatchedGame, read_games
from gamekit.analysis.games import Appraiser
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.deadline import Deadline
from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.pages.telling import new_console
from gamekit.pages.watch import Heading, page
from gamekit.pages.watch_text import watch_text
from gamekit.text import escaped
from gamekit.text.numbers import seconds_from_zero
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import read_values

HELP = "watch a trace: a page for the browser, or text"
DESCRIPTION = """Makes one HTML page from a trace or from a stream of traces: every board and every move, each seat's
win share along the game, and what the moves cost. In a game with hidden information the reader chooses between
everything and the view of one seat. The page needs no network; print it for a PDF. With --text the game is printed in
the terminal instead."""
EXAMPLES = (
    "{game} view --open game.json",
    "{game} view --text game.json",
)

PAGE_SECONDS = 15.0
"""How long the games of a page are appraised, unless said otherwise (guessed: a usual game is done within 10)."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_page_arguments(parser)
    parser.add_argument(
        "--seconds",
        type=seconds_from_zero,
        metavar="S",
        help=f"how long to look at what the moves were worth; 0: not at all ({PAGE_SECONDS:g}; as text 0)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of what is estimated (1)")


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the trace and the form of the output."""
    parser.add_argument("trace", metavar="TRACE", help="a trace's file; - is standard input")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "-o",
        dest="out",
        type=Path,
        metavar="FILE",
        help="where to write the page (default: TRACE's name with .html, in the current folder)",
    )
    where.add_argument("--text", action="store_true", help="print the game in the terminal instead")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write the page or tell the game; return the exit status."""
    try:
        with open_trace(arguments.trace) as file:
            items = list(read_values(file.read))
        if arguments.text:
            _tell(arguments, game, read_games(game, items))
            return Status.FINE
        limit = PAGE_SECONDS if arguments.seconds is None else arguments.seconds
        heading = Heading(title_of(arguments.trace), _typed(arguments.trace))
        write_page(arguments, page(game, heading, items, limit, arguments.seed))
    except Mismatch as mismatch:
        return complain(game, "view", f"{arguments.trace}: {mismatch}")
    except OSError as error:
        return complain(game, "view", f"{error.filename or arguments.trace}: {error.strerror}")
    return Status.FINE


def _tell(arguments: argparse.Namespace, game: AnyGame, games: Sequence[WatchedGame[Any]]) -> None:
    """Print games, appraised where that is asked for."""
    console = new_console()
    deadline = Deadline.after(arguments.seconds or 0.0, time.monotonic)
    for number, watched in enumerate(games, start=1):
        if len(games) > 1:
            console.print(Text(f"Game {number} of {len(games)}: {', '.join(watched.names)}", style="bold"))
        part = deadline.part(1 / (len(games) - number + 1))
        for item in watch_text(game, watched, Appraiser(game, arguments.seed).appraise(watched.rounds, part)):
            console.print(item)


def _typed(path: str) -> str:
    """Return how the file of a trace is typed in a shell, TRACE if it has no name that can be shown."""
    return "TRACE" if path == "-" or escaped(path) != path else shlex.quote(path)


def title_of(path: str) -> str:
    """Return what the page of a trace is called."""
    return "trace" if path == "-" else escaped(Path(path).stem)


def write_page(arguments: argparse.Namespace, text: str) -> None:
    """Write a page where the arguments want it, name it, and open it if they say so. Raises Unwritten."""
    out = arguments.out or Path("trace" if arguments.trace == "-" else Path(arguments.trace).name).with_suffix(".html")
    replace_file(out, text.encode())
    print(escaped(str(out)))
    if arguments.open:
        webbrowser.open(out.resolve().as_uri())
