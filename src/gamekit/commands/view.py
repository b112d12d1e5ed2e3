"""The command `view`: traces as a page to watch, or as text."""

import argparse
import webbrowser
from pathlib import Path

from gamekit.analysis.frames import read_games
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.pages.telling import new_console
from gamekit.pages.watch import page, watch_text
from gamekit.text import escaped
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import read_values

HELP = "watch a trace: a page for the browser, or text"
DESCRIPTION = """Makes one HTML page from a trace or from a stream of traces: every board and every move. In a game with
hidden information the reader chooses between everything and the view of one seat. The page needs no network; print it
for a PDF. With --text the game is printed in the terminal instead."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_page_arguments(parser)


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
            games = read_games(game, read_values(file.read))
        if arguments.text:
            console = new_console()
            for item in watch_text(game, games):
                console.print(item)
            return Status.FINE
        write_page(arguments, page(game, title_of(arguments.trace), games))
    except Mismatch as mismatch:
        return complain(game, "view", f"{arguments.trace}: {mismatch}")
    except OSError as error:
        return complain(game, "view", f"{error.filename or arguments.trace}: {error.strerror}")
    return Status.FINE


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
