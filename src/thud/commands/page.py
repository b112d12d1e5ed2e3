"""The command `page`: a page in which the clients' classes play in the browser itself."""

import argparse
import webbrowser
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.text import escaped
from thud.pages.client_page import client_page
from thud.player.bundle import class_text, client
from thud.protocol.node import class_source

HELP = "write a page in which the client's class plays in the browser, against you or itself"
DESCRIPTION = """Writes one page without outside parts. A person or the client's class plays each side; other classes of
the environment can be tried with --dwarf and --troll."""
EXAMPLES = (
    "{game} page --open",
    "{game} page --dwarf my-dwarf.js page.html",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", nargs="?", type=Path, default=Path("thud.html"), metavar="FILE", help="(thud.html)")
    for side in ("dwarf", "troll"):
        parser.add_argument(f"--{side}", type=Path, metavar="CLASS.js", help=f"the class of the {side}s (ours)")
    parser.add_argument("--open", action="store_true", help="open it in the browser")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write the page; return the exit status."""
    try:
        texts = {
            side: class_text(class_source(file) if (file := getattr(arguments, side)) else client(side))
            for side in ("dwarf", "troll")
        }
    except (OSError, ValueError) as error:
        return complain(game, "page", words_of(error))
    replace_file(arguments.file, client_page(texts).encode())
    print(escaped(str(arguments.file)))
    if arguments.open:
        webbrowser.open(arguments.file.resolve().as_uri())
    return 0
