"""The time of a first turn by process, from its start to its answer."""

import argparse

from coinfight.protocol import encode_state
from coinfight.rules import new_game
from gamekit.bench.start_up import HELP, FirstQuestion, StartBars, add_arguments, measure
from gamekit.game import AnyGame

__all__ = ["HELP", "add_arguments", "run"]

BARS = StartBars(cpu_times=8.0)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the figures; return whether every bar is met. Raises OSError."""
    return measure(arguments, FirstQuestion(encode_state(new_game(2)).encode(), BARS, whole=True))
