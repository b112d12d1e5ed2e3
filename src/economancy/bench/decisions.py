"""`economancy bench decisions`: the CPU time of our policy's decisions, on one core."""

import time
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

import numpy as np

from economancy.game import GAME
from economancy.policy import OURS, Policy, builtin
from economancy.rules.state import Action, Investing, Observation, PlayerState, State
from economancy.search.value import trained
from gamekit.answer import Choice
from gamekit.calibration import loop_milliseconds
from gamekit.deadline import NO_DEADLINE
from gamekit.table import Table
from gamekit.tournament.arena import make_opening

RIVALS = ("points", "attack", "decent", "random", OURS)
STRIDE = 11
"""The step through the list of rival mixes from game to game: a few games sample it evenly, many cover it."""

DAYS = 40
"""Games are given up after this many days: a stalemate repeats one position (guessed)."""

HOARD = 3461834487117869480315
"""The coins of a player that saved with Magic Bean Stock, on day 90 of a real game."""

AT_MORE = (100, 500, 900)
BARS = {"simple": {2: (40, 250, 600), 3: AT_MORE, 4: AT_MORE}, "base": {2: (80, 400, 900), 3: AT_MORE, 4: AT_MORE}}
"""Bars: mean, 99th percentile and maximum, in milliseconds, by the number of seats."""


def run_bench(games: int, seed: int, seats: int) -> int:
    """Print CPU milliseconds a decision at tables of `seats` seats; return 1 if a bar is missed, else 0."""
    print(f"calibration: a loop of a million turns takes {loop_milliseconds():.0f} ms")
    mixes = list(combinations_with_replacement(RIVALS, seats - 1))
    met = True
    for shop, bars_of in BARS.items():
        bars = bars_of[seats]
        if trained(shop, seats) is None:
            print(f"{shop} shop, {seats} seats: no learned values, so our policy plays without them")
        times = [t for game in range(games) for t in _game(shop, mixes[STRIDE * game % len(mixes)], seed + game)]
        hoards = list(_hoards(shop, seats, seed))
        for name, found in (("games", times), ("hoards", hoards)):
            figures = (np.mean(found), np.quantile(found, 0.99), np.max(found))
            met &= all(figure <= bar for figure, bar in zip(figures, bars, strict=True))
            texts = (f"{figure:.1f} ({bar})" for figure, bar in zip(figures, bars, strict=True))
            print(f"{shop} shop, {name}, {len(found)} decisions: mean, p99, max in ms (bars): {', '.join(texts)}")
    return 0 if met else 1


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
