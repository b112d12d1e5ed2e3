"""The players of self-play at tables of three and four.

They are the current values, with and without errors, earlier versions of them, the types of the reference opponents,
with and without noise, erratic players, and level-one players (flat Monte Carlo plays like one).

Dimensions: B games, P seats, T types.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.games import Int8
from economancy.rivals.types import PlayerType


@dataclass(frozen=True)
class Population:
    """Who sits at a table: probabilities, which sum to 1 each time, and shares."""

    equals: Mapping[int, Sequence[float]]  # of 1, 2, ... EQUAL seats, by the number of seats
    others: Sequence[float]  # [T] of each type for any other seat
    alike: float  # the share of games in which all other seats are of one type
    noise: Sequence[float]  # the share of random actions of the other seats: one of these for each game

    def types(self, shape: tuple[int, int], rng: Generator) -> Int8:
        """Return the types of all seats [B, P] of new games."""
        types = rng.choice(len(PlayerType), shape, p=self.others)
        alike = rng.random(shape[0]) < self.alike
        types = np.where(alike[:, None], types[:, :1], types)
        equals = 1 + rng.choice(shape[1], shape[0], p=self.equals[shape[1]])
        order: NDArray[np.intp] = rng.permuted(np.broadcast_to(np.arange(shape[1]), shape), axis=1)
        types[order < equals[:, None]] = PlayerType.EQUAL
        return types.astype(np.int8)


MIXED = Population(
    {3: (0.45, 0.2, 0.35), 4: (0.6, 0.15, 0.1, 0.15)}, (0, 0.18, 0.18, 0.18, 0.13, 0.33), 0.3, (0, 0.1, 0.2, 0.4)
)
"""Players of all kinds (guessed; games of EQUAL seats only cost most time)."""

LEVEL_ONE = Population(
    {3: (0.8, 0.1, 0.1), 4: (0.8, 0.1, 0.05, 0.05)}, (0, 0.05, 0.05, 0.05, 0.05, 0.8), 0.6, (0, 0, 0, 0.1)
)
"""Mostly level-one players: for values that hold among these (guessed)."""
