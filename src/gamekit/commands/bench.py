"""The command `bench`: one of the measurements of `gamekit.bench`, or of those that only this game has."""

import argparse
import importlib

from gamekit.bench.registry import BenchModule, benches_of
from gamekit.commands.common.main import complain, job_words, words_of
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.tournament.runner import FailedJob, LostJob

HELP = "measure speed, strength and robustness"
DESCRIPTION = "Prints figures of one kind; `{game} bench WHAT --help` explains them. A bar that is missed is status 1."
EXAMPLES = (
    "{game} bench calibration --help",
    "{game} bench sandbox --help",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare WHAT and the arguments of each."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, module in benches_of(game).items():
        bench: BenchModule = importlib.import_module(module)
        kind = kinds.add_parser(name, help=bench.HELP, description=bench.__doc__)
        bench.add_arguments(kind, game)
        kind.set_defaults(measure=bench.run)


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Measure; return the exit status."""
    try:
        return Status.FINE if arguments.measure(arguments, game) else Status.NO
    except (OSError, ValueError) as error:
        return complain(game, f"bench {arguments.what}", words_of(error))
    except (FailedJob, LostJob) as error:
        return complain(game, f"bench {arguments.what}", job_words(game, error))
