"""The command `bench`: one of the measurements in `santorini.bench`."""

import argparse
import importlib

from gamekit.game import AnyGame

HELP = "measure: perft, decisions, startup, speed, match, outside, cards"
DESCRIPTION = "Prints figures of one kind; `bench WHAT --help` explains them."

WHAT = ("perft", "decisions", "startup", "speed", "match", "outside", "cards")


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name in WHAT:
        module = importlib.import_module(f"santorini.bench.{name}")
        kind = kinds.add_parser(name, help=module.HELP, description=module.__doc__)
        module.add_arguments(kind)
        kind.set_defaults(measure=module.run)


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Measure; return the exit status."""
    return int(arguments.measure(arguments))
