"""`lost-cities train`: learn the values that our player plays by."""

import argparse
import json
import sys
import time
from contextlib import closing
from dataclasses import asdict, fields, replace
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from lost_cities.search.core import PlayerKind, Style, library
from lost_cities.search.turn_values import Weights
from lost_cities.search.weights import trained
from lost_cities.training.matches import OPPONENTS, CorePlayer, play_pairs, summary
from lost_cities.training.trainer import RECIPE, Trainer, TrainingReport, TrainingSettings
from lost_cities.training.weights import joined

HELP = "learn the values that our player plays by, by self-play"
DESCRIPTION = """Plays against itself and against opponents by rule, and fits the values to the results: several
networks one after another, whose mean plays. In FOLDER/net1 and so on lies a checkpoint after every 2,000
games, which the same command resumes, with more --games if you like. At the end it writes values.bin and values.json
into FOLDER: the weights and how they were made. To have them played, copy both into the folder `weights` of
src/lost_cities. One core, no GPU."""
EXAMPLES = (
    "{game} train training",
    "{game} train training --nets 1 --games 20000",
)

CHECK_SEED = 1_000_000_007


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments: a folder, and every field of the settings."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the checkpoint and the weights go")
    defaults = RECIPE[0]
    for each in fields(TrainingSettings):
        value = getattr(defaults, each.name)
        name = "--" + each.name.replace("_", "-")
        parser.add_argument(
            name, type=type(value), metavar="N", help=f"as in training/trainer.py (first network: {value})"
        )
    parser.add_argument(
        "--nets",
        type=int,
        choices=range(1, len(RECIPE) + 1),
        default=len(RECIPE),
        help="how many networks to learn (%(default)s)",
    )
    parser.add_argument(
        "--checks", type=positive, default=1000, metavar="N", help="pairs of games that check the result (%(default)s)"
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Train; print a line a round and what the result wins."""
    core = library()
    given = {each.name: getattr(arguments, each.name) for each in fields(TrainingSettings)}
    given = {name: value for name, value in given.items() if value is not None}
    trainers = []
    started = time.process_time()
    with closing(OwnFolder(arguments.folder)) as folder:
        for number, settings in enumerate(RECIPE[: arguments.nets], 1):
            with closing(OwnFolder(folder.path / f"net{number}", folder)) as own:
                try:
                    trainers.append(Trainer(core, replace(settings, **given), own))
                except (OSError, ValueError) as error:
                    return complain(game, "train", words_of(error))
                trainers[-1].run(_print)
        weights = joined([trainer.trained() for trainer in trainers])
        record: dict[str, object] = {"hidden": weights.hidden, "top": weights.top, "nets": weights.nets}
        record["settings"] = [asdict(trainer.settings) for trainer in trainers]
        record["plans"] = [trainer.plans for trainer in trainers]
        record["seconds_of_the_last_run"] = round(time.process_time() - started)
        record["checks"] = _checks(weights, trainers[0].settings.winning, arguments.checks)
        folder.replace("values.bin", weights.floats)
        folder.replace("values.json", json.dumps(record, indent=1).encode() + b"\n")
    return 0


def _print(report: TrainingReport) -> None:
    print(
        f"{report.games} games: errors {report.points_error:.1f} {report.chance_error:.4f}, {report.turns:.1f} turns, "
        f"score {report.score:.1f}, guests beaten {100 * report.guests_beaten:.1f} %, "
        f"margin {report.guests_margin:.1f}",
        flush=True,
    )


def _checks(weights: Weights, winning: float, pairs: int) -> dict[str, str]:
    """Play the new values against opponents by rule and the values shipped; print and return what comes of it."""
    core = library()
    style = Style(kind=PlayerKind.VALUES, winning=winning)
    others = dict(OPPONENTS)
    try:
        others["shipped"] = CorePlayer(style, trained())
    except OSError:
        print("there are no shipped values to play against", file=sys.stderr)
    checks = {}
    for name, other in others.items():
        margins, _ = play_pairs(core, CorePlayer(style, weights), other, pairs, CHECK_SEED)
        checks[name] = str(summary(margins))
        print(f"{name}: {checks[name]}", flush=True)
    return checks
