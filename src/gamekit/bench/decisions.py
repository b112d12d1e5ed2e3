"""The time of a decision, in games of a built-in against itself: of CPU, or by the clock."""

import argparse
import time
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from gamekit.bench.machine import loop_milliseconds
from gamekit.builtins import policy_of
from gamekit.game import AnyGame
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.seeds import seat_seed
from gamekit.text.numbers import positive, seconds

HELP = "time of a decision"


class DecisionBars(NamedTuple):
    """What decisions may take at most, in milliseconds of CPU time: on average, and 99 of 100."""

    mean: float | None = None
    most_of_100: float | None = None


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the games, and who is measured."""
    parser.add_argument("--games", type=positive, default=20, metavar="N", help="how many games (%(default)s)")
    parser.add_argument("--seats", type=int, choices=game.seats, default=game.seats[0], help="at a table (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first game (%(default)s)")
    parser.add_argument(
        "--policy", default=game.ours, metavar="NAME", help="the built-in that is measured (%(default)s)"
    )
    limit = "what it may think about a decision (%(default)s)"
    parser.add_argument("--move-seconds", type=seconds, default=game.move_seconds, metavar="S", help=limit)
    parser.add_argument("--clock", action="store_true", help="time by the clock, without a bar")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the times; there is no bar. Raises ValueError for no built-in."""
    return measure(arguments, game, DecisionBars())


def measure(arguments: argparse.Namespace, game: AnyGame, bars: DecisionBars) -> bool:
    """Print the times; return whether the bars are met. Raises ValueError for no built-in."""
    clock, of = (time.monotonic, "by the clock") if arguments.clock else (time.process_time, "CPU")
    spent: list[float] = []
    for number in range(arguments.seed, arguments.seed + arguments.games):
        start = game.new_game(arguments.seats, game.variants[0], Random(number))
        seats = [
            BuiltinSeat(
                game,
                policy_of(game, arguments.policy),
                Random(seat_seed(number, seat)),
                arguments.move_seconds,
                raising=True,
                clock=clock,
            )
            for seat in range(arguments.seats)
        ]
        spent.extend(chain(*play(game, start, seats).seconds))
    mean, most = 1000 * sum(spent) / len(spent), 1000 * quantile(spent, 0.99)
    print(
        f"{len(spent)} decisions: mean {mean:.2f} ms {of}{_bar(bars.mean)}, "
        f"99 % {most:.2f} ms{_bar(bars.most_of_100)}, at most {1000 * max(spent):.2f} ms"
    )
    print(f"mean / loop of a million turns: {mean / loop_milliseconds():.3f}")
    return arguments.clock or all(bar is None or figure <= bar for figure, bar in zip((mean, most), bars, strict=True))


def quantile(numbers: Sequence[float], share: float) -> float:
    """Return the number that so large a share of the numbers does not exceed."""
    return sorted(numbers)[int(share * (len(numbers) - 1))]


def _bar(bar: float | None) -> str:
    return "" if bar is None else f" (bar: {bar:g} ms)"
