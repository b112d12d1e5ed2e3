"""`economancy tabulate`: make the table of values near the start, at two seats."""

import argparse
from contextlib import closing
from pathlib import Path

from economancy.search.value import SHOP_CARD_NAMES
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.text.numbers import positive

HELP = "make the table of values near the start, at two seats"
DESCRIPTION = """Solves the positions that play from the start meets, again and again, over the values of the networks,
by real-time dynamic programming on one core. It starts fresh, or resumes the checkpoint in FOLDER, which must have
been made for the same shop, seed and weights. At regular intervals and at the end it prints what it found, and writes
the checkpoint, the table and its record into FOLDER. To use the table, copy it and its record into
src/economancy/weights."""
EXAMPLES = (
    "{game} tabulate base training/table",
    "{game} tabulate simple training/table --decisions 100000",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shop", choices=SHOP_CARD_NAMES, help="the shop to make it for")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the checkpoint and the table")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--decisions", type=positive, default=8_000_000, metavar="N", help="decisions to solve in all (%(default)s)"
    )
    parser.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        help="the networks whose values are used at the leaves (those of the package)",
    )
    parser.add_argument(
        "--looks", type=positive, default=20, metavar="N", help="how often to print and write results (%(default)s)"
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Make the table; return the exit status."""
    from economancy.training.tabular.real_time_run import Amount, tabulate  # noqa: PLC0415 - slow to import

    amount = Amount(arguments.decisions, arguments.looks)
    with closing(OwnFolder(arguments.folder)) as folder:
        return tabulate(arguments.shop, folder, amount, arguments.seed, arguments.weights)
