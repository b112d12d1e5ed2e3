"""Our policy at one table, with its memory of the game: the opponent model and the gifts."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from economancy.arrays.games import batch_of
from economancy.policy import searching
from economancy.policy.gifts import Gifts, seen_as_first
from economancy.rivals.answers import shown_answers
from economancy.rivals.level_one import Forecast, Forecasts
from economancy.rivals.opponent_model import Guesses, OpponentModel, guessed
from economancy.rivals.types import PlayerType
from economancy.rules.state import Action, Attacking, Observation, OwnedCard, State
from economancy.search.decision import PRUNED, Decision, without_rare
from economancy.search.guess import Guess
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.node import Node, against
from economancy.search.value import Networks, value_for
from gamekit.deadline import NO_DEADLINE, Deadline, TimeUpError

if TYPE_CHECKING:
    from economancy.search.planning import Plan

ROLLOUTS = 1000
"""Rollouts of a decision in a shop without learned values: about 0.1 s (measured)."""

SEARCH_SHARE = 0.8
"""Of the time of a decision; a busy machine gets the rest: the search looks at the clock between batches, and one takes
10 ms of CPU time at four seats (measured).
"""

HURRIED_SHARE = 0.5
"""Of the time left when the search has no result, for planning instead of it (guessed)."""

PLANNED_AT = (4,)
"""Numbers of seats at which our policy plans against rivals who probably all play by rules."""


@dataclass
class TablePolicy:
    """Our policy for one seat of one game. With learned values it plays by look-ahead: at three and four seats against
    the types of the opponent model, at two seats an equilibrium strategy plus safe exploitation (see `gifts`). Without
    them it plays by rollouts, or where these do not fit by hand-written rules. When time is up before the search has a
    first result, it plans against the likeliest rules, or plays by the hand-written ones.
    """

    values: Callable[[State], Networks | None] = value_for  # the learned values of a state's shop and seats, if any
    rollouts: int = ROLLOUTS  # of a decision without them
    model: OpponentModel = field(default_factory=OpponentModel)
    gifts: Gifts = field(default_factory=Gifts)  # at two seats
    plan: "Plan | None" = field(init=False, default=None)  # against rivals whose types are sure
    last: Observation | None = field(init=False, default=None)
    shown: Mapping[int, int] = field(init=False, default_factory=dict)  # defenders' answers in the last observation

    def __call__(self, observation: Observation, rng: Random, deadline: Deadline) -> Action:
        """Return an action of the observation's seat, which must have a legal one."""
        value = self.values(observation.state)
        if value is not None:
            with suppress(TimeUpError):
                return searching.drawn(observation, self.decide(observation, value, deadline.part(SEARCH_SHARE)), rng)
            with suppress(TimeUpError):
                hurried = self._hurried(observation, deadline.part(HURRIED_SHARE))
                if hurried is not None:
                    return searching.drawn(observation, hurried, rng)
        elif len(observation.state.players) == 2:
            from economancy.policy import montecarlo  # noqa: PLC0415 - most games don't need it

            return montecarlo.choose_action(observation, rng, deadline, self.rollouts)
        from economancy.policy import by_hand  # noqa: PLC0415 - nor this

        return by_hand.choose_action(observation)

    def saw(self, observation: Observation) -> None:
        """Take in a state in which this seat does not choose."""
        if len(observation.state.players) == 2:
            self.gifts.saw(seen_as_first(observation))
        else:
            self.model.saw(observation.state)

    def decide(self, observation: Observation, value: Networks, limit: Deadline = NO_DEADLINE) -> Decision:
        """Return the decision in an observation, a batch of one, by these values, and update the opponent model.

        Raises TimeUpError if the limit passes before there is one.
        """
        state, seat = observation.state, observation.seat
        if len(state.players) == 2:
            self.gifts.saw(seen_as_first(observation))
            return searching.deepened(self.gifts.decide, observation, value, limit)
        if observation != self.last:  # the same observation again updates nothing
            self.last, self.shown = observation, shown_answers(self.model.last, state, seat)
        shown = self.shown
        self.model.saw(state, limit)
        if len(state.players) in PLANNED_AT:
            by_rule = self.model.by_rule(seat)
            decision = None if by_rule is None else self._planned(_unshown(state, shown), by_rule, seat, limit)
            if decision is not None:
                return decision
        guesses = self.model.guesses(seat)
        games = guessed(batch_of([_unshown(state, shown)]), guesses)
        guess = Guess(seat, guesses.weights)
        foreseen = _foreseen(state, guesses, self.model.forecasts, limit)

        def look(search: Search) -> Decision:
            node = search.solve(games, guess=guess, shown=shown, forecast=foreseen)
            solved = guess.first(len(node.outcomes))
            if node.replied is None:
                types = guesses.types[: len(solved.weights)]
                self.model.knows(node.choices, node.strategies, Guesses(types, solved.weights))
            return decision_among(search, node, solved)

        return searching.deepened(look, observation, value, limit)

    def _hurried(self, observation: Observation, limit: Deadline) -> Decision | None:
        """Return the decision, a batch of one, if there was no time for the search: by planning against the likeliest
        rules, which has an answer at any time. None if planning is not possible. Raises TimeUpError.
        """
        state, seat = observation.state, observation.seat
        if len(state.players) not in PLANNED_AT:
            return None
        return self._planned(_unshown(state, self.shown), self.model.likeliest_rules(seat), seat, limit)

    def _planned(self, state: State, guesses: Guesses, seat: int, limit: Deadline) -> Decision | None:
        """Return the decision, a batch of one, by planning against rivals who play by rules: the action with the most
        visits, weighed by the guesses. None if planning is not possible here (see `can_plan`). Raises TimeUpError if
        the limit has passed before it begins.
        """
        from economancy.search.planning import SIMULATIONS, Plan, can_plan  # noqa: PLC0415 - no first answer needs it

        if not can_plan(state):
            return None
        seats = len(state.players)
        if self.plan is None or (self.plan.seats, self.plan.seat) != (seats, seat):  # another game
            self.plan = Plan(seats, seat, DRAWS[seats])
        limit.check()
        profiles, left = guesses.types.tolist(), 1.0
        named = sorted({action for types in profiles for action in self.plan.search(state, types, 1).actions})
        visits, worth = np.zeros((2, len(named)))
        for types, weight in zip(profiles, guesses.weights.tolist(), strict=True):
            seconds = limit.remaining() * min(1.0, weight / left)
            planned = self.plan.search(state, types, round(weight * SIMULATIONS), named, seconds)
            left -= weight
            order = [planned.actions.index(action) for action in named]
            visits += weight / sum(planned.visits) * np.array(planned.visits)[order]
            worth += weight * np.array(planned.values)[order]
        after = np.zeros((1, len(named), seats + 1), np.float32)
        after[0, :, :seats] = ((1 - worth) / (seats - 1))[:, None]
        after[0, :, seat] = worth
        best = int(visits.argmax())
        chosen = np.eye(len(named))[[best]]
        return Decision(np.array([named]), np.ones(chosen.shape, bool), chosen, after, after[:, best])


