"""The command `protocol`: how a player speaks, in the terminal or as a page."""

import argparse
import webbrowser
from pathlib import Path

from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.pages.protocol.formats import chapters_of, protocol_page, protocol_text
from gamekit.pages.telling import new_console
from gamekit.text import escaped

HELP = "how a player speaks: messages, answers, faults, limits"
DESCRIPTION = """Says all that a player has to know: each message with a real example and what may be
answered, what is a fault, limits, numbers, what differs from the original, the format of traces. It is made of the code
that plays, so it is never out of date."""
EXAMPLES = (
    "{game} protocol messages",
    "{game} protocol --open",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("chapter", nargs="?", metavar="CHAPTER", help="this one only, such as messages or limits")
    parser.add_argument(
        "-o", dest="out", type=Path, metavar="FILE", help=f"write a page instead ({game.name}-protocol.html)"
    )
    parser.add_argument("--open", action="store_true", help="write the page and open it in the browser")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Print the description or write its page; return the exit status."""
    chapters = chapters_of(game)
    if arguments.chapter is not None:
        chosen = tuple(chapter for chapter in chapters if chapter.name == arguments.chapter)
        if not chosen:
            names = ", ".join(chapter.name for chapter in chapters)
            return complain(game, "protocol", f"expected a CHAPTER, one of {names}; got {arguments.chapter!r}")
        chapters = chosen
    if arguments.open or arguments.out:
        out = arguments.out or Path(f"{game.name}-protocol.html")
        replace_file(out, protocol_page(game).encode())
        print(escaped(str(out)))
        if arguments.open:
            webbrowser.open(out.resolve().as_uri())
        return Status.FINE
    console = new_console()
    for item in protocol_text(chapters):
        console.print(item)
    console.print(
        f"\n{game.command_line()} protocol CHAPTER prints one of: {', '.join(each.name for each in chapters_of(game))}"
    )
    return Status.FINE
