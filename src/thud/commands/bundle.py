"""The command `bundle`: write both clients."""

import argparse

from gamekit.game import AnyGame
from thud.player.bundle import main

HELP = "write thud-dwarf.js and thud-troll.js, the clients for the environment"
DESCRIPTION = "Joins src/thud/client/*.js and the weights into one class a side and writes both into FOLDER."
EXAMPLES = (
    "{game} bundle",
    "{game} bundle FOLDER",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", nargs="?", default="player", metavar="FOLDER", help="where (player)")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write them; return the exit status."""
    return main([arguments.folder])
