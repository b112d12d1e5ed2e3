"""How late decisions are: many with a small limit, boards from games against ourselves, all pairs of cards in turn."""

import argparse
import time
from random import Random

from santorini.bench.arena import pairs_of
from santorini.search import core
from santorini.search.decision import SHIPPED, TABLE_BITS, read_value
from santorini.training.self_play import random_start

HELP = "how late decisions are"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.05, help="the limit of a decision (0.05)")
    parser.add_argument("--seed", type=int, default=1)


def run(arguments: argparse.Namespace) -> int:
    """Measure; return the exit status."""
    rng = Random(arguments.seed)
    late: list[float] = []
    for cards in pairs_of("cards", rng):
        engine = core.Engine(read_value(SHIPPED), TABLE_BITS)
        record, seat = random_start(rng, cards), 0
        while True:
            began = time.monotonic()
            found = engine.search(record, seat, core.Limits(seconds=arguments.seconds))
            late.append(time.monotonic() - began - arguments.seconds)
            if found is None or found.child[:25] == record[:25]:
                break
            record, seat = found.child, 1 - seat
        if len(late) >= arguments.decisions:
            break
    late.sort()
    shown = {f"{100 * share:g} %": late[int(share * (len(late) - 1))] for share in (0.5, 0.99, 0.999, 1.0)}
    print(f"{len(late)} decisions of {arguments.seconds:g} s, late by at most, in ms:", end=" ")
    print(", ".join(f"{name} {1000 * seconds:.1f}" for name, seconds in shown.items()))
    return 0
