"""Look-ahead: the tree of the rest of the day, expanded by the rules, with learned values at the leaves.

A simultaneous decision is a matrix game, solved for an equilibrium. A fight is a game of perfect information, because
the attacking card and earlier answers are seen: each seat maximises its own value (max^n, Luckhardt and Irani 1986;
with two seats minimax). At tables of three and four a seat of a rule-bound type (see `rivals.types`) plays as its type
does.

Dimensions: those of `node`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, apply_chosen, choices
from economancy.arrays.games import ATTACKING, BUYING, Bools, Games, take
from economancy.arrays.rules import dawn, night
from economancy.rivals.level_one import Forecast, looks_ahead
from economancy.rivals.types import as_typed, chooses
from economancy.search.guess import Guess
from economancy.search.matrix_game import solve
from economancy.search.node import Floats, Node, against, allowed_joint, expected, outcomes_against
from economancy.search.value import AT_ONCE, Outcomes, Value
from gamekit.deadline import NO_DEADLINE, Deadline, TimeUpError
from gamekit.solve.regret_matching import solve_n

ITERATIONS = 100
"""Iterations of regret matching at tables of more than two (guessed)."""

HURRIED = 20
"""The same once time is up (guessed: the average of fewer is little more than uniform)."""

BREADTH = {3: 6, 4: 5}
"""The most purchases considered for a seat, by the number of seats: the best ones if all others pass (guessed)."""

MANY_ANSWERS = 64
"""With more joint answers to a card than this, at tables of three and four, only the best BREADTH answers of each seat
are considered (guessed; a single position was checked).
"""

DRAWS = {2: 0.5, 3: 0.1, 4: 0.1}
"""The value of a draw, as a share of a win, by the number of seats (at two: see commit aa6f6dc; at more less,
because tournaments count wins).
"""

BRANCHES = 8
"""The budget in positions that an attack position needs to be expanded: about its number of successors (guessed)."""


@dataclass(frozen=True)
class Search:
    """A look-ahead with `value` at the leaves.

    `draw`: the value of a draw, as a share of a win; with two seats the second seat counts it as 1 - `draw`.
    `going_on`: the probability that the game continues at each dawn, else it is a draw. Training uses less than 1: it
    keeps the values of games that nobody can win from drifting.
    `positions`: about how many positions of a game's fights may be expanded before the leaves are valued; the answers
    to a named card always are. `iterations`: of regret matching at more than two seats. `at_once`: the number of joint
    actions expanded in one batch. `limit`: when to stop, looked at before each batch.
    """

    value: Value
    draw: float = 0.5
    going_on: float = 1.0
    positions: int = 0
    iterations: int = ITERATIONS
    at_once: int = AT_ONCE
    limit: Deadline = NO_DEADLINE

    def solve(
        self,
        games: Games,
        positions: Floats | None = None,
        guess: Guess | None = None,
        shown: Mapping[int, int] = MappingProxyType({}),
        forecast: Forecast | None = None,
    ) -> Node:
        """Solve the decision that games await, the same kind in all of them. Raises ValueError if they have ended.

        `positions` [B]: the budget of each game, instead of the search's own. `guess`: the games are one Bayesian game;
        a seat that looks ahead cannot tell them apart and plays one strategy in all of them. `shown`: seat -> slot of
        the cards that defenders have been seen to answer with. `forecast`: strategies of the seats that it covers.

        Raises TimeUpError when the limit has passed. A Bayesian game is then solved for those of its games, the first
        ones, that were looked at in time: the node has these alone. Only if there is none, the error is raised.
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
        joint = self._expand(games, named, positions, partly=guess is not None)
        if guess and len(joint) < len(games):
            games = take(games, np.arange(len(joint)))
            named = Choices(named.actions[: len(joint)], named.legal[: len(joint)])
            guess, forecast = guess.first(len(joint)), forecast and forecast.first(len(joint))
        if games.phase[0] == ATTACKING:
            return self._in_turn(games, named, joint)
        strategies = self._equilibrium(games, named, joint, guess, forecast)
        return Node(named, joint, strategies, expected(joint, strategies))

    def after(self, games: Games, node: Node, seat: int, action: int) -> Outcomes:
        """Return the outcomes [B, O] of the solved games after an action of a seat, also one that `node` leaves out."""
        actions, legal = node.choices.actions.copy(), node.choices.legal.copy()
        actions[:, seat], legal[:, seat] = action, np.arange(legal.shape[2]) == 0
        named = Choices(actions, legal)
        joint = self._expand(games, named, np.full(len(games), float(self.positions)))
        if games.phase[0] == ATTACKING:
            return against(self._in_turn(games, named, joint), seat)[:, 0]
        return outcomes_against(joint, node.strategies, seat)[:, 0]

    def facing(self, games: Games, named: Choices, strategies: Floats, seat: int) -> Outcomes:
        """Return the outcomes [B, A, O] of a simultaneous decision after each action of a seat, if the others play the
        mixed `strategies` [B, P, A] over the choices.
        """
        joint = self._expand(games, named, np.full(len(games), float(self.positions)))
        return outcomes_against(joint, strategies, seat)

    def _outcomes(self, games: Games, positions: Floats) -> Outcomes:
        """Return the outcomes [B, O] of games: a game whose day is over is valued on the next morning, and fights are
        expanded as far as the budget `positions` [B] allows.
        """
        self.limit.check()
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
        """Return the choices with at most BREADTH purchases or answers of a seat, if there are many: the best ones if
        the other seats pass, or answer with their first choice.
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
        """Return equilibrium strategies [B, P, A] of a simultaneous decision with the outcomes `joint`."""
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
            iterations = self.iterations if self.limit.remaining() else min(self.iterations, HURRIED)
            profile = solve_n(payoffs, iterations, named.legal[rows], given[rows], common)
            strategies[rows] = profile.strategies
        return strategies

    def _best(self, legal: Bools, joint: Outcomes, strategies: Floats, seat: int) -> Floats:
        """Return the pure best response [R, A] of a seat, among `legal` actions [R, A], to the others' strategies."""
        utility = np.where(legal, self.utility(outcomes_against(joint, strategies, seat), seat), -np.inf)
        best = np.zeros(legal.shape, np.float32)
        best[np.arange(len(best)), utility.argmax(axis=1)] = 1
        return best

    def _in_turn(self, games: Games, named: Choices, joint: Outcomes) -> Node:
        """Solve a fight's answers by max^n: the seats choose in order, and each sees the earlier choices."""
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
        """Return the index of the action that a seat takes, by `utility`, for each choice of earlier seats
        [B, A1, ...].
        """
        legal = named.legal[:, seat, : utility.shape[-1]].reshape(len(games), *(1,) * seat, -1)
        picks: NDArray[np.intp] = np.where(legal, utility, -np.inf).argmax(axis=-1)
        return picks

    def _expand(self, games: Games, named: Choices, positions: Floats, partly: bool = False) -> Outcomes:
        """Return the outcomes after each joint action, [B, A1, ..., AP, O]; 0 where it is not legal.

        The budget `positions` [B] of each game is shared equally by its joint actions. With `partly` the games that
        are done when time is up come back, if there are any.
        """
        allowed = allowed_joint(named.legal)
        index = np.nonzero(allowed)
        rows = index[0]
        actions = np.array([named.actions[rows, seat, index[seat + 1]] for seat in range(games.seats)]).T
        joint = np.zeros((*allowed.shape, games.seats + 1), np.float32)
        share = positions / allowed.reshape(len(games), -1).sum(axis=1)
        for first in range(0, len(rows), self.at_once):
            part = slice(first, first + self.at_once)
            after = apply_chosen(take(games, rows[part]), actions[part])
            try:
                joint[tuple(axis[part] for axis in index)] = self._outcomes(after, share[rows[part]])
            except TimeUpError:
                if partly and rows[first]:
                    return joint[: rows[first]]
                raise
        return joint

    def utility(self, outcomes: Outcomes, seat: int) -> NDArray[np.float32]:
        """Return the utility [...] of outcomes [..., O] for a seat: its win 1, a draw as `draw` says."""
        draw = 1 - self.draw if outcomes.shape[-1] == 3 and seat == 1 else self.draw
        utility: NDArray[np.float32] = outcomes[..., seat] + np.float32(draw) * outcomes[..., -1]
        return utility

    def _utilities(self, outcomes: Outcomes) -> NDArray[np.float32]:
        """Return the utility [..., P] of outcomes [..., O] for each seat."""
        return np.stack([self.utility(outcomes, seat) for seat in range(outcomes.shape[-1] - 1)], axis=-1)
