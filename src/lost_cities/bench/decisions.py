"""CPU time of a decision, in games of a built-in against itself; the bars are a mean of 10 ms and a 99th percentile of
50 ms.
"""

import argparse
import time
from random import Random

from gamekit.commands.arguments import positive
from gamekit.deadline import Deadline
from lost_cities.player.client import MOVE_SECONDS
from lost_cities.policy import OURS, builtin
from lost_cities.rules import apply, deal, new_game, observe, players_to_move

HELP = "CPU time of a decision"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=20, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")
    parser.add_argument("--policy", default=OURS, metavar="NAME", help="the built-in (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Measure; return the exit status."""
    policy, spent = builtin(arguments.policy), []
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        rng = Random(seed)
        state = new_game(*deal(rng), 0)
        while players_to_move(state):
            view = observe(state, state.mover)
            started = time.process_time()
            action = policy(view, rng, Deadline.after(MOVE_SECONDS, time.monotonic))
            spent.append(time.process_time() - started)
            state = apply(state, action)
    spent.sort()
    mean = 1000 * sum(spent) / len(spent)
    print(
        f"{len(spent)} decisions: mean {mean:.2f} ms CPU, 99 % {1000 * spent[int(0.99 * (len(spent) - 1))]:.2f} ms, ",
        end="",
    )
    print(f"at most {1000 * spent[-1]:.2f} ms")
    return 0
