"""The first purchases of a player at two seats that risks a little, in each position that the first bids lead to.

Dimensions: B positions, A actions.
"""

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.games import Bools, Games, Indices, batch_of, concat, distinct, state_of, take
from economancy.policy.gifts import Gifts
from economancy.rules.game import apply
from economancy.search.decision import Decision
from economancy.search.look_ahead import Search
from economancy.search.node import Floats
from economancy.training.settings import RAREST


class FirstPurchases(NamedTuple):
    """The first seat's strategies in some distinct positions."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B, A]
    chances: Floats  # [B, A] of each action

    def strategies(self, games: Games, actions: NDArray[np.integer[Any]], legal: Bools) -> tuple[Indices, Floats]:
        """Return the rows of the games whose position is known, and their strategies over these `legal` actions
        [B, A].
        """
        first, places = distinct(concat([self.games, games]))
        place = first[places[len(self.games) :]]
        rows = np.flatnonzero(place < len(self.games))
        same = legal[rows, :, None] & (actions[rows, :, None] == self.actions[place[rows], None, :])
        return rows, (same * self.chances[place[rows], None, :]).sum(axis=2)


def first_purchases(start: Games, search: Search, risked: float) -> FirstPurchases:
    """Return the first purchases after each pair of bids on the first morning of the one game `start`.

    The strategies are those of our player if it risks its gifts and `risked` wins more (see `policy.gifts`), without
    actions rarer than RAREST, as elsewhere in training.
    """
    morning = state_of(start, 0)
    positions: list[Games] = []
    decisions: list[Decision] = []
    for bids in product(*(range(player.coins + 1) for player in morning.players)):
        gifts = Gifts(pruned=RAREST)
        gifts.saw(morning)
        gifts.decide(search)
        state = apply(morning, dict(enumerate(bids)))
        gifts.saw(state)
        gifts.saved += risked
        positions.append(batch_of([state]))
        decisions.append(gifts.decide(search))
    games = concat(positions)
    width = max(decision.actions.shape[1] for decision in decisions)
    first, _ = distinct(games)  # several pairs of bids may lead to the same position
    actions = np.concatenate([_widened(decision.actions, width) for decision in decisions])
    chances = np.concatenate([_widened(decision.probabilities, width) for decision in decisions])
    return FirstPurchases(take(games, first), actions[first], chances[first])


def _widened(array: NDArray[Any], width: int) -> NDArray[Any]:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))
