"""Best responses of the first seat to a second seat whose mixed strategy is known at every decision.

Dimensions: B games, P seats (two), A actions.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, deciding
from economancy.arrays.games import Games, concat, distinct, take
from economancy.rivals.level_one import Forecast
from economancy.search.decision import decide
from economancy.search.features import rotated
from economancy.search.guess import Guess
from economancy.search.look_ahead import Search
from economancy.search.node import Floats, Node
from economancy.search.value import Outcomes
from economancy.training.duel import Chooser

Mixer = Callable[[Games], Floats]
"""Returns the mixed strategies [B, A] of the second seat, over its actions in the order of `choices`."""

VICTIM = 1


@dataclass(frozen=True)
class CachedSearch(Search):
    """A search that caches its last solution: the adversary and then its rival ask for the same one."""

    _last: dict[bytes, Node] = field(default_factory=dict, compare=False, repr=False)

    def solve(self, games: Games, *given: Any, **named: Any) -> Node:
        """Solve the decision that games await, or return the cached solution for the games of the last call."""
        if given or named:
            return super().solve(games, *given, **named)
        key = str(games.cards.shape).encode() + b"".join(array.tobytes() for array in vars(games).values())
        if key not in self._last:
            found = super().solve(games)
            self._last.clear()
            self._last[key] = found
        return self._last[key]


@dataclass(frozen=True)
class SecondStrategy:
    """The mixed strategies of a second seat that plays by a search; `pruned`: see `decide`; `pure`: only the likeliest
    action of each.
    """

    search: Search
    pruned: float | None = None
    pure: bool = False

    def __call__(self, games: Games) -> Floats:
        probabilities = decide(self.search, games, VICTIM, self.pruned).probabilities
        if not self.pure:
            return probabilities
        likeliest: Floats = np.eye(probabilities.shape[1])[probabilities.argmax(axis=1)]
        return likeliest


@dataclass(frozen=True, kw_only=True)
class Response(Search):
    """A look-ahead in which the first seat plays a best response to the mixed strategies of the second."""

    rival: Mixer

    def _equilibrium(
        self, games: Games, named: Choices, joint: Outcomes, guess: Guess | None, forecast: Forecast | None
    ) -> Floats:
        strategies = np.zeros(named.legal.shape)
        strategies[:, VICTIM] = self.rival(games)
        expected = (self.utility(joint, 0) * strategies[:, VICTIM, None, :]).sum(axis=2)
        best = np.where(named.legal[:, 0], expected, -np.inf).argmax(axis=1)
        strategies[np.arange(len(games)), 0, best] = 1
        return strategies

    def _pick(self, games: Games, named: Choices, seat: int, utility: NDArray[np.float32]) -> NDArray[np.intp]:
        picks = super()._pick(games, named, seat, utility)
        rows = np.flatnonzero(deciding(games)[:, seat])
        if seat == VICTIM and len(rows):
            known = self.rival(take(games, rows)).argmax(axis=1)
            picks[rows] = known.reshape(-1, *(1,) * (picks.ndim - 1))
        return picks


@dataclass(frozen=True)
class Adversary:
    """Plays, at each decision, a best response to a rival whose mixed strategies it knows (see `training.duel`)."""

    response: Response

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        return decide(self.response, games, seat).best()


@dataclass(frozen=True)
class PreparedActions:
    """Plays prepared actions in some distinct positions, with its seat as the first, and elsewhere as `beyond` does."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B]
    beyond: Chooser

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        chosen = self.beyond(games, seat, rng)
        first, places = distinct(concat([self.games, rotated(games, seat)]))
        same = first[places[len(self.games) :]]
        return np.where(same < len(self.games), self.actions[np.minimum(same, len(self.games) - 1)], chosen)
