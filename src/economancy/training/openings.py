"""Random opening positions: some days played by the default policy with much noise.

Dimensions: B games.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator

from economancy.arrays.games import END, Games, concat, put, take
from economancy.arrays.rules import dawn, night
from economancy.training.duel import advance
from economancy.training.guests import DecentGuest

DAYS_OF_OPENING = 2
NOISE = 0.7
"""The days of an opening, and the share of random moves in them (from the definition of exploitability's games)."""


def openings(start: Games, number: int, days: int, rng: Generator) -> Games:
    """Return `number` positions `days` mornings after the one game `start`; the game is open, and nobody is out."""
    found: list[Games] = []
    missing = number
    while missing > 0:
        games = _after(take(start, np.zeros(2 * missing, np.intp)), days, rng)
        found.append(take(games, np.flatnonzero((games.phase != END) & games.alive.all(axis=1))[:missing]))
        missing -= len(found[-1])
    return concat(found)


def fresh_games(
    start: Games, opened: float, lengths: Sequence[int], number: int, rng: Generator
) -> Callable[[int], Games]:
    """Return a function that returns as many new games as it is asked for. A share `opened` of them is drawn, with
    replacement, from openings of these `lengths` in days, of which `number` each are made here; the rest is `start`.
    """
    pools = {days: openings(start, number, days, rng) for days in lengths if opened}

    def begun(count: int) -> Games:
        games = take(start, np.zeros(count, np.intp))
        if pools:
            drawn = rng.choice(lengths, count) * (rng.random(count) < opened)
            for days, pool in pools.items():
                rows = np.flatnonzero(drawn == days)
                games = put(games, rows, take(pool, rng.integers(number, size=len(rows))))
        return games

    return begun


def _after(games: Games, days: int, rng: Generator) -> Games:
    """Return the games after `days` more mornings, or at their end."""
    left = np.full(len(games), days)
    choosers = [DecentGuest(NOISE)] * games.seats
    while len(rows := np.flatnonzero((left > 0) & (games.phase != END))):
        part = advance(take(games, rows), choosers, rng)
        over = night(part)
        if over.any():
            mornings = np.flatnonzero(over)
            part = put(part, mornings, dawn(take(part, mornings)))
            left[rows[mornings]] -= 1
        games = put(games, rows, part)
    return games
