"""Self-play: many games in lock-step. Each decision is solved by look-ahead, and its outcomes become examples.

This is fitted value iteration for a game of simultaneous moves: the target of a position is the value of its solved
look-ahead (Littman 1994, "Markov games as a framework for multi-agent reinforcement learning").

At tables of three and four the players are drawn from a population (see `population`).

Dimensions: B games, P seats, A actions, O outcomes (see `value`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.choices import apply_chosen, choices
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    END,
    INVESTING,
    NOBODY,
    Bools,
    Games,
    Indices,
    Int8,
    Int64,
    put,
    take,
)
from economancy.arrays.rollout_policy import default_actions
from economancy.arrays.rules import dawn, night
from economancy.rivals.level_one import Forecast, forecast_of
from economancy.rivals.types import PlayerType, of_types
from economancy.search.decision import drawn, without_rare
from economancy.search.look_ahead import Search
from economancy.search.node import Floats, Node
from economancy.search.value import certain
from economancy.training.learning.returns import Decisions, Examples, lambda_returns
from economancy.training.population import MIXED, Population

ROLLOUTS = 300
"""Rollouts of a decision of a level-one seat, shared by its actions: as many as montecarlo:300, a benchmark opponent.
"""

SHORTEST, LONGEST = 10, 44
"""A game is given up after a number of days that is uniform in this range: long enough for hoards of coins, short
enough to avoid many stalemates (guessed).
"""


@dataclass(frozen=True)
class Mistakes:
    """What seats do that their look-ahead does not say. Without it the positions that mistakes lead to would never be
    learnt. All numbers are guessed.
    """

    erring: float = 0.6  # the probability that a game begins with errors
    errors: Sequence[float] = (0.05, 0.15, 0.4, 0.8)  # then a share of random actions is drawn for each seat
    calming: float = 0.03  # the probability, at each decision, that the errors end for good
    slips: Sequence[float] = (0.05, 0.1, 0.2)  # the same shares in games with few errors
    last: float = 0.5  # the probability that an error is the last one there
    visited: float = 0.2  # the share of the games with a guest, *decent*: values learn to beat who errs all the time
    passive: float = 0.5  # the share of the guests that never bid, as *points* does
    guest_noise: float = 0.1  # a guest's share of random actions
    turning: float = 0.03
    """The probability, at each decision, that a seat of another type becomes EQUAL for the rest of the game, known to
    all. The opponent model never excludes this, so the values must have seen it.
    """


MISTAKES = Mistakes()


@dataclass
class SelfPlay:
    """An endless source of examples: `size` games at a time; a game that ends is replaced by a new one."""

    search: Search
    fresh: Callable[[int], Games]  # returns this many new games
    size: int
    rng: Generator
    erring_seats: int | None = None  # only this many of the first seats make errors; None: all
    slipping: float = 0.0  # the share of games with few errors
    earlier: float = 0.0  # the share of the seats that look ahead which do so by `version`, if there is one
    version: Search | None = None  # a search over earlier values
    pruned: float = 0.0  # actions with a lower probability are not played
    population: Population = MIXED  # at tables of three and four
    mistakes: Mistakes = MISTAKES
    games: Games = field(init=False)
    errors: Floats = field(init=False)  # [B, P] each seat's share of random actions now
    slips: Bools = field(init=False)  # [B] whether few errors are made
    dated: Bools = field(init=False)  # [B, P] which seats look ahead by `version`
    days: Int64 = field(init=False)  # [B] days left to play
    guests: Int8 = field(init=False)  # [B] the seat of the guest, or NOBODY
    passive: Bools = field(init=False)  # [B] whether the guest never bids
    solved: Bools = field(init=False)  # [B] whether in the last step all seats played their look-ahead's strategies
    ended: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.games = self.fresh(self.size)
        self.errors, self.days = np.zeros((self.size, self.games.seats)), np.zeros(self.size, np.int64)
        self.dated = np.zeros(self.errors.shape, bool)
        self.guests = np.full(self.size, NOBODY, np.int8)
        self.passive, self.slips = np.zeros(self.size, bool), np.zeros(self.size, bool)
        self._begin(np.arange(self.size))

    def play(self, steps: int, trace: float = 0.0) -> Iterator[Examples]:
        """Advance every game by `steps` decisions, and yield the examples of the positions, with TD(lambda) targets:
        lambda is `trace` (see `lambda_returns`).
        """
        return lambda_returns([self._step() for _ in range(steps)], trace, self.search.going_on)

    def _step(self) -> Decisions:
        phase = self.games.phase.copy()
        found: list[Examples] = []
        of_games: list[Indices] = []
        self.solved = np.ones(self.size, bool)
        for kind in (INVESTING, ATTACKING, BUYING):
            rows = np.flatnonzero(phase == kind)
            if len(rows):
                before = take(self.games, rows)
                node, after = self._decide(before, rows)
                found.append(Examples(kind, before, node.outcomes))
                of_games.append(rows)
                self.games = put(self.games, rows, after)
        over = night(self.games)
        if over.any():
            rows = np.flatnonzero(over)
            self.days[rows] -= 1
            self.games = put(self.games, rows, dawn(take(self.games, rows)))
        calmed = self.rng.random(self.size) < self.mistakes.calming
        self.errors[calmed[:, None] & (self.games.types == PlayerType.EQUAL)] = 0
        if self.games.seats > 2:
            turned = self.rng.random(self.errors.shape) < self.mistakes.turning
            self.errors[turned & (self.games.types != PlayerType.EQUAL)] = 0
            self.games = of_types(self.games, np.where(turned, PlayerType.EQUAL, self.games.types))
        ended = self.games.phase == END
        renewed = ended | (self.days <= 0)
        step = Decisions(found, of_games, self.solved, over, ended, certain(self.games), renewed)
        finished = np.flatnonzero(renewed)
        if len(finished):
            self.ended += len(finished)
            self.games = put(self.games, finished, self.fresh(len(finished)))
            self._begin(finished)
        return step

    def _begin(self, rows: NDArray[np.intp]) -> None:
        erring = self.rng.random(len(rows)) < self.mistakes.erring
        self.errors[rows] = (self.rng.choice(self.mistakes.errors, len(rows)) * erring)[:, None]
        if self.slipping:
            self.slips[rows] = self.rng.random(len(rows)) < self.slipping
            slips = rows[self.slips[rows]]
            self.errors[slips] = self.rng.choice(self.mistakes.slips, len(slips))[:, None]
        self.errors[rows, self.erring_seats :] *= self.erring_seats is None
        self.days[rows] = self.rng.integers(SHORTEST, LONGEST + 1, len(rows))
        if self.earlier:
            self.dated[rows] = self.rng.random((len(rows), self.games.seats)) < self.earlier
        if self.games.seats > 2:
            self._seat(rows)
            return
        visited = self.rng.random(len(rows)) < (0 if self.erring_seats else self.mistakes.visited)
        self.guests[rows] = np.where(visited, self.rng.integers(self.games.seats, size=len(rows)), NOBODY)
        self.passive[rows] = self.rng.random(len(rows)) < self.mistakes.passive

    def _seat(self, rows: NDArray[np.intp]) -> None:
        """Draw the players of all seats of the games in these rows."""
        types = self.population.types((len(rows), self.games.seats), self.rng)
        noise = self.rng.choice(self.population.noise, len(rows))[:, None]
        self.games = put(self.games, rows, of_types(take(self.games, rows), types))
        self.errors[rows] = np.where(types == PlayerType.EQUAL, self.errors[rows], noise)

    def _decide(self, games: Games, rows: Indices) -> tuple[Node, Games]:
        """Return the solved decision of the games in these rows, and the games after it and after the answers to a
        named card.
        """
        forecast = self._foreseen(games)
        node = self.search.solve(games, forecast=forecast)
        after = apply_chosen(games, self._actions(games, node, rows, forecast))
        named = np.flatnonzero(after.attacker_card > 0)
        if len(named):
            part = take(after, named)
            answers = self._actions(part, self.search.solve(part), rows[named])
            after = put(after, named, apply_chosen(part, answers))
        return node, after

    def _foreseen(self, games: Games) -> Forecast | None:
        """Return the strategies of level-one seats, or None without any; in fights they play as EQUAL."""
        asked = games.types == PlayerType.LEVEL_ONE
        if games.phase[0] == ATTACKING or not asked.any():
            return None
        return forecast_of(games, asked, self.rng, ROLLOUTS).likeliest()

    def _actions(self, games: Games, node: Node, rows: Indices, forecast: Forecast | None = None) -> NDArray[Any]:
        """Return an action of each seat, [B, P]: drawn from its strategy or that of an earlier version, a random one
        for an error, or a guest's.
        """
        actions = self._played(node)
        dated = self.dated[rows] & (games.types == PlayerType.EQUAL)
        if self.version and dated.any():
            some = np.flatnonzero(dated.any(axis=1))
            foreseen = forecast and Forecast(forecast.actions[some], forecast.chances[some])
            theirs = self._played(self.version.solve(take(games, some), forecast=foreseen))
            actions[some] = np.where(dated[some], theirs, actions[some])
            self.solved[rows[some]] = False
        errs = self.rng.random(actions.shape) < self.errors[rows]
        if errs.any():
            every = choices(games)
            erring = drawn(every.actions, every.legal / every.legal.sum(axis=-1, keepdims=True), self.rng)
            actions = np.where(errs, erring, actions)
            erred = rows[errs.any(axis=1)]
            self.solved[erred] = False
            slipped = erred[self.slips[erred]]
            self.errors[slipped[self.rng.random(len(slipped)) < self.mistakes.last]] = 0
        visited = np.flatnonzero(self.guests[rows] != NOBODY)
        if len(visited):
            seats = self.guests[rows[visited]]
            of_all = default_actions(take(games, visited), self.rng, self.mistakes.guest_noise)
            theirs = of_all[np.arange(len(visited)), seats]
            bids = games.phase[visited] == INVESTING
            self.solved[rows[visited]] = False
            actions[visited, seats] = np.where(bids & self.passive[rows[visited]], 0, theirs)
        return actions

    def _played(self, node: Node) -> NDArray[np.int64]:
        """Return an action of each seat, [B, P], drawn from its strategy."""
        return drawn(node.choices.actions, without_rare(node.strategies, self.pruned), self.rng).astype(np.int64)
