"""Scores of one player against another: many games at once, in lock-step.

Dimensions: B games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.choices import apply_chosen, deciding
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    END,
    INVESTING,
    NOBODY,
    Games,
    Indices,
    Int8,
    Int64,
    put,
    state_of,
    take,
)
from economancy.arrays.rules import dawn, night
from economancy.policy.searching import as_number
from economancy.rivals.types import of_types
from economancy.rules.game import MAX_DAYS
from economancy.rules.state import Action, Observation
from economancy.search.decision import decide
from economancy.search.look_ahead import Search
from gamekit.tournament.standings.statistics import Interval, mean_interval

Chooser = Callable[[Games, int, Generator], NDArray[np.integer[Any]]]
"""Returns the actions of a seat, [B], in games that await the same kind of choice from it: bids, slots or bits."""

AT_ONCE = 2000
"""The number of openings that `score` plays in one batch (guessed: larger batches are faster and take more memory)."""


class DuelScore(NamedTuple):
    """A player's score: the mean over openings with its 95 % interval, and the shares of wins and draws."""

    interval: Interval
    wins: float
    draws: float


@dataclass(frozen=True)
class Searcher:
    """Plays the mixed strategies of a search, or only their likeliest actions; `types` [P]: the types of all seats."""

    search: Search
    pure: bool = False
    types: Sequence[int] | None = None

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        if self.types is not None:
            games = of_types(games, np.array(self.types))
        decision = decide(self.search, games, seat)
        return decision.best() if self.pure else decision.sample(rng)


@dataclass(frozen=True)
class OneByOne:
    """Plays a policy of single states, game by game."""

    policy: Callable[[Observation, Random], Action]

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        random = Random(int(rng.integers(2**63)))
        actions = [self.policy(Observation(state_of(games, row), seat), random) for row in range(len(games))]
        return np.array([as_number(action) for action in actions], np.int64)


def score(player: Chooser, rival: Chooser, positions: Games, rng: Generator, days: int = MAX_DAYS) -> DuelScore:
    """Return the score of a player against a rival, from two-seat positions, each played in both seats for at most so
    many days.
    """
    results: list[NDArray[np.float64]] = []
    for first in range(0, len(positions), AT_ONCE):
        part = take(positions, np.arange(first, min(first + AT_ONCE, len(positions))))
        winners = [play(part, choosers, rng, days) for choosers in ([player, rival], [rival, player])]
        results.append(np.stack([np.where(w == NOBODY, 0.5, w == seat) for seat, w in enumerate(winners)], axis=1))
    points = np.concatenate(results)  # [openings, 2]
    return DuelScore(mean_interval(points.mean(axis=1)), float((points == 1).mean()), float((points == 0.5).mean()))


def play(games: Games, choosers: Sequence[Chooser], rng: Generator, days: int = MAX_DAYS) -> Int8:
    """Play the games by the choosers, one for each seat; return the winners [B], NOBODY for a draw or after `days`."""
    winner: Int8 = np.full(len(games), NOBODY, np.int8)
    rows: Indices = np.arange(len(games))
    left: Int64 = np.full(len(games), days)
    while len(rows):
        games = advance(games, choosers, rng)
        over = night(games)
        if over.any():
            left = left - over
            index = np.flatnonzero(over)
            games = put(games, index, dawn(take(games, index), left[index] <= 0))
        ended = games.phase == END
        if ended.any():
            winner[rows[ended]] = games.winner[ended]
            going = np.flatnonzero(~ended)
            games, rows, left = take(games, going), rows[going], left[going]
    return winner


def advance(games: Games, choosers: Sequence[Chooser], rng: Generator) -> Games:
    """Return the games after the next decision of each, answers to a named card included; `dawn` is not applied."""
    phase = games.phase
    for kind in (INVESTING, ATTACKING, BUYING):
        rows = np.flatnonzero(phase == kind)
        if len(rows):
            after = _decide(take(games, rows), choosers, rng)
            named = np.flatnonzero(after.attacker_card > 0)
            if len(named):
                after = put(after, named, _decide(take(after, named), choosers, rng))
            games = put(games, rows, after)
    return games


def _decide(games: Games, choosers: Sequence[Chooser], rng: Generator) -> Games:
    return apply_chosen(games, _choices(games, deciding(games), choosers, rng))


def _choices(games: Games, may: NDArray[np.bool_], choosers: Sequence[Chooser], rng: Generator) -> NDArray[np.int64]:
    """Return the choice of each seat, [B, P]; 0 for seats without one."""
    actions = np.zeros((len(games), games.seats), np.int64)
    for seat, chooser in enumerate(choosers):
        rows = np.flatnonzero(may[:, seat])
        if len(rows):
            actions[rows, seat] = chooser(take(games, rows), seat, rng)
    return actions