def decision_among(search: Search, node: Node, guess: Guess) -> Decision:
    """Return the decision, a batch of one, of the guessing seat at a node that `search` solved as a Bayesian game."""
    seat = guess.seat
    after = np.tensordot(guess.weights, against(node, seat), axes=1).astype(np.float32)
    legal = node.choices.legal[0, seat]
    if node.replied is None:
        probabilities = without_rare(node.strategies[0, seat], PRUNED[len(node.strategies[0])])
    else:
        worth = np.where(legal, search.utility(after, seat), -np.inf)
        probabilities = np.eye(len(worth))[worth.argmax()]
    actions, outcomes = node.choices.actions[:1, seat], (probabilities @ after).astype(np.float32)
    return Decision(actions, legal[None], probabilities[None], after[None], outcomes[None])


def _foreseen(state: State, guesses: Guesses, forecasts: Forecasts, limit: Deadline) -> Forecast | None:
    """Return the forecast of level-one rivals, if the guesses contain any; None in fights, and if there is no time."""
    level_one = guesses.types == PlayerType.LEVEL_ONE
    if isinstance(state.phase, Attacking) or not level_one.any():
        return None
    try:
        expected = forecasts.of(state, limit).likeliest()
    except TimeUpError:
        return None
    return Forecast(expected.actions, expected.chances * level_one[:, :, None])


def _unshown(state: State, shown: Mapping[int, int]) -> State:
    """Return the state before the seats of `shown` chose the cards in these slots."""
    players = [*state.players]
    for seat, slot in shown.items():
        cards = [*players[seat].cards]
        cards[slot] = OwnedCard(cards[slot].card, cards[slot].uses - 1)
        players[seat] = replace(players[seat], cards=tuple(cards))
    return replace(state, players=tuple(players))
