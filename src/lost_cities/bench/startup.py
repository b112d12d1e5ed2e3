"""The time from a client's start to its first answer; a server on this machine waits for it."""

import argparse
from random import Random

from gamekit.bench.start_up import HELP, FirstQuestion, StartBars, add_arguments, measure
from gamekit.game import AnyGame
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import deal, new_game

__all__ = ["HELP", "add_arguments", "run"]

BARS = StartBars(most_cpu=0.4)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the figures; return whether every bar is met. Raises OSError."""
    board = "".join(f"{line}\n" for line in ServedGame(new_game(*deal(Random(1)), 0)).take(0)).encode()
    return measure(arguments, FirstQuestion(board, BARS, connects=True))
