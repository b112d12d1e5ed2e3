"""`economancy bot`: a built-in as a protocol player."""

import argparse

from economancy.player import main
from economancy.policy import BUILTIN_NAMES, builtin
from gamekit.game import AnyGame

HELP = "run a built-in as a player on standard input and output"
DESCRIPTION = """Plays as one of the built-ins: reads game states as JSON from standard input and writes a move
for each, as the executable does."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", type=_builtin, help=f"the built-in: {', '.join(sorted(BUILTIN_NAMES))}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    return main(arguments.name)


def _builtin(name: str) -> str:
    try:
        builtin(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name
