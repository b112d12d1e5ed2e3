"""`economancy train`: train the value networks of our policy's look-ahead."""

import argparse
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from economancy.search.value import SHOP_CARD_NAMES
from economancy.training.settings import TrainingSettings
from gamekit.commands.common.status import Status
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.text.numbers import positive

HELP = "train the value networks of our policy by self-play"
DESCRIPTION = """Trains the networks of a shop by self-play, from scratch or from the checkpoint in FOLDER, which must
have been made with the same arguments. At regular intervals and at the end it plays against the reference opponents and
the values of the previous evaluation, prints the results (wins-draws-losses), and writes the checkpoint, the weights
and the record of the training into FOLDER. It uses one core; OPENBLAS_NUM_THREADS=N uses N cores for the fitting. To
use the weights, copy the weights and their record into src/economancy/weights."""
EXAMPLES = (
    "{game} train simple training/simple --decisions 1000000",
    "{game} train base training/base-3 --seats 3",
)

GAMES = 512
"""Games in lock-step at tables of three and four: fewer take more time each (measured)."""

OPENED = 0.5
"""At tables of three and four: the share of games that start after random days, as half of the games of `bench tables`
do (guessed).
"""

EARLIER = 0.2
"""At tables of three and four: the share of look-ahead seats that play by earlier versions of the values (guessed)."""

ROUNDS = 8
"""Rounds in one call of `Trainer.advance` with --trace: the TD(lambda) targets then reach over 32 decisions, about ten
days (guessed).
"""

DEFAULTS = TrainingSettings("simple")


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shop", choices=SHOP_CARD_NAMES, help="the shop to train for")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the checkpoint and the weights")
    parser.add_argument(
        "--seats", type=positive, default=DEFAULTS.seats, metavar="N", help="seats at a table, 2 to 4 (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=DEFAULTS.seed, metavar="N", help="(%(default)s)")
    parser.add_argument(
        "--decisions",
        type=positive,
        default=DEFAULTS.decisions,
        metavar="N",
        help="decisions of self-play in all (%(default)s)",
    )
    parser.add_argument(
        "--hidden", type=_sizes, default=DEFAULTS.hidden, metavar="A,B", help="units of the hidden layers (128,64)"
    )
    parser.add_argument(
        "--refining",
        type=float,
        default=DEFAULTS.refining,
        metavar="SHARE",
        help="share of decisions after which leaves are valued from all views (%(default)s; 1: never, faster)",
    )
    parser.add_argument(
        "--opened",
        type=float,
        metavar="SHARE",
        help=f"share of games that start after one or two random days (0; with three and four seats {OPENED})",
    )
    parser.add_argument(
        "--slipping",
        type=float,
        default=DEFAULTS.slipping,
        metavar="SHARE",
        help="share of games with few errors: the positions after single errors are learnt better (%(default)s)",
    )
    parser.add_argument(
        "--trace",
        type=float,
        default=DEFAULTS.trace,
        metavar="SHARE",
        help="lambda of the TD(lambda) targets; 0: the look-ahead's values alone (%(default)s)",
    )
    parser.add_argument(
        "--earlier",
        type=float,
        metavar="SHARE",
        help="share of the look-ahead seats that play by an earlier version of the values (0; with three and four "
        f"seats {EARLIER})",
    )
    parser.add_argument(
        "--level-one", action="store_true", help="at three and four seats: most players are level-one players"
    )
    parser.add_argument("--begin", type=Path, metavar="FILE", help="start from the weights in FILE, of the same shape")
    parser.add_argument(
        "--table",
        type=positive,
        metavar="N",
        help="at two seats: then make a table of values near the start, as `economancy tabulate` with N decisions, in "
        "FOLDER/opening",
    )
    parser.add_argument(
        "--fits",
        type=positive,
        default=DEFAULTS.fits,
        metavar="N",
        help="steps of fitting of each network after four decisions of all games (%(default)s; with three and four "
        "seats 24 learn more from the same games)",
    )
    parser.add_argument(
        "--rate", type=float, default=DEFAULTS.rate, metavar="R", help="learning rate at the start (%(default)s)"
    )
    parser.add_argument("--looks", type=positive, default=20, metavar="N", help="how often to evaluate (%(default)s)")
    parser.add_argument(
        "--games", type=positive, default=40, metavar="N", help="games of an evaluation, at each table (%(default)s)"
    )


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(positive(size) for size in text.split(","))


def settings_of(arguments: argparse.Namespace) -> TrainingSettings:
    """Return the settings of the training; the defaults for three and four seats differ from those for two."""
    many = replace(DEFAULTS, opened=OPENED, earlier=EARLIER, games=GAMES)
    default = DEFAULTS if arguments.seats == 2 else many
    return TrainingSettings(
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
        level_one=arguments.level_one,
        earlier=default.earlier if arguments.earlier is None else arguments.earlier,
        rounds=ROUNDS if arguments.trace else DEFAULTS.rounds,
        games=default.games,
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Train; return the exit status."""
    if arguments.level_one and arguments.seats == 2:
        print("economancy train: expected --seats 3 or 4 with --level-one, got 2", file=sys.stderr)
        return Status.USAGE
    if arguments.table and arguments.seats != 2:
        print(f"economancy train: expected --seats 2 with --table, got {arguments.seats}", file=sys.stderr)
        return Status.USAGE
    from economancy.search.value import weights_name  # noqa: PLC0415 - slow to import
    from economancy.training.tabular.real_time_run import Amount, tabulate  # noqa: PLC0415
    from economancy.training.train_run import EvaluationPlan, train  # noqa: PLC0415

    measuring = EvaluationPlan(arguments.looks, arguments.games)
    with closing(OwnFolder(arguments.folder)) as folder:
        status = train(settings_of(arguments), folder, measuring, arguments.begin)
        if status or not arguments.table:
            return status
        weights = folder.path / weights_name(arguments.shop, 2)
        amount = Amount(arguments.table, arguments.looks)
        with closing(OwnFolder(folder.path / "opening", folder)) as opening:
            return tabulate(arguments.shop, opening, amount, arguments.seed, weights)
