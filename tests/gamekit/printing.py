"""A command that prints what it is given, and ends with a status: what `figures` measures again in its tests."""

import argparse

from gamekit.game import AnyGame

HELP = "print"
DESCRIPTION = "Prints."


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    parser.add_argument("--status", type=int, default=0)
    parser.add_argument("lines", nargs="*")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    print("\n".join(arguments.lines))
    return int(arguments.status)
