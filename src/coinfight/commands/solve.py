"""`coinfight solve two|three|many`: make a table anew (see coinfight.training)."""

import argparse
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.game import AnyGame

HELP = "make the tables of two, three, and four to six seats anew"
DESCRIPTION = (
    "Solve two or three seats, or train the networks of four to six, and write src/coinfight/tables; "
    "some minutes, 20 for the networks; 1.5 GB of memory for three seats."
)
EXAMPLES = (
    "{game} solve three",
    "{game} solve two --cache FILE",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare which table, and --cache."""
    parser.add_argument("seats", choices=("two", "three", "many"), help="which table")
    parser.add_argument(
        "--cache",
        type=Path,
        metavar="FILE",
        help="two: a file that keeps the choices of the searchers, so that the command can be resumed",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="two: keep the best moves, and find again only what the seed may choose beside them",
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write the table; return the exit status."""
    from coinfight.training import many_seats, three_seats, two_seats  # noqa: PLC0415 - they compile

    try:
        if arguments.seats == "two":
            two_seats.main(arguments.cache, keep=arguments.keep)
        elif arguments.seats == "many":
            many_seats.main()
        else:
            three_seats.main()
    except (OSError, ValueError) as error:
        return complain(game, "solve", words_of(error))
    return 0
