"""Games between two players in lock-step, many at once: how strong is one against the other?

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
from economancy.search.decision import PRUNED, decide
from economancy.search.look_ahead import Search
from gamekit.tournament.statistics import Interval, mean_interval

Chooser = Callable[[Games, int, Generator], NDArray[np.integer[Any]]]
"""Chooses for a seat in games that all await the same kind of choice from it: a bid, a slot or a card's bit, [B]."""

AT_ONCE = 2000
"""Openings that `score` plays at a time (guessed: more cost less time each, and more memory)."""

DAYS = MAX_DAYS
"""How long it plays them at most."""


class Score(NamedTuple):
    """What a player scored: the mean over openings with its 95 % interval, and the shares of wins and draws."""

    interval: Interval
    wins: float
    draws: float


@dataclass(frozen=True)
class Searcher:
    """Plays a search's mixtures, or only their likeliest actions; it may be told the types of all seats, [P]."""

    search: Search
    pruned: float = PRUNED
    pure: bool = False
    types: Sequence[int] | None = None

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        if self.types is not None:
            games = of_types(games, np.array(self.types))
        decision = decide(self.search, games, seat, self.pruned)
        return decision.best() if self.pure else decision.sample(rng)


@dataclass(frozen=True)
class OneByOne:
    """Plays a policy that knows states, not batches."""

    policy: Callable[[Observation, Random], Action]

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        random = Random(int(rng.integers(2**63)))
        actions = [self.policy(Observation(state_of(games, row), seat), random) for row in range(len(games))]
        return np.array([as_number(action) for action in actions], np.int64)


def score(player: Chooser, rival: Chooser, positions: Games, rng: Generator) -> Score:
    """Return what a player scores against another, from each position of two seats in both of them."""
    results: list[NDArray[np.float64]] = []
    for first in range(0, len(positions), AT_ONCE):
        part = take(positions, np.arange(first, min(first + AT_ONCE, len(positions))))
        winners = [play(part, choosers, rng, DAYS) for choosers in ([player, rival], [rival, player])]
        results.append(np.stack([np.where(w == NOBODY, 0.5, w == seat) for seat, w in enumerate(winners)], axis=1))
    points = np.concatenate(results)  # [openings, 2]
    return Score(mean_interval(points.mean(axis=1)), float((points == 1).mean()), float((points == 0.5).mean()))


def play(games: Games, choosers: Sequence[Chooser], rng: Generator, days: int = MAX_DAYS) -> Int8:
    """Return the winner of each game, [B], NOBODY for a draw or after these many days, if the choosers play on."""
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
    """Return the games after the next decision of each."""
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
    """Return the choice of each seat, [B, P]: 0 of those that have none."""
    actions = np.zeros((len(games), games.seats), np.int64)
    for seat, chooser in enumerate(choosers):
        rows = np.flatnonzero(may[:, seat])
        if len(rows):
            actions[rows, seat] = chooser(take(games, rows), seat, rng)
    return actions
