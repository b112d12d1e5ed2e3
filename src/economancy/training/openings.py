"""Positions to begin games from, so that no two are alike: some days of the default policy with much noise.

Dimensions: B games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy import rollout_policy
from economancy.batch import BUYING, END, INVESTING, Games, concat, put, take
from economancy.batch_rules import dawn, night
from economancy.training.duel import advance

NOISE = 0.7
"""The share of random moves in openings (from the definition of exploitability's games)."""


@dataclass(frozen=True)
class Default:
    """Plays the default policy of rollouts, *decent*, with a share of noise."""

    noise: float = NOISE

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        match int(games.phase[0]):
            case phase if phase == INVESTING:
                return rollout_policy.bids(games, rng, self.noise)[:, seat]
            case phase if phase == BUYING:
                return rollout_policy.purchases(games, rng, self.noise)[:, seat]
            case _ if games.attacker_card[0]:
                return rollout_policy.defence(games, rng, self.noise)[:, seat]
            case _:
                return rollout_policy.attack(games, rng, self.noise)


def openings(start: Games, number: int, days: int, rng: Generator) -> Games:
    """Return so many positions some mornings after the one game `start`, in which nobody has won and nobody is out."""
    found: list[Games] = []
    missing = number
    while missing > 0:
        games = _after(take(start, np.zeros(2 * missing, np.intp)), days, rng)
        found.append(take(games, np.flatnonzero((games.phase != END) & games.alive.all(axis=1))[:missing]))
        missing -= len(found[-1])
    return concat(found)


def fresh_openings(start: Games, days: int, number: int, rng: Generator) -> Callable[[int], Games]:
    """Return a source of games: drawn with replacement from so many openings, which are made here."""
    pool = openings(start, number, days, rng)
    return lambda count: take(pool, rng.integers(number, size=count))


def _after(games: Games, days: int, rng: Generator) -> Games:
    """Return the games when `days` mornings have come, or at their end."""
    left = np.full(len(games), days)
    choosers = [Default()] * games.seats
    while len(rows := np.flatnonzero((left > 0) & (games.phase != END))):
        part = advance(take(games, rows), choosers, rng)
        over = night(part)
        if over.any():
            mornings = np.flatnonzero(over)
            part = put(part, mornings, dawn(take(part, mornings)))
            left[rows[mornings]] -= 1
        games = put(games, rows, part)
    return games
