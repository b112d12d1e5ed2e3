"""`economancy train`: make the values that our player looks ahead to."""

import argparse
from dataclasses import replace
from pathlib import Path

from economancy.search.value import SHOP_CARD_NAMES
from economancy.training.settings import Settings
from gamekit.commands.arguments import positive
from gamekit.game import AnyGame

HELP = "learn the values that our player looks ahead to, by self-play"
DESCRIPTION = """Plays games against itself and fits the networks of a shop, from nothing or from the checkpoint in
FOLDER, if one is there that was begun with the same arguments. Every so often, and in the end, it plays against the
reference opponents and the values of the look before, prints the results (wins-draws-losses), and writes into FOLDER
the checkpoint, the weights and the record of how they were made. It computes on one core (OPENBLAS_NUM_THREADS: on
so many where it fits). To have them played, copy both into the folder
`weights` of src/economancy."""

GAMES = 512
"""In lock-step at tables of three and four: fewer cost more each (measured)."""

OPENED = 0.5
"""The share of their games that begin after random days: strength is measured from such, too (guessed)."""

EARLIER = 0.2
"""The share of their seats that look ahead by earlier versions of the values (guessed)."""

ROUNDS = 8
"""Where games' ends are learnt from: so that 32 decisions, about ten days, are followed (guessed)."""

DEFAULTS = Settings("simple")


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shop", choices=SHOP_CARD_NAMES, help="the shop that is learnt")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the checkpoint and the weights go")
    parser.add_argument("--seats", type=positive, default=DEFAULTS.seats, metavar="N", help="2 to 4 (%(default)s)")
    parser.add_argument("--seed", type=int, default=DEFAULTS.seed, metavar="N", help="(%(default)s)")
    parser.add_argument(
        "--decisions", type=positive, default=DEFAULTS.decisions, metavar="N", help="of self-play (%(default)s)"
    )
    parser.add_argument(
        "--hidden", type=_sizes, default=DEFAULTS.hidden, metavar="A,B", help="units of the hidden layers (128,64)"
    )
    parser.add_argument(
        "--refining",
        type=float,
        default=DEFAULTS.refining,
        metavar="SHARE",
        help="of the decisions, from which on leaves are seen from every seat (%(default)s; 1: never, the fastest)",
    )
    parser.add_argument(
        "--opened",
        type=float,
        metavar="SHARE",
        help=f"of the games, which begin after one or two random days (0; with three and four seats {OPENED})",
    )
    parser.add_argument(
        "--slipping",
        type=float,
        default=DEFAULTS.slipping,
        metavar="SHARE",
        help="of the games, in which few errors are made: what follows them is learnt better (%(default)s)",
    )
    parser.add_argument(
        "--trace",
        type=float,
        default=DEFAULTS.trace,
        metavar="SHARE",
        help="of what came of a position in what is learnt of it, the rest being its look ahead (%(default)s)",
    )
    parser.add_argument(
        "--earlier",
        type=float,
        metavar="SHARE",
        help="of the seats that look ahead, which do so by an earlier version of the values (0; with three and four "
        f"seats {EARLIER})",
    )
    parser.add_argument("--begin", type=Path, metavar="FILE", help="begin with the weights in FILE, of the same shape")
    parser.add_argument(
        "--fits",
        type=positive,
        default=DEFAULTS.fits,
        metavar="N",
        help="steps of fitting of each network after four decisions of all games (%(default)s; with three and four "
        "seats 24 learn more from the same games)",
    )
    parser.add_argument(
        "--rate", type=float, default=DEFAULTS.rate, metavar="R", help="of learning at first (%(default)s)"
    )
    parser.add_argument("--looks", type=positive, default=20, metavar="N", help="evaluations in all (%(default)s)")
    parser.add_argument("--games", type=positive, default=40, metavar="N", help="in each of them (%(default)s)")


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(positive(size) for size in text.split(","))


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return what the training is made of: with three and four seats not the same as with two where nothing is said."""
    many = replace(DEFAULTS, opened=OPENED, earlier=EARLIER, games=GAMES)
    default = DEFAULTS if arguments.seats == 2 else many
    return Settings(
        arguments.shop,
        seats=arguments.seats,
        seed=arguments.seed,
        decisions=arguments.decisions,
        hidden=arguments.hidden,
        rate=arguments.rate,
        fits=arguments.fits,
        refining=arguments.refining,
        opened=default.opened if arguments.opened is None else arguments.opened,
        slipping=arguments.slipping,
        trace=arguments.trace,
        earlier=default.earlier if arguments.earlier is None else arguments.earlier,
        rounds=ROUNDS if arguments.trace else DEFAULTS.rounds,
        games=default.games,
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Train; return the exit status."""
    from economancy.training.train_run import Measuring, train  # noqa: PLC0415 - slow to import

    measuring = Measuring(arguments.looks, arguments.games)
    return train(settings_of(arguments), arguments.folder, measuring, arguments.begin)
