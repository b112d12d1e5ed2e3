"""`coinfight solve`: make the table of two seats anew (see coinfight.training.two_seats)."""

import argparse
from pathlib import Path

from gamekit.game import AnyGame

HELP = "make tables/two_seats.bin anew"
DESCRIPTION = "Solve two seats and improve the moves of lost positions against models of opponents; some minutes."


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare --cache."""
    parser.add_argument("--cache", type=Path, metavar="FILE", help="keep what the searchers chose there, to go on with")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write the table; return 0."""
    from coinfight.training.two_seats import main  # noqa: PLC0415 - compiles

    main(arguments.cache)
    return 0
