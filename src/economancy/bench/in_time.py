"""The wall time of our policy's decisions within a limit, beside busy programs."""

import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random

import numpy as np

from economancy.bench.mixes import DAYS, rivals_of
from economancy.game import GAME
from economancy.policy import OURS, builtin
from economancy.rules.state import Observation
from economancy.search.core import library
from economancy.search.value import SHOPS
from gamekit.answer import Choice
from gamekit.bench.machine import busy_beside
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.table import Table
from gamekit.tournament.arena import make_opening

LATE, LATEST = 0.1, 0.3
"""Bars, in seconds past the deadline: of 99.9 % of the decisions, and of all."""


def measure(decisions: int, seed: int, seats: int, seconds: float, busy: int) -> bool:
    """Print the wall time of so many decisions, half of them in each shop; return whether every bar is met."""
    library()  # in an executable it is there, elsewhere it may have to be compiled
    met = True
    with busy_beside(busy):
        print(f"{seats} seats, {seconds:g} s a decision, {busy} busy programs beside it")
        for shop in SHOPS:
            found = np.array(list(islice(_times(shop, seats, seed, seconds), decisions // len(SHOPS))))
            figures = (np.median(found), np.quantile(found, 0.99), np.quantile(found, 0.999), found.max())
            met &= bool(figures[2] <= seconds + LATE and figures[3] <= seconds + LATEST)
            texts = [f"{1000 * figure:.0f}" for figure in figures]
            bars = f"{1000 * (seconds + LATE):.0f} and {1000 * (seconds + LATEST):.0f}"
            past = int((found > seconds).sum())
            print(
                f"{shop} shop, {len(found)} decisions: median, p99, p99.9, max in ms: {', '.join(texts)} "
                f"(bars of the last two: {bars}); {past} past {seconds:g} s",
                flush=True,
            )
    return met


def _times(shop: str, seats: int, seed: int, seconds: float) -> Iterator[float]:
    """Yield the seconds of each decision of ours in games without end: the rivals' mixes in turn, random openings."""
    for game in count():
        yield from _game(shop, (OURS, *rivals_of(game, seats)), seed + game, seconds)


def _game(shop: str, names: Sequence[str], seed: int, seconds: float) -> Iterator[float]:
    rng, seats = Random(seed), len(names)
    names = [*names[seed % seats :], *names[: seed % seats]]
    policies = [builtin(name) for name in names]
    table = Table.begin(GAME, make_opening(GAME, seats, shop, seed % 3, seed))
    while (asked := table.asked()) and table.state.day <= DAYS:
        seat, started = asked[0], time.monotonic()
        timed = names[seat] == OURS
        limit = Deadline(time.monotonic, started + seconds) if timed else NO_DEADLINE
        action = policies[seat](Observation(table.shown.state, seat), rng, limit)
        if timed:
            yield time.monotonic() - started
        table = table.answered(seat, Choice(action, 0.0))
