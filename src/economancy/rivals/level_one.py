"""Level-one players: each plays a noisy best response to level-zero opponents, which play the rollouts' default policy.

Source: level-k reasoning, Stahl and Wilson (1995), "On players' models of other players".

Dimensions: B games, P seats, A actions that a seat may choose from (see `choices`).
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, apply_chosen, choices
from economancy.arrays.games import Bools, Games, batch_of, take
from economancy.arrays.rollout import returns
from economancy.arrays.rollout_policy import default_actions
from economancy.rivals.types import chooses
from economancy.rules.game import players_to_move
from economancy.rules.state import State
from gamekit.deadline import NO_DEADLINE, Deadline, TimeUpError

if TYPE_CHECKING:
    from numpy.random import Generator  # its import takes 10 ms, and no first answer at two seats needs it

Floats = NDArray[np.floating[Any]]

ROLLOUTS, MOST_EACH = 500, 200
"""Rollouts per seat, shared among its actions, and the most per action (guessed: they take most of a decision's
time).
"""

TEMPERATURE = 0.05
"""Softmax temperature, in wins: an action worth this much less is less likely by a factor of e. It also covers the
sampling error of the rollouts (guessed).
"""

LIKELIEST, LEAST = 5, 0.05
"""The most actions that a forecast keeps for a seat, and the least probability of a kept action (guessed)."""


SHARE = 0.5
"""Of the time left, for each forecast: without it the search goes on (guessed)."""

MORE, SOONER = 2.0, 0.95
"""A forecast that was not done in its time is tried again when there is MORE times as much. Each time that there is
less, that demand falls by the factor SOONER: after 14 times to the time that it had first (guessed).
"""


class Forecast(NamedTuple):
    """Predicted mixed strategies of level-one seats, in games that await the same kind of choice."""

    actions: NDArray[np.integer[Any]]  # [B, P, A], or [1, P, A] if the games differ only in the types of the seats
    chances: Floats  # [B, P, A] the probability of each action; all 0 for a seat without a prediction

    def of(self, named: Choices) -> Floats:
        """Return the predicted probabilities of these choices, [B, P, A]; 0 where not legal."""
        same = named.actions[..., None] == self.actions[:, :, None, :]
        return np.where(named.legal, (same * self.chances[:, :, None, :]).sum(axis=-1), 0)

    def first(self, games: int) -> "Forecast":
        """Return the forecast for only so many games, the first ones."""
        return Forecast(self.actions[:games], self.chances[:games])

    def likeliest(self) -> "Forecast":
        """Return the forecast with only the LIKELIEST actions of each seat, renormalised."""
        least = np.maximum(np.sort(self.chances, axis=-1)[..., -LIKELIEST:][..., :1], LEAST)
        return Forecast(self.actions, _shares(np.where(self.chances >= least, self.chances, 0)))


@dataclass(frozen=True, slots=True)
class _Aim:
    """A state to make a forecast for, whatever time there is: the key under which a forecast is kept."""

    state: State
    limit: Deadline = field(compare=False)


def forecast(state: State, limit: Deadline = NO_DEADLINE) -> Forecast:
    """Return the strategies that the players to move in a state would have as level-one players, from rollouts.

    Deterministic: the same state gives the same forecast. Raises TimeUpError if it is not made by then.
    """
    return _forecast(_Aim(state, limit))


@dataclass(slots=True)
class Forecasts:
    """The forecasts of one game: those that have no chance take no time from the search."""

    needed: float = 0.0
    """The seconds with which a forecast is tried: more than those in which one was not done."""

    def of(self, state: State, limit: Deadline) -> Forecast:
        """Return the forecast for a state, made in SHARE of the time left. Raises TimeUpError, and at once if the time
        is too short and the forecast is not known.
        """
        seconds = SHARE * limit.remaining()
        if seconds < self.needed:
            self.needed *= SOONER
            seconds = 0.0
        try:
            return forecast(state, Deadline.after(seconds, limit.clock))
        except TimeUpError:
            self.needed = max(self.needed, MORE * seconds)
            raise


@lru_cache(maxsize=16)
def _forecast(wanted: _Aim) -> Forecast:
    game, moving = batch_of([wanted.state]), players_to_move(wanted.state)
    rng = np.random.default_rng(0)
    return forecast_of(game, np.isin(np.arange(game.seats), moving)[None], rng, limit=wanted.limit)


def forecast_of(
    games: Games, asked: Bools, rng: "Generator", rollouts: int = ROLLOUTS, limit: Deadline = NO_DEADLINE
) -> Forecast:
    """Return the strategies that the seats `asked` [B, P] would have as level-one players, from `rollouts` per seat.

    The games await the same kind of choice. Raises TimeUpError.
    """
    limit.check()
    named = choices(games)
    among = named.legal & asked[:, :, None]
    rows, seats, places = np.nonzero(among)
    number = among.sum(axis=2)[rows, seats]
    each = np.where(number > 1, np.clip(rollouts // number, 1, MOST_EACH), 1)
    tried = np.repeat(np.arange(len(rows)), each)  # the action that a rollout begins with
    played, seat = take(games, rows[tried]), seats[tried]
    actions = default_actions(played, rng).astype(np.int64)
    actions[np.arange(len(tried)), seat] = named.actions[rows, seats, places][tried]
    won = returns(apply_chosen(played, actions), rng, limit)[np.arange(len(tried)), seat]
    worth = np.full(named.legal.shape, -np.inf)
    worth[rows, seats, places] = np.bincount(tried, won, len(rows)) / each
    weights = np.exp((worth - worth.max(axis=2, keepdims=True, initial=0)) / TEMPERATURE)
    return Forecast(named.actions, _shares(weights))


def looks_ahead(games: Games, forecast: Forecast | None) -> Bools:
    """Return which seats choose by look-ahead, [B, P]: EQUAL ones, and level-one ones without a forecast."""
    ahead = chooses(games)
    return ahead if forecast is None else ahead & ~forecast.chances.any(axis=2)


def _shares(weights: Floats) -> Floats:
    """Return weights [..., A] as shares of their sums; 0 stays 0."""
    totals = weights.sum(axis=-1, keepdims=True)
    shares: Floats = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    return shares
