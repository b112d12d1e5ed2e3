"""The decision of one seat by a search: a mixed strategy over its actions, for many games at once.

Dimensions: B games, A actions, O outcomes (see `value`); with two seats the deciding seat comes first.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.games import Bools, Games, distinct, take
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.search.node import Floats, Node, against
from economancy.search.value import Outcomes

if TYPE_CHECKING:
    from numpy.random import Generator  # its import takes 10 ms, and no first answer at two seats needs it

PRUNED = {2: 0.02, 3: 0.1, 4: 0.1}
"""Actions with a lower probability are not played, by the number of seats: they are mostly noise of the values (from
earlier experiments). At two seats only very rare ones are left out: leaving an action out lets an adversary profit
(measured with `economancy exploit`).
"""


class Decision(NamedTuple):
    """The actions of a seat, as `arrays.rules` takes them, and the mixture that it plays."""

    actions: NDArray[np.integer[Any]]  # [B, A]
    legal: Bools  # [B, A]
    probabilities: Floats  # [B, A]
    after: Outcomes  # [B, A, O] the outcomes after each action, given the other seats' strategies
    outcomes: Outcomes  # [B, O]

    def sample(self, rng: "Generator") -> NDArray[np.integer[Any]]:
        """Return an action of each game, [B]."""
        return drawn(self.actions, self.probabilities, rng)

    def best(self) -> NDArray[np.integer[Any]]:
        """Return the most probable action of each game, [B]."""
        return np.take_along_axis(self.actions, self.probabilities.argmax(axis=1)[:, None], axis=1)[:, 0]


def decide(search: Search, games: Games, seat: int, pruned: float | None = None) -> Decision:
    """Return the decision of a seat in games that all await the same kind of choice from it.

    Actions rarer than `pruned`, or than PRUNED, are left out. With two seats the games are rotated so that this seat is
    the first, because the draw value is that of seat 0; with more they are not, because the order of the seats matters
    in a fight. Equal games are solved once: self-play of equilibrium strategies meets few distinct positions.
    """
    if len(games) > 1:
        first, places = distinct(games)
        if len(first) < len(games):
            once = decide(search, take(games, first), seat, pruned)
            return Decision._make(array[places] for array in once)
    if games.seats == 2:
        return decision_of(search.solve(rotated(games, seat)), 0, pruned)
    return decision_of(search.solve(games), seat, pruned)


def decision_of(node: Node, seat: int, pruned: float | None = None) -> Decision:
    """Return the decision of one seat at a solved node, without actions rarer than `pruned`, or than PRUNED."""
    if pruned is None:
        pruned = PRUNED[node.strategies.shape[1]]
    probabilities = without_rare(node.strategies[:, seat], pruned)
    return Decision(
        node.choices.actions[:, seat], node.choices.legal[:, seat], probabilities, against(node, seat), node.outcomes
    )


def without_rare(strategies: Floats, pruned: float) -> Floats:
    """Return mixed strategies [..., A] without actions rarer than `pruned`; the likeliest action always stays."""
    kept: Floats = np.where(strategies >= np.minimum(pruned, strategies.max(axis=-1, keepdims=True)), strategies, 0)
    kept /= kept.sum(axis=-1, keepdims=True)
    return kept


def drawn(actions: NDArray[np.integer[Any]], strategies: Floats, rng: "Generator") -> NDArray[np.integer[Any]]:
    """Return one of the actions [..., A], drawn from each mixed strategy over them."""
    reach = np.cumsum(strategies, axis=-1)
    points = rng.random(strategies.shape[:-1])[..., None] * reach[..., -1:]
    index: NDArray[np.intp] = (reach <= points).sum(axis=-1)
    return np.take_along_axis(actions, index[..., None], axis=-1)[..., 0]
