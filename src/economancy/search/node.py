"""A solved decision of a look-ahead, and what its outcomes are worth under mixed strategies.

Dimensions: B games, P seats, A actions that a seat may choose from, O = P + 1 outcomes (see `value`). Joint actions
have an axis for each seat, A1 to AP, only as long as the seat has choices in any of the games.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices
from economancy.arrays.games import Bools
from economancy.search.value import Outcomes

Floats = NDArray[np.floating[Any]]


class Node(NamedTuple):
    """A solved decision: the choices of each seat, its mixed strategy, and the outcomes."""

    choices: Choices
    joint: Outcomes  # [B, A1, ..., AP, O] after each joint action; 0 where it is not legal
    strategies: Floats  # [B, P, A]
    outcomes: Outcomes  # [B, O] under the strategies
    replied: Outcomes | None = None  # [B, P, A, O] in fights: after each action and the later seats' best replies


def allowed_joint(legal: Bools) -> Bools:
    """Return which joint actions are legal, [B, A1, ..., AP], from the seats' `legal` actions [B, P, A]."""
    batch, seats, actions = legal.shape
    allowed = np.ones((batch, *(1,) * seats), bool)
    for seat in range(seats):
        number = actions if seats == 2 else int(np.flatnonzero(legal[:, seat].any(axis=0))[-1]) + 1
        shape = [batch, *(1,) * seats]
        shape[seat + 1] = number
        allowed = allowed & np.reshape(legal[:, seat, :number], shape)
    return allowed


def expected(joint: Outcomes, strategies: Floats) -> Outcomes:
    """Return the expectation [B, O] of `joint` [B, A1, ..., AP, O] under mixed strategies [B, P, A]."""
    for seat in reversed(range(strategies.shape[1])):
        shape = (len(joint), *(1,) * seat, -1, 1)
        joint = (joint * strategies[:, seat, : joint.shape[seat + 1]].reshape(shape)).sum(axis=-2)
    return joint.astype(np.float32)


def against(node: Node, seat: int) -> Outcomes:
    """Return the outcomes [B, A, O] after each action of a seat, given the others' strategies; in a fight the later
    seats reply.
    """
    return outcomes_against(node.joint, node.strategies, seat) if node.replied is None else node.replied[:, seat]


def outcomes_against(joint: Outcomes, strategies: Floats, seat: int) -> Outcomes:
    """Return the outcomes [B, A, O] after each action of a seat of a simultaneous decision."""
    joint = np.moveaxis(joint, seat + 1, 1)
    for other in reversed([other for other in range(strategies.shape[1]) if other != seat]):
        weights = strategies[:, other, : joint.shape[-2]]
        joint = (joint * weights.reshape(len(joint), *(1,) * (joint.ndim - 3), -1, 1)).sum(axis=-2)
    outcomes = np.zeros((len(joint), strategies.shape[2], joint.shape[-1]), np.float32)
    outcomes[:, : joint.shape[1]] = joint
    return outcomes
