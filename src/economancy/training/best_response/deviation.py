"""Single deviations: the score of one other action, at any point of the line that our policy plays against itself.

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
from economancy.rules.game import MAX_DAYS
from economancy.training import duel
from economancy.training.duel import Chooser


class Deviation(NamedTuple):
    """The first seat's actions along the line, the last of which is the deviation, and the score."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B]
    score: float
    day: int  # of the deviation, from 1


@dataclass(frozen=True)
class LikeliestLine:
    """The line from the one game `start` in which both seats play `likeliest`. After a deviation the first seat plays
    `beyond`; the second seat always plays `ours`. After so many days a game is a draw.
    """

    start: Games
    ours: Chooser
    likeliest: Chooser
    beyond: Chooser
    days: int = MAX_DAYS

    def deviations(self, days: int, number: int, rng: Generator) -> Iterator[Deviation]:
        """Yield all deviations of the first `days` days, in order, without answers to attacks, each with its score in
        `number` games.
        """
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
        """Return the score of each of the `others` actions in the one game; a draw counts as half."""

        def other_action(games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
            return np.repeat(others, number)

        many = take(games, np.zeros(len(others) * number, np.intp))
        after = _advance(many, [other_action, self.ours], rng)
        winner = duel.play(after, [self.beyond, self.ours], rng, self.days)
        scores: NDArray[np.float64] = np.where(winner == NOBODY, 0.5, winner == 0).reshape(len(others), number)
        return [float(score) for score in scores.mean(axis=1)]


def _advance(games: Games, choosers: list[Chooser], rng: Generator) -> Games:
    """Return the games after the next decision of each, and the next dawn where it is due."""
    after = duel.advance(games, choosers, rng)
    over = np.flatnonzero(night(after))
    return put(after, over, dawn(take(after, over)))
