"""`coinfight bench WHAT`: figures of strength and time."""

import argparse

from coinfight.bench import start_up, strength, turns
from gamekit.game import AnyGame

HELP = "measure strength and time"
DESCRIPTION = "Print figures of {game}: strength against tables, CPU time of a turn, many turns by process."

PARTS = {"strength": strength, "startup": start_up, "turns": turns}


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare WHAT and its arguments."""
    parts = parser.add_subparsers(dest="part", required=True, metavar="WHAT")
    for name, module in PARTS.items():
        module.add_arguments(parts.add_parser(name, help=(module.__doc__ or "").split(": ", 1)[1].split("\n")[0]))


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Run the part; return its exit status."""
    return int(PARTS[arguments.part].run(arguments))
