"""CPU time of a decision, in games of a built-in against itself; the bars are a mean of 10 ms and a 99th percentile of
50 ms.
"""

import argparse
import time
from itertools import chain
from random import Random

from gamekit.game import AnyGame
from gamekit.numbers import positive
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from lost_cities.game import GAME
from lost_cities.player.client import MOVE_SECONDS
from lost_cities.policy import OURS

HELP = "CPU time of a decision"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=20, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")
    parser.add_argument("--policy", default=OURS, metavar="NAME", help="the built-in (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    spent: list[float] = []
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        rng = Random(seed)
        start = GAME.new_game(2, GAME.variants[0], rng)
        ours = BuiltinSeat(
            GAME, GAME.policy(arguments.policy), rng, MOVE_SECONDS, raising=True, clock=time.process_time
        )
        spent.extend(chain(*play(GAME, start, [ours, ours]).seconds))
    spent.sort()
    mean = 1000 * sum(spent) / len(spent)
    print(
        f"{len(spent)} decisions: mean {mean:.2f} ms CPU, 99 % {1000 * spent[int(0.99 * (len(spent) - 1))]:.2f} ms, ",
        end="",
    )
    print(f"at most {1000 * spent[-1]:.2f} ms")
    return True
