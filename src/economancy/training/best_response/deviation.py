"""What one other action brings, anywhere on the way that our play takes from the start against itself.

Dimensions: B positions, A other actions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.choices import choices, deciding
from economancy.arrays.games import END, NOBODY, Games, concat, put, take
from economancy.arrays.rules import dawn, night
from economancy.training import duel
from economancy.training.duel import Chooser


class Deviation(NamedTuple):
    """What the first seat does on its way, of which the last is the other action, and what it then scores."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B]
    score: float
    day: int  # of the other action, from 1


@dataclass(frozen=True)
class Way:
    """The way that the one game `start` takes where both seats play `likeliest`; the first seat may leave it by another
    action, and goes on as `beyond`, while the second is always `ours`.
    """

    start: Games
    ours: Chooser
    likeliest: Chooser
    beyond: Chooser

    def deviations(self, days: int, number: int, rng: Generator) -> Iterator[Deviation]:
        """Yield all of so many days, in order, answers to attacks aside, each with its score in `number` games."""
        way: list[Games] = []
        actions: list[int] = []
        games, day = self.start, 1
        while day <= days and games.phase[0] != END:
            if deciding(games)[0, 0]:
                own = int(self.likeliest(games, 0, rng)[0])
                named = choices(games)
                others = named.actions[0, 0, named.legal[0, 0]]
                others = others[others != own]
                for other, score in zip(others, self._scores(games, others, number, rng), strict=True):
                    yield Deviation(concat([*way, games]), np.array([*actions, other]), score, day)
                way.append(games)
                actions.append(own)
            before, games = games, _advance(games, [self.likeliest, self.likeliest], rng)
            day += int(games.day[0] != before.day[0])

    def _scores(self, games: Games, others: NDArray[Any], number: int, rng: Generator) -> list[float]:
        """Return what each of the other actions scores in the one game, a draw counting half."""

        def other_action(games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
            return np.repeat(others, number)

        many = take(games, np.zeros(len(others) * number, np.intp))
        after = _advance(many, [other_action, self.ours], rng)
        winner = duel.play(after, [self.beyond, self.ours], rng, duel.DAYS)
        scores: NDArray[np.float64] = np.where(winner == NOBODY, 0.5, winner == 0).reshape(len(others), number)
        return [float(score) for score in scores.mean(axis=1)]


def _advance(games: Games, choosers: list[Chooser], rng: Generator) -> Games:
    """Return the games after the next decision of each, and after the night if it has come."""
    after = duel.advance(games, choosers, rng)
    over = np.flatnonzero(night(after))
    return put(after, over, dawn(take(after, over)))
