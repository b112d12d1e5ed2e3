"""Game-days a second of CPU time, of the rules as arrays and of the plain rules, for two players in both shops.

A game is a rollout from the start by the default policy, of at most 12 days. "plain" plays one game after the other
with `rules.game`, "batch of N" plays N games at once. Measurements are interleaved.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

import numpy as np

from economancy.arrays.games import batch_of, take
from economancy.arrays.rollout import playouts
from economancy.policy.playout import playout
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import new_game, new_shop
from gamekit.game import AnyGame
from gamekit.text.numbers import positive, seconds

HELP = "game-days a second of the rules as arrays and of the plain rules"

SIZES = (16, 64, 256, 1024, 4096, 16384)

BAR = 8.0
"""Bar: the least ratio of game-days a second, the best batch size to the plain rules."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="measurements of each (%(default)s)")
    parser.add_argument("--seconds", type=seconds, default=0.4, metavar="S", help="of each, at least (%(default)s)")
    parser.add_argument("--sizes", type=positive, nargs="+", default=SIZES, metavar="N", help="of batches")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print game-days a second; return whether both shops meet the bar."""
    _print_calibration(arguments.seconds)
    best = [
        _bench(name, cards, arguments.rounds, arguments.seconds, arguments.sizes)
        for name, cards in (("simple", SIMPLE), ("base", BASE))
    ]
    return min(best) >= BAR


def _print_calibration(seconds: float) -> None:
    """Print the speed of this machine for Python loops and for numpy, which the two ways mostly use."""
    numbers = np.arange(65536, dtype=np.int16)

    def loop() -> int:
        for number in range(len(numbers)):
            _ = number & 77
        return len(numbers)

    def elements() -> int:
        np.bitwise_and(numbers, 77)
        return len(numbers)

    loops, array = _per_second(loop, seconds) / 1e6, _per_second(elements, seconds) / 1e6
    print(f"calibration: {loops:.1f} million turns of a Python loop and {array:,.0f} million array elements a second")


def _bench(name: str, cards: tuple[str, ...], rounds: int, seconds: float, sizes: Sequence[int]) -> float:
    """Print the table of a shop; return the ratio of the best batch's game-days a second to the plain rules'."""
    start = new_game(2, new_shop(2, cards))
    rng, generator = Random(1), np.random.default_rng(1)
    root = batch_of([start])

    def plain() -> int:
        return sum(playout(start, {}, rng)[1] for _ in range(16))

    def batch(size: int) -> Callable[[], int]:
        games = take(root, np.zeros(size, np.intp))
        return lambda: int(playouts(games, generator)[1].sum(dtype=np.int64))

    ways = {"plain rules": plain, **{f"batch of {size:,}": batch(size) for size in sizes}}
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, play in ways.items():
            rates[way].append(_per_second(play, seconds))
    unit = median(rates["plain rules"])
    print(f"\n{name} shop, 2 seats: game-days a CPU second, median of {rounds} rounds (lowest to highest), x plain")
    for way, measured in rates.items():
        middle = median(measured)
        print(f"{way:16}{middle:11,.0f} ({min(measured):9,.0f} to {max(measured):9,.0f}){middle / unit:8.1f}")
    best = max(median(measured) for measured in rates.values()) / unit
    print(f"best: {best:.1f} (bar: {BAR:g})", flush=True)
    return best


def _per_second(work: Callable[[], int], seconds: float) -> float:
    """Return the number of items done in a second of CPU time; `work` returns how many it did."""
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += work()
    return done / spent
