"""Safe exploitation at two seats: the value that the rival gives away by mistakes is saved, and at most that is risked.

An equilibrium strategy cannot be exploited, but it does not exploit a weak rival either. A gift is the expected value
that the rival loses by an action against our equilibrium strategy. A player that risks at most the sum of its gifts on
a best response to its opponent model still scores at least the equilibrium value ("Risk what you've won in
expectation": Ganzfried and Sandholm 2015, "Safe opponent exploitation", ACM Transactions on Economics and
Computation 3). After day 1 a credit of ADVANCE is added. By its own values it then scores at most this much less than
the equilibrium.

Dimensions: A our actions, R the rival's actions.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from economancy.arrays.choices import choices
from economancy.arrays.games import Games, Indices, Int64, batch_of, take
from economancy.rivals.history import acted, may_follow
from economancy.rivals.opponent_model import SLIP, Guesses, OpponentModel
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.state import Attacking, Buying, Investing, Observation, Phase, State
from economancy.search.decision import Decision, decision_of
from economancy.search.look_ahead import Search
from economancy.search.node import Floats, Node
from economancy.search.value import softmax

OURS, RIVAL = 0, 1

EQUALS = Guesses(np.full((1, 2), PlayerType.EQUAL, np.int8), np.ones(1))

DOUBT = 0.02
"""About the error of the values, in wins (guessed)."""

ERRING = 0.05
"""The temperature, in wins, of a quantal response: a rival of type EQUAL is expected to draw its actions by a softmax
of their values against our strategy (McKelvey and Palfrey 1995, "Quantal response equilibria for normal form games",
Games and Economic Behavior 10). If it were expected to play an equilibrium, no risk could gain anything (guessed).
"""

ADVANCE = 0.02
"""The credit, in wins, that is added after day 1: a weak opponent may not have erred yet. Were it there on the first
purchase, ours would win less and lose more (measured: commit 2b55fdf; the amount is guessed).
"""


class LastAction(NamedTuple):
    """Our last action: its value against each action of the rival, and the value of the equilibrium."""

    state: State
    actions: Int64  # [R]
    brings: Floats  # [R] expected utility of ours (see Search.utility)
    worth: float


@dataclass
class Gifts:
    """The gifts of one game, computed from its states; in all of them our seat is the first."""

    model: OpponentModel = field(default_factory=OpponentModel)
    pruned: float | None = None  # see `decision_of`
    doubt: float = DOUBT  # subtracted from each gift
    saved: float = field(init=False, default=0.0)  # the sum of gifts not yet risked, in wins
    chosen: LastAction | None = field(init=False, default=None)  # our last action, while its gift is not yet counted

    def saw(self, state: State) -> None:
        """Take in the next state in which we choose. A state that cannot follow the last one starts a new game."""
        last = self.model.last
        if last is None or not may_follow(last, state):
            self.saved, self.chosen = 0.0, None
        else:
            if self.chosen is not None and self.chosen.state != state:
                gift = _brought(self.chosen, state) - self.chosen.worth
                self.saved = max(0.0, self.saved + min(gift, max(0.0, gift - self.doubt)))
                self.chosen = None
            if _is_first_purchase(last) and last.day < state.day:
                self.saved += ADVANCE
        self.model.saw(state)

    def decide(self, search: Search) -> Decision:
        """Return our decision in the last state seen, a batch of one: the equilibrium strategy, mixed with the best
        response to the opponent model as far as the saved gifts allow.
        """
        state = self.model.last
        assert state is not None, "nothing was seen"
        games = batch_of([state])
        node = search.solve(games)
        decision = decision_of(node, OURS, self.pruned)
        whole = games.coins[0].tolist() == [player.coins for player in state.players]
        if node.replied is not None or not whole:  # in a fight, or where a batch scales down the coins
            return decision
        self.model.knows(node.choices, node.strategies, EQUALS)
        ours, rivals = node.choices.legal[0]
        utility = search.utility(node.joint[0], OURS)[np.ix_(ours, rivals)]
        mixture, worth = decision.probabilities[0, ours], float(search.utility(node.outcomes[0], OURS))
        if self.saved:
            expected = self._expected(state.phase, games, node, quantal(-mixture @ utility))
            mixture = risking(self.saved, utility, mixture, expected, worth)
        self.chosen = LastAction(state, node.choices.actions[0, RIVAL, rivals], mixture @ utility, worth)
        probabilities = np.zeros_like(decision.probabilities)
        probabilities[0, ours] = mixture
        return decision._replace(probabilities=probabilities)

    def _expected(self, phase: Phase, games: Games, node: Node, erring: Floats) -> Floats:
        """Return the predicted mixed strategy of the rival, [R], by the opponent model; `erring` [R] is that of a rival
        of type EQUAL.
        """
        beliefs, legal = self.model.beliefs[RIVAL], node.choices.legal[0, RIVAL]
        actions = node.choices.actions[0, RIVAL, legal]
        expected: Floats = beliefs[PlayerType.EQUAL] * erring
        typed = of_types(take(games, np.zeros(len(PlayerType), np.intp)), np.arange(len(PlayerType))[:, None])
        named = as_typed(typed, choices(typed))
        for player_type in np.flatnonzero(beliefs[PlayerType.EQUAL + 1 :]) + 1:
            done = named.actions[player_type, RIVAL, named.legal[player_type, RIVAL]]
            fits = np.bincount(_places(done, actions, phase), minlength=len(actions))
            expected += beliefs[player_type] * ((1 - SLIP) * fits / len(done) + SLIP / len(actions))
        expected /= expected.sum()
        return expected


def quantal(utility: Floats) -> Floats:
    """Return the quantal response [R] of a rival whose actions have this `utility` [R] for it."""
    chances: Floats = softmax(utility[:, None] / ERRING)[0].astype(np.float64)
    return chances


def risking(saved: float, utility: Floats, mixture: Floats, expected: Floats, worth: float) -> Floats:
    """Return our `mixture` [A] shifted towards the best response to the rival's `expected` strategy [R].

    The shift is the largest with which our expected `utility` [A, R] against every action of the rival stays at least
    the position's value `worth` minus `saved`.
    """
    best = int((utility @ expected).argmax())
    risk = worth - float(utility[best].min())
    share = saved / risk if risk > saved else 1.0
    mixed: Floats = (1 - share) * mixture
    mixed[best] += share
    return mixed


def seen_as_first(observation: Observation) -> State:
    """Return an observed state of two seats, rotated so that the observing seat is the first."""
    state = observation.state
    if observation.seat == OURS:
        return state
    phase = state.phase
    if isinstance(phase, Attacking):
        phase = replace(phase, attacker=1 - phase.attacker)
    return replace(state, phase=phase, players=state.players[::-1])


def _is_first_purchase(state: State) -> bool:
    """Return whether the players choose their first purchase: each holds only the card that it began with."""
    alone = all(len(player.cards) == 1 for player in state.players)
    return state.day == 1 and isinstance(state.phase, Buying) and alone


def _brought(chosen: LastAction, state: State) -> float:
    """Return our utility of the chosen action against the rival's action that `state`, the next one, reveals; if it
    does not reveal it, the least.
    """
    done = np.array([action for seat, action in acted(chosen.state, state) if seat == RIVAL], np.int64)
    places = _places(done, chosen.actions, chosen.state.phase)
    return float(chosen.brings[places].min() if len(places) else chosen.brings.min())


def _places(done: Int64, actions: Int64, phase: Phase) -> Indices:
    """Return the indices of `done` among the considered actions: for a bid not considered, that of the next lower bid;
    for such a purchase, none.
    """
    if isinstance(phase, Investing):
        return np.maximum(np.searchsorted(actions, done, side="right") - 1, 0)
    return np.flatnonzero(np.isin(actions, done))
