"""Looks ahead: what may follow a decision is played out by the rules, valued, and solved as a game.

Everybody who decides at once plays a matrix game, which is solved for an equilibrium; fights are games of perfect
information, for an attacker's card is seen before it is answered, and so are earlier answers: each seat takes what is
best for it (max^n, Luckhardt and Irani 1986; with two seats minimax).

Dimensions: B games, P seats, A actions that a seat may choose from, O = P + 1 outcomes (see `value`).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.batch import ATTACKING, Bools, Games, take
from economancy.batch_rules import dawn, night
from economancy.choices import Choices, apply_chosen, choices
from economancy.value import Outcomes, Value
from gamekit.matrix_game import solve
from gamekit.regret_matching import solve_n

Floats = NDArray[np.floating[Any]]

ITERATIONS = 300
"""Of regret matching at tables of more than two (from the notes on strength: 250 to 400)."""


BRANCHES = 8
"""A position in an attack is looked at further if it may cost so many positions: about as many follow it (guessed)."""


class Node(NamedTuple):
    """A solved decision: what each seat may do, how often it does, and how the game may end."""

    choices: Choices
    joint: Outcomes  # [B, A1, ..., AP, O] after each joint action; 0 where one is not legal
    strategies: Floats  # [B, P, A]
    outcomes: Outcomes  # [B, O] under the strategies


@dataclass(frozen=True)
class Search:
    """A look ahead over the leaf values `value`.

    The first seat counts a draw as `draw` of a win; with two seats the other counts it as what is left. At each dawn
    the game goes on with the chance `going_on`, else it is drawn: less than 1 in training, where it keeps the values of
    games that nobody can win from drifting. Fights are played out before what follows is valued as far as about so many
    `positions` of a game allow, and one after a card has been named in any case.
    """

    value: Value
    draw: float = 0.5
    going_on: float = 1.0
    positions: int = 0

    def solve(self, games: Games, positions: Floats | None = None) -> Node:
        """Solve the decision that games await, in all of them the same kind. Raises ValueError if they have ended.

        `positions` [B] are looked at of each game at most, unless it is the search's own number.
        """
        named = choices(games)
        joint = self._expand(
            games, named, np.full(len(games), float(self.positions)) if positions is None else positions
        )
        solve = self._in_turn if games.phase[0] == ATTACKING else self._at_once
        return solve(games, named, joint)

    def after(self, games: Games, node: Node, seat: int, action: int) -> Outcomes:
        """Return how games that `node` solves may end after an action of a seat, looked at there or not, [B, O]."""
        actions, legal = node.choices.actions.copy(), node.choices.legal.copy()
        actions[:, seat], legal[:, seat] = action, np.arange(legal.shape[2]) == 0
        named = Choices(actions, legal)
        budget = np.full(len(games), float(self.positions))
        return against(node._replace(choices=named, joint=self._expand(games, named, budget)), seat)[:, 0]

    def _outcomes(self, games: Games, positions: Floats) -> Outcomes:
        """Return how games will end, [B, O]: those whose day is over on the next morning, fights played out if so many
        `positions` [B] allow it.
        """
        over = night(games)
        fighting = games.phase == ATTACKING
        solved = fighting & ((games.attacker_card > 0) | (positions >= BRANCHES))
        found = np.empty((len(games), games.seats + 1), np.float32)
        for chosen, look in ((over, self._mornings), (~over & ~solved, self.value)):
            if chosen.any():
                found[chosen] = look(take(games, np.flatnonzero(chosen)))
        for named in (False, True):
            rows = np.flatnonzero(solved & ((games.attacker_card > 0) == named))
            if len(rows):
                found[rows] = self.solve(take(games, rows), positions[rows]).outcomes
        return found

    def _mornings(self, games: Games) -> Outcomes:
        outcomes = self.going_on * self.value(dawn(games))
        outcomes[:, -1] += 1 - self.going_on
        return outcomes

    def _at_once(self, games: Games, named: Choices, joint: Outcomes) -> Node:
        strategies = self._equilibrium(games, named, joint)
        return Node(named, joint, strategies, expected(joint, strategies))

    def _equilibrium(self, games: Games, named: Choices, joint: Outcomes) -> Floats:
        """Return the strategies [B, P, A] of seats that choose at once, after which joint actions end as `joint`."""
        if games.seats == 2:
            payoffs, legal = self._utility(joint, 0), named.legal
            solution = solve(payoffs, row_legal=legal[:, 0], column_legal=legal[:, 1])
            return np.stack([solution.row, solution.column], axis=1)
        payoffs = np.stack([self._utility(joint, seat) for seat in range(games.seats)], axis=1)
        return solve_n(payoffs, ITERATIONS, named.legal).strategies

    def _in_turn(self, games: Games, named: Choices, joint: Outcomes) -> Node:
        """Solve choices that each seat makes when it has seen those of the seats before it."""
        chosen, picks = joint, []
        for seat in reversed(range(games.seats)):
            best = self._pick(games, named, seat, self._utility(chosen, seat))
            picks.append(best)
            chosen = np.take_along_axis(chosen, best[..., None, None], axis=-2)[..., 0, :]
        strategies = np.zeros(named.legal.shape, np.float32)
        path: tuple[NDArray[Any], ...] = (np.arange(len(games)),)
        for seat, best in enumerate(reversed(picks)):
            path = (*path, best[path])
            strategies[path[0], seat, path[-1]] = 1
        return Node(named, joint, strategies, chosen)

    def _pick(self, games: Games, named: Choices, seat: int, utility: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return the place of the action of a seat, [B, A1, ...] for the choices before its own, worth `utility`."""
        legal = named.legal[:, seat].reshape(len(games), *(1,) * seat, -1)
        picks: NDArray[np.intp] = np.where(legal, utility, -np.inf).argmax(axis=-1)
        return picks

    def _expand(self, games: Games, named: Choices, positions: Floats) -> Outcomes:
        """Return how the games will end after each joint action, [B, A1, ..., AP, O]; 0 where it is not legal.

        The `positions` [B] that may be looked at of each game are shared equally among its joint actions.
        """
        allowed = _joint(named.legal)
        index = np.nonzero(allowed)
        rows = index[0]
        actions = np.array([named.actions[rows, seat, index[seat + 1]] for seat in range(games.seats)]).T
        joint = np.zeros((*allowed.shape, games.seats + 1), np.float32)
        share = positions / allowed.reshape(len(games), -1).sum(axis=1)
        joint[index] = self._outcomes(apply_chosen(take(games, rows), actions), share[rows])
        return joint

    def _utility(self, outcomes: Outcomes, seat: int) -> NDArray[np.float32]:
        """Return what outcomes [..., O] are worth to a seat."""
        seats = outcomes.shape[-1] - 1
        draw = self.draw if seat == 0 else (1 - self.draw) / (seats - 1)
        utility: NDArray[np.float32] = outcomes[..., seat] + np.float32(draw) * outcomes[..., -1]
        return utility


