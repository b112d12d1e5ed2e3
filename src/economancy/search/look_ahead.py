"""Looks ahead: what may follow a decision is played out by the rules, valued, and solved as a game.

Everybody who decides at once plays a matrix game, which is solved for an equilibrium; fights are games of perfect
information, for an attacker's card is seen before it is answered, and so are earlier answers: each seat takes what is
best for it (max^n, Luckhardt and Irani 1986; with two seats minimax). At tables of three and four a seat whose player
is known to be of some type (see `rivals.types`) does what such players do.

Dimensions: B games, P seats, A actions that a seat may choose from, O = P + 1 outcomes (see `value`). Joint actions
have an axis for each seat, A1 to AP, only as long as the seat has choices in any of the games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, apply_chosen, choices
from economancy.arrays.games import ATTACKING, BUYING, Bools, Games, take
from economancy.arrays.rules import dawn, night
from economancy.rivals.level_one import Forecast, looks_ahead
from economancy.rivals.types import as_typed, chooses
from economancy.search.guess import Guess
from economancy.search.value import AT_ONCE, Outcomes, Value
from gamekit.solve.matrix_game import solve
from gamekit.solve.regret_matching import solve_n

Floats = NDArray[np.floating[Any]]

ITERATIONS = 100
"""Of regret matching at tables of more than two (guessed: with prediction fewer do than the notes' 250)."""


BREADTH = {3: 6, 4: 5}
"""So many purchases are looked at of one seat at tables of three and four: the best while the others pass (guessed)."""

MANY_ANSWERS = 64
"""Of more joint answers to a card at such tables each seat's best BREADTH are looked at: with eleven kinds of cards it
takes a fifth of the time and finds the same (measured once, in one position).
"""

DRAWS = {2: 0.5, 3: 0.1, 4: 0.1}
"""What a draw is worth of a win, by the number of seats. At two with less than half, 0.35, we shun the line in the base
shop that draws, and an exact best response over two days scores 0.548 from the start instead of 0.500 (measured); at
more tournaments count wins (from the notes on strength).
"""

BRANCHES = 8
"""A position in an attack is looked at further if it may cost so many positions: about as many follow it (guessed)."""


class Node(NamedTuple):
    """A solved decision: what each seat may do, how often it does, and how the game may end."""

    choices: Choices
    joint: Outcomes  # [B, A1, ..., AP, O] after each joint action; 0 where one is not legal
    strategies: Floats  # [B, P, A]
    outcomes: Outcomes  # [B, O] under the strategies
    replied: Outcomes | None = None  # [B, P, A, O] if they choose in turn: after each action, the later seats replying


@dataclass(frozen=True)
class Search:
    """A look ahead over the leaf values `value`.

    Each seat counts a draw as `draw` of a win; with two the second seat counts it as what is left. At each dawn
    the game goes on with the chance `going_on`, else it is drawn: less than 1 in training, where it keeps the values of
    games that nobody can win from drifting. Fights are played out before what follows is valued as far as about so many
    `positions` of a game allow, and one after a card has been named in any case. Equilibria of more than two seats take
    so many `iterations`. What follows is played out for so many joint actions `at_once`.
    """

    value: Value
    draw: float = 0.5
    going_on: float = 1.0
    positions: int = 0
    iterations: int = ITERATIONS
    at_once: int = AT_ONCE

    def solve(
        self,
        games: Games,
        positions: Floats | None = None,
        guess: Guess | None = None,
        shown: Mapping[int, int] = MappingProxyType({}),
        forecast: Forecast | None = None,
    ) -> Node:
        """Solve the decision that games await, in all of them the same kind. Raises ValueError if they have ended.

        `positions` [B] are looked at of each game at most, unless it is the search's own number. With a `guess` the
        games are one, and seats that look ahead, which cannot tell them apart, choose at once with others as in all of
        them. The seats of `shown` have been seen to answer with the cards in these slots. Seats of which the
        `forecast` expects something choose so.
        """
        if positions is None:
            positions = np.full(len(games), float(self.positions))
        named = choices(games)
        if games.seats > 2:
            if forecast:
                chances = forecast.of(named)
                named = Choices(named.actions, named.legal & ((chances > 0) | ~chances.any(axis=2, keepdims=True)))
            named = self._narrowed(games, as_typed(games, named).compact(), guess, forecast)
            for seat, slot in shown.items():
                named.actions[:, seat], named.legal[:, seat] = slot, np.arange(named.legal.shape[2]) == 0
            named = named.compact()
        joint = self._expand(games, named, positions)
        if games.phase[0] == ATTACKING:
            return self._in_turn(games, named, joint)
        strategies = self._equilibrium(games, named, joint, guess, forecast)
        return Node(named, joint, strategies, expected(joint, strategies))

    def after(self, games: Games, node: Node, seat: int, action: int) -> Outcomes:
        """Return how games that `node` solves may end after an action of a seat, looked at there or not, [B, O]."""
        actions, legal = node.choices.actions.copy(), node.choices.legal.copy()
        actions[:, seat], legal[:, seat] = action, np.arange(legal.shape[2]) == 0
        named = Choices(actions, legal)
        joint = self._expand(games, named, np.full(len(games), float(self.positions)))
        if games.phase[0] == ATTACKING:
            return against(self._in_turn(games, named, joint), seat)[:, 0]
        return _against(joint, node.strategies, seat)[:, 0]

    def facing(self, games: Games, named: Choices, strategies: Floats, seat: int) -> Outcomes:
        """Return how games in which all choose at once may end after each action of a seat, [B, A, O], if the others
        keep to these strategies, [B, P, A], over the choices.
        """
        joint = self._expand(games, named, np.full(len(games), float(self.positions)))
        return _against(joint, strategies, seat)

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

    def _narrowed(self, games: Games, named: Choices, guess: Guess | None, forecast: Forecast | None) -> Choices:
        """Return the choices, of many purchases or answers only the best while the other seats pass, or answer with
        the first card that they look at.
        """
        breadth = BREADTH[games.seats]
        number = named.legal.sum(axis=2)
        if named.legal.shape[2] <= breadth:
            return named
        if games.phase[0] == BUYING:
            many = (number > breadth) & chooses(games)
        elif games.attacker_card[0]:
            many = (number > breadth) & (number.prod(axis=1) > MANY_ANSWERS)[:, None]
        else:
            return named
        rows, seats, places = np.nonzero(named.legal & many[:, :, None])
        if not len(rows):
            return named
        actions = named.actions[rows, :, 0] * (games.phase[0] == ATTACKING)
        actions[np.arange(len(rows)), seats] = named.actions[rows, seats, places]
        outcomes = self._outcomes(apply_chosen(take(games, rows), actions), np.zeros(len(rows)))
        worth = np.full(named.legal.shape, -np.inf, np.float32)
        worth[rows, seats, places] = self._utilities(outcomes)[np.arange(len(rows)), seats]
        if guess:
            ahead = looks_ahead(games, forecast)
            common = np.einsum("bp,bpa->pa", guess.shares(ahead), np.where(np.isfinite(worth), worth, 0))
            worth = np.where(ahead[:, :, None], common, worth)
        worth = np.where(named.legal, worth, -np.inf)
        least = np.sort(worth, axis=2)[:, :, -breadth]
        return Choices(named.actions, named.legal & ((worth >= least[:, :, None]) | ~many[:, :, None]))

    def _equilibrium(
        self, games: Games, named: Choices, joint: Outcomes, guess: Guess | None, forecast: Forecast | None
    ) -> Floats:
        """Return the strategies [B, P, A] of seats that choose at once, after which joint actions end as `joint`."""
        if games.seats == 2:
            payoffs, legal = self.utility(joint, 0), named.legal
            solution = solve(payoffs, row_legal=legal[:, 0], column_legal=legal[:, 1])
            return np.stack([solution.row, solution.column], axis=1)
        learns = looks_ahead(games, forecast) & (named.legal.sum(axis=2) > 1)
        weights = named.legal.astype(np.float32)
        if forecast:
            chances = forecast.of(named)
            weights = np.where(chances.any(axis=2, keepdims=True), chances, weights).astype(np.float32)
        strategies: Floats = weights / weights.sum(axis=2, keepdims=True)
        given = np.where(learns[:, :, None], np.float32(0), strategies)
        learners = learns.sum(axis=1)
        if guess is None:
            for seat in range(games.seats):
                rows = np.flatnonzero((learners == 1) & learns[:, seat])
                if len(rows):
                    strategies[rows, seat] = self._best(named.legal[rows, seat], joint[rows], strategies[rows], seat)
        rows = np.flatnonzero(learners >= (2 if guess is None else 0))
        if len(rows):
            payoffs = np.moveaxis(self._utilities(joint[rows]), -1, 1)
            common = guess and guess.shares(learns)
            profile = solve_n(payoffs, self.iterations, named.legal[rows], given[rows], common)
            strategies[rows] = profile.strategies
        return strategies

    def _best(self, legal: Bools, joint: Outcomes, strategies: Floats, seat: int) -> Floats:
        """Return the pure best response [R, A] of a seat, by its legal actions [R, A], to the others' strategies."""
        utility = np.where(legal, self.utility(_against(joint, strategies, seat), seat), -np.inf)
        best = np.zeros(legal.shape, np.float32)
        best[np.arange(len(best)), utility.argmax(axis=1)] = 1
        return best

    def _in_turn(self, games: Games, named: Choices, joint: Outcomes) -> Node:
        """Solve choices that each seat makes when it has seen those of the seats before it."""
        chosen, picks, stages = joint, [], []
        for seat in reversed(range(games.seats)):
            best = self._pick(games, named, seat, self.utility(chosen, seat))
            picks.append(best)
            stages.append(chosen)
            chosen = np.take_along_axis(chosen, best[..., None, None], axis=-2)[..., 0, :]
        strategies = np.zeros(named.legal.shape, np.float32)
        replied = np.zeros((*named.legal.shape, games.seats + 1), np.float32)
        path: tuple[NDArray[Any], ...] = (np.arange(len(games)),)
        for seat, (best, stage) in enumerate(zip(reversed(picks), reversed(stages), strict=True)):
            replied[:, seat, : stage.shape[seat + 1]] = stage[path]
            path = (*path, best[path])
            strategies[path[0], seat, path[-1]] = 1
        return Node(named, joint, strategies, chosen, replied)

    def _pick(self, games: Games, named: Choices, seat: int, utility: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return the place of the action of a seat, [B, A1, ...] for the choices before its own, worth `utility`."""
        legal = named.legal[:, seat, : utility.shape[-1]].reshape(len(games), *(1,) * seat, -1)
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
        for first in range(0, len(rows), self.at_once):
            part = slice(first, first + self.at_once)
            after = apply_chosen(take(games, rows[part]), actions[part])
            joint[tuple(axis[part] for axis in index)] = self._outcomes(after, share[rows[part]])
        return joint

    def utility(self, outcomes: Outcomes, seat: int) -> NDArray[np.float32]:
        """Return what outcomes [..., O] are worth to a seat."""
        draw = 1 - self.draw if outcomes.shape[-1] == 3 and seat == 1 else self.draw
        utility: NDArray[np.float32] = outcomes[..., seat] + np.float32(draw) * outcomes[..., -1]
        return utility

    def _utilities(self, outcomes: Outcomes) -> NDArray[np.float32]:
        """Return what outcomes [..., O] are worth to each seat, [..., P]."""
        return np.stack([self.utility(outcomes, seat) for seat in range(outcomes.shape[-1] - 1)], axis=-1)


def _joint(legal: Bools) -> Bools:
    """Return which joint actions are legal, [B, A1, ..., AP], where seats may choose those of `legal` [B, P, A]."""
    batch, seats, actions = legal.shape
    allowed = np.ones((batch, *(1,) * seats), bool)
    for seat in range(seats):
        number = actions if seats == 2 else int(np.flatnonzero(legal[:, seat].any(axis=0))[-1]) + 1
        shape = [batch, *(1,) * seats]
        shape[seat + 1] = number
        allowed = allowed & np.reshape(legal[:, seat, :number], shape)
    return allowed


def expected(joint: Outcomes, strategies: Floats) -> Outcomes:
    """Return the mean of `joint` [B, A1, ..., AP, O] over strategies [B, P, A], [B, O]."""
    for seat in reversed(range(strategies.shape[1])):
        shape = (len(joint), *(1,) * seat, -1, 1)
        joint = (joint * strategies[:, seat, : joint.shape[seat + 1]].reshape(shape)).sum(axis=-2)
    return joint.astype(np.float32)


def against(node: Node, seat: int) -> Outcomes:
    """Return how the games will end after each action of a seat, [B, A, O], the others keeping to their strategies;
    those who choose later reply.
    """
    return _against(node.joint, node.strategies, seat) if node.replied is None else node.replied[:, seat]


def _against(joint: Outcomes, strategies: Floats, seat: int) -> Outcomes:
    joint = np.moveaxis(joint, seat + 1, 1)
    for other in reversed([other for other in range(strategies.shape[1]) if other != seat]):
        weights = strategies[:, other, : joint.shape[-2]]
        joint = (joint * weights.reshape(len(joint), *(1,) * (joint.ndim - 3), -1, 1)).sum(axis=-2)
    outcomes = np.zeros((len(joint), strategies.shape[2], joint.shape[-1]), np.float32)
    outcomes[:, : joint.shape[1]] = joint
    return outcomes
