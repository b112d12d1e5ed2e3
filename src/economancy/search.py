"""Looks ahead: what may follow a decision is played out by the rules, valued, and solved as a game.

Everybody who decides at once plays a matrix game, which is solved for an equilibrium; fights are games of perfect
information, for an attacker's card is seen before it is answered, and so are earlier answers: each seat takes what is
best for it (max^n, Luckhardt and Irani 1986; with two seats minimax).

Dimensions: B games, P seats, A actions that a seat may choose from, O = P + 1 outcomes (see `value`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy import choices
from economancy.batch import ATTACKING, Bools, Games, take
from economancy.batch_rules import (
    apply_attack,
    apply_bids,
    apply_defence,
    apply_purchases,
    attackers,
    dawn,
    defenders,
    is_seat,
    night,
    of_seat,
)
from economancy.choices import Choices
from economancy.value import Outcomes, Value
from gamekit.matrix_game import solve
from gamekit.regret_matching import solve_n

Floats = NDArray[np.floating[Any]]

ITERATIONS = 300
"""Of regret matching at tables of more than two (from the notes on strength: 250 to 400)."""


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
    games that nobody can win from drifting. So many `fights` are played out before what follows is valued, and one more
    after a card has been named, but none that more than `positions` positions await.
    """

    value: Value
    draw: float = 0.5
    going_on: float = 1.0
    fights: int = 0
    positions: int = 0

    def solve_bids(self, games: Games) -> Node:
        """Solve the bidding of games."""
        return self._solve_at_once(games, choices.bids(games), apply_bids)

    def solve_purchases(self, games: Games) -> Node:
        """Solve a round of purchases of games in which somebody has a buy left."""
        named = choices.purchases(games)

        def buy(children: Games, actions: NDArray[Any]) -> Games:
            return apply_purchases(children, actions.astype(np.int16, order="F"))

        return self._solve_at_once(games, named, buy)

    def solve_attack(self, games: Games) -> Node:
        """Solve the choice of the attacker's card; the others have one action, 0, and so has a seat in `joint`."""
        seat = games.attacker
        usable = attackers(of_seat(games.cards, seat), of_seat(games.uses, seat))
        slots = choices.fighters(usable, of_seat(games.uses, seat))
        stop = np.zeros_like(slots.actions[:, :1])
        own = Choices(np.concatenate([stop, slots.actions], axis=1), np.concatenate([stop == 0, slots.legal], axis=1))
        named = self._for_seats(own, is_seat(seat, games.seats)).compact()

        def attack(children: Games, actions: NDArray[Any]) -> Games:
            return apply_attack(children, actions.sum(axis=1, dtype=np.int8))

        return self._solve_in_turn(games, named, attack)

    def solve_defence(self, games: Games) -> Node:
        """Solve the answers to a named card, of each seat in order; who has none to give has one action, 0."""
        own = choices.fighters(defenders(games.cards, games.uses), games.uses)
        return self._solve_in_turn(games, self._for_seats(own, ~is_seat(games.attacker, games.seats)), apply_defence)

    def outcomes(self, games: Games) -> Outcomes:
        """Return how games will end, [B, O], once the days that are over have given way to the next morning."""
        over = night(games)
        if over.any():
            found = np.empty((len(games), games.seats + 1), np.float32)
            mornings, rest = np.flatnonzero(over), np.flatnonzero(~over)
            found[mornings] = self.going_on * self.value(dawn(take(games, mornings)))
            found[mornings, -1] += 1 - self.going_on
            found[rest] = self._outcomes_by_day(take(games, rest))
            return found
        return self._outcomes_by_day(games)

    def _outcomes_by_day(self, games: Games) -> Outcomes:
        fighting = games.phase == ATTACKING
        named = fighting & (games.attacker_card > 0)
        deeper = fighting & ~named
        if not self.fights or deeper.sum() > self.positions:
            deeper[:] = False
        if not (named.any() or deeper.any()):
            return self.value(games)
        found = np.empty((len(games), games.seats + 1), np.float32)
        further = replace(self, fights=self.fights - 1)
        for chosen, look in (
            (named, lambda part: self.solve_defence(part).outcomes),
            (deeper, lambda part: further.solve_attack(part).outcomes),
            (~named & ~deeper, self.value),
        ):
            if chosen.any():
                rows = np.flatnonzero(chosen)
                found[rows] = look(take(games, rows))
        return found

    def _solve_at_once(self, games: Games, named: Choices, play: Callable[[Games, NDArray[Any]], Games]) -> Node:
        named = named.compact()
        joint = self._expand(games, named, play)
        if games.seats == 2:
            solution = solve(
                joint[..., 0] + self.draw * joint[..., 2], row_legal=named.legal[:, 0], column_legal=named.legal[:, 1]
            )
            strategies: Floats = np.stack([solution.row, solution.column], axis=1)
        else:
            payoffs = np.stack([self._utility(joint, seat) for seat in range(games.seats)], axis=1)
            strategies = solve_n(payoffs, ITERATIONS, named.legal).strategies
        return Node(named, joint, strategies, _expected(joint, strategies))

    def _solve_in_turn(self, games: Games, named: Choices, play: Callable[[Games, NDArray[Any]], Games]) -> Node:
        """Solve choices that each seat makes when it has seen those of the seats before it."""
        joint = self._expand(games, named, play)
        chosen, picks = joint, []
        for seat in reversed(range(games.seats)):
            utility = self._utility(chosen, seat)  # [B, A1, ..., Aseat]
            legal = named.legal[:, seat].reshape(len(games), *(1,) * seat, -1)
            best = np.where(legal, utility, -np.inf).argmax(axis=-1)  # [B, A1, ..., Aseat-1]
            picks.append(best)
            chosen = np.take_along_axis(chosen, best[..., None, None], axis=-2)[..., 0, :]
        strategies = np.zeros(named.legal.shape, np.float32)
        path: tuple[NDArray[Any], ...] = (np.arange(len(games)),)
        for seat, best in enumerate(reversed(picks)):
            path = (*path, best[path])
            strategies[path[0], seat, path[-1]] = 1
        return Node(named, joint, strategies, chosen)

    def _expand(self, games: Games, named: Choices, play: Callable[[Games, NDArray[Any]], Games]) -> Outcomes:
        """Return how the games will end after each joint action, [B, A1, ..., AP, O]; 0 where it is not legal."""
        allowed = _joint(named.legal)
        index = np.nonzero(allowed)
        rows = index[0]
        actions = np.array([named.actions[rows, seat, index[seat + 1]] for seat in range(games.seats)]).T
        joint = np.zeros((*allowed.shape, games.seats + 1), np.float32)
        joint[index] = self.outcomes(play(take(games, rows), actions))
        return joint

    def _utility(self, outcomes: Outcomes, seat: int) -> NDArray[np.float32]:
        """Return what outcomes [..., O] are worth to a seat."""
        seats = outcomes.shape[-1] - 1
        draw = self.draw if seat == 0 else (1 - self.draw) / (seats - 1)
        utility: NDArray[np.float32] = outcomes[..., seat] + np.float32(draw) * outcomes[..., -1]
        return utility

    @staticmethod
    def _for_seats(own: Choices, deciding: Bools) -> Choices:
        """Return choices of the seats `deciding` [B, P], [B, A] or [B, P, A]; who has none may only do nothing, 0."""
        shape = (*deciding.shape, own.legal.shape[-1])
        actions, legal = (array if array.ndim == 3 else array[:, None] for array in own)
        legal = np.logical_and(np.broadcast_to(legal, shape), deciding[:, :, None])
        idle = ~legal.any(axis=-1, keepdims=True)
        actions = np.concatenate([np.where(legal, actions, 0), np.zeros_like(idle, np.int8)], axis=-1, dtype=np.int8)
        return Choices(actions, np.concatenate([legal, idle], axis=-1)).compact()


def _joint(legal: Bools) -> Bools:
    """Return which joint actions are legal, [B, A1, ..., AP], where seats may choose those of `legal` [B, P, A]."""
    batch, seats, actions = legal.shape
    allowed = np.ones((batch, *(1,) * seats), bool)
    for seat in range(seats):
        shape = [batch, *(1,) * seats]
        shape[seat + 1] = actions
        allowed = allowed & np.reshape(legal[:, seat], shape)
    return allowed


def _expected(joint: Outcomes, strategies: Floats) -> Outcomes:
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