def _joint(legal: Bools) -> Bools:
    """Return which joint actions are legal, [B, A1, ..., AP], where seats may choose those of `legal` [B, P, A]."""
    batch, seats, actions = legal.shape
    allowed = np.ones((batch, *(1,) * seats), bool)
    for seat in range(seats):
        shape = [batch, *(1,) * seats]
        shape[seat + 1] = actions
        allowed = allowed & np.reshape(legal[:, seat], shape)
    return allowed


def expected(joint: Outcomes, strategies: Floats) -> Outcomes:
    """Return the mean of `joint` [B, A1, ..., AP, O] over strategies [B, P, A], [B, O]."""
    for seat in reversed(range(strategies.shape[1])):
        shape = (len(joint), *(1,) * seat, -1, 1)
        joint = (joint * strategies[:, seat].reshape(shape)).sum(axis=-2)
    return joint.astype(np.float32)


def against(node: Node, seat: int) -> Outcomes:
    """Return how the games will end after each action of a seat, the others keeping to their strategies, [B, A, O]."""
    joint = np.moveaxis(node.joint, seat + 1, 1)
    for other in reversed([other for other in range(node.strategies.shape[1]) if other != seat]):
        weights = node.strategies[:, other]
        joint = (joint * weights.reshape(len(joint), *(1,) * (joint.ndim - 3), -1, 1)).sum(axis=-2)
    return joint.astype(np.float32)
