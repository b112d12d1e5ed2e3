"""The time from a player's start to its first answer, beside an interpreter that imports numpy and orjson."""

import argparse
from random import Random

from gamekit.bench.start_up import HELP, FirstQuestion, StartBars, add_arguments, measure
from gamekit.game import AnyGame, Observation
from gamekit.wire.json_stream import dumps

__all__ = ["HELP", "add_arguments", "run"]

BARS = StartBars(answer_times=1.6, at_once=3.0)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the figures; return whether every bar is met. Raises OSError."""
    message = dumps(game.encode_observation(Observation(game.new_game(2, "simple", Random(0)), 0))) + b"\n"
    return measure(arguments, FirstQuestion(message, BARS, yardstick=("-c", "import numpy, orjson")))
