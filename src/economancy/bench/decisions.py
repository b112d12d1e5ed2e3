"""The CPU time of our policy's decisions, on one core; or their wall time within a limit.

Games from random openings among mixes of rivals, and single positions in which all seats hoard coins.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from economancy.bench import in_time
from economancy.bench.mixes import DAYS, rivals_of
from economancy.game import GAME
from economancy.policy import OURS, Policy, builtin
from economancy.rules.state import Action, Investing, Observation, PlayerState, State
from economancy.search.value import trained
from gamekit.answer import Choice
from gamekit.bench.machine import loop_milliseconds
from gamekit.deadline import NO_DEADLINE
from gamekit.game import AnyGame
from gamekit.table import Table
from gamekit.text.numbers import natural, positive, seconds
from gamekit.tournament.arena import make_opening

HELP = "CPU time of our policy's decisions, or their wall time within a limit"

HOARD = 3461834487117869480315
"""The coins of a player that saved with Magic Bean Stock, on day 90 of a real game."""

AT_MORE = (100, 500, 900)
BARS = {"simple": {2: (40, 250, 600), 3: AT_MORE, 4: AT_MORE}, "base": {2: (80, 400, 900), 3: AT_MORE, 4: AT_MORE}}
"""Bars: mean, 99th percentile and maximum, in milliseconds, by the number of seats."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="at a table (%(default)s)")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="in each shop (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first game's (%(default)s)")
    limit = "measure wall time instead, with this limit for each decision"
    parser.add_argument("--move-seconds", type=seconds, metavar="S", help=limit)
    parser.add_argument("--decisions", type=positive, default=3000, metavar="N", help="with it: in all (%(default)s)")
    parser.add_argument(
        "--busy", type=natural, default=0, metavar="N", help="with it: busy programs beside (%(default)s)"
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print milliseconds a decision, of CPU or within a limit of wall time; return whether every bar is met."""
    seats, seed = arguments.seats, arguments.seed
    if arguments.move_seconds:
        return in_time.measure(arguments.decisions, seed, seats, arguments.move_seconds, arguments.busy)
    loop = loop_milliseconds()
    print(f"calibration: a loop of a million turns takes {loop:.0f} ms")
    met = True
    for shop, bars_of in BARS.items():
        bars = bars_of[seats]
        if trained(shop, seats) is None:
            print(f"{shop} shop, {seats} seats: no learned values, so our policy plays without them")
        times = [t for number in range(arguments.games) for t in _game(shop, rivals_of(number, seats), seed + number)]
        hoards = list(_hoards(shop, seats, seed))
        for name, found in (("games", times), ("hoards", hoards)):
            figures = (np.mean(found), np.quantile(found, 0.99), np.max(found))
            met &= all(figure <= bar for figure, bar in zip(figures, bars, strict=True))
            texts = (f"{figure:.1f} ({bar})" for figure, bar in zip(figures, bars, strict=True))
            print(f"{shop} shop, {name}, {len(found)} decisions: mean, p99, max in ms (bars): {', '.join(texts)}")
            print(f"{shop} shop, {name}, mean / loop: {figures[0] / loop:.2f}")
    return met


def _decide(policy: Policy, state: State, seat: int, rng: Random) -> tuple[Action, float]:
    started = time.process_time()
    action = policy(Observation(state, seat), rng, NO_DEADLINE)
    return action, (time.process_time() - started) * 1000


def _game(shop: str, rivals: Sequence[str], seed: int) -> Iterator[float]:
    """Yield the CPU milliseconds of each decision of our policy in one seat, in a game from a random opening."""
    seats = len(rivals) + 1
    rng, ours = Random(seed), seed % seats
    policies = [builtin(name) for name in (*rivals[:ours], OURS, *rivals[ours:])]
    table = Table.begin(GAME, make_opening(GAME, seats, shop, seed % 3, seed))
    while (asked := table.asked()) and table.state.day <= DAYS:
        action, spent = _decide(policies[asked[0]], table.shown.state, asked[0], rng)
        if asked[0] == ours:
            yield spent
        table = table.answered(asked[0], Choice(action, spent / 1000))


def _hoards(shop: str, seats: int, seed: int) -> Iterator[float]:
    """Yield the CPU milliseconds of decisions in positions in which all seats hold more coins than fit in 64 bits."""
    for number in range(20):
        state = make_opening(GAME, seats, shop, 3, seed + number).state
        players = tuple(PlayerState(HOARD + seat, one.buys, one.cards) for seat, one in enumerate(state.players))
        hoarding = State(state.day, Investing(), state.shop, players)
        yield _decide(builtin(OURS), hoarding, number % seats, Random(seed))[1]
