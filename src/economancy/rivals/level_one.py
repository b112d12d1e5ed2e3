"""What would one choose who takes all others for simple players? Level one of level-k reasoning (Stahl and Wilson 1995,
"On players' models of other players"), where level zero is the default policy of rollouts.

Dimensions: B games, P seats, A actions that a seat may choose from (see `choices`).
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, apply_chosen, choices
from economancy.arrays.games import Bools, Games, batch_of, take
from economancy.arrays.rollout import returns
from economancy.arrays.rollout_policy import default_actions
from economancy.rivals.types import chooses
from economancy.rules.game import players_to_move
from economancy.rules.state import State

Floats = NDArray[np.floating[Any]]

ROLLOUTS, MOST_EACH = 500, 200
"""Of each seat, spread over its actions, and of an action at most (guessed: they take most of a decision's time)."""

TEMPERATURE = 0.05
"""An action that is worth so much less of a win is less likely by a factor of e: it stands for the luck of rollouts,
too (guessed).
"""

LIKELIEST, LEAST = 5, 0.05
"""So many actions are expected of a seat at most, and none that is less likely (guessed)."""


class Forecast(NamedTuple):
    """How often seats are expected to choose what, in games that await the same kind of choice."""

    actions: NDArray[np.integer[Any]]  # [B, P, A], or [1, P, A] if the games differ only by whom the seats are
    chances: Floats  # [B, P, A] in all 1 of a seat, or 0 of one of which nothing is expected

    def of(self, named: Choices) -> Floats:
        """Return the chances of choices in these games, [B, P, A]."""
        same = named.actions[..., None] == self.actions[:, :, None, :]
        return np.where(named.legal, (same * self.chances[:, :, None, :]).sum(axis=-1), 0)

    def likeliest(self) -> "Forecast":
        """Return the forecast cut to few actions of each seat."""
        least = np.maximum(np.sort(self.chances, axis=-1)[..., -LIKELIEST:][..., :1], LEAST)
        return Forecast(self.actions, _shares(np.where(self.chances >= least, self.chances, 0)))


@lru_cache(maxsize=16)
def forecast(state: State) -> Forecast:
    """Return what those would choose, if they are of level one, who choose at once in a state: by what each of their
    choices returns in rollouts. The same state gives the same forecast.
    """
    game = batch_of([state])
    return forecast_of(game, np.isin(np.arange(game.seats), players_to_move(state))[None], default_rng(0))


def forecast_of(games: Games, asked: Bools, rng: Generator, rollouts: int = ROLLOUTS) -> Forecast:
    """Return what these seats [B, P] would choose, if they are of level one, in games that await the same kind of
    choice, by so many rollouts of each.
    """
    named = choices(games)
    among = named.legal & asked[:, :, None]
    rows, seats, places = np.nonzero(among)
    number = among.sum(axis=2)[rows, seats]
    each = np.where(number > 1, np.clip(rollouts // number, 1, MOST_EACH), 1)
    tried = np.repeat(np.arange(len(rows)), each)  # the action that a rollout begins with
    played, seat = take(games, rows[tried]), seats[tried]
    actions = default_actions(played, rng).astype(np.int64)
    actions[np.arange(len(tried)), seat] = named.actions[rows, seats, places][tried]
    won = returns(apply_chosen(played, actions), rng)[np.arange(len(tried)), seat]
    worth = np.full(named.legal.shape, -np.inf)
    worth[rows, seats, places] = np.bincount(tried, won, len(rows)) / each
    weights = np.exp((worth - worth.max(axis=2, keepdims=True, initial=0)) / TEMPERATURE)
    return Forecast(named.actions, _shares(weights))


def looks_ahead(games: Games, forecast: Forecast | None) -> Bools:
    """Return which seats choose by a look ahead, [B, P]: of one of level one it is known what it chooses, unless
    the forecast has nothing of it.
    """
    ahead = chooses(games)
    return ahead if forecast is None else ahead & ~forecast.chances.any(axis=2)


def _shares(weights: Floats) -> Floats:
    """Return weights [..., A] as shares of their sums; 0 stays 0."""
    totals = weights.sum(axis=-1, keepdims=True)
    shares: Floats = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    return shares
