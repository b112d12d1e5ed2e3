"""Two seats: what the rival has given away by its mistakes, and how that is risked to win more.

At an equilibrium nobody wins from us, but neither do we win all that a weak rival would lose. What it does that an
equilibrium would not is a gift; who risks no more than it was given scores no less than at the equilibrium, and more
against a rival that it knows ("Risk what you've won in expectation": Ganzfried and Sandholm 2015, "Safe opponent
exploitation", ACM Transactions on Economics and Computation 3).

Dimensions: A actions of ours, R of the rival's.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from economancy.arrays.choices import choices
from economancy.arrays.games import Games, Indices, Int64, batch_of, take
from economancy.rivals.opponent_model import SLIP, Guesses, OpponentModel, acted, may_follow
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.state import Attacking, Investing, Observation, Phase, State
from economancy.search.decision import Decision, decision_of
from economancy.search.look_ahead import Floats, Node, Search

OURS, RIVAL = 0, 1

EQUALS = Guesses(np.full((1, 2), PlayerType.EQUAL, np.int8), np.ones(1))

DOUBT = 0.02
"""So much of each gift is not counted: about what values are wrong by (guessed; see the notes on strength)."""


class Chosen(NamedTuple):
    """A choice of ours, which brings so much against each of the rival's actions, and what the equilibrium does."""

    state: State
    actions: Int64  # [R]
    brings: Floats  # [R] of a win, a draw counted as the search does
    worth: float


@dataclass
class Gifts:
    """What we were given in one game, by its states, all seen with our seat as the first."""

    model: OpponentModel = field(default_factory=OpponentModel)
    saved: float = field(init=False, default=0.0)  # of a win, that may be risked
    chosen: Chosen | None = field(init=False, default=None)  # last, and its gift not yet counted

    def saw(self, state: State) -> None:
        """Take in the next state of the game in which we choose; or the first one, if it can't be the same game's."""
        if self.model.last is not None and not may_follow(self.model.last, state):
            self.saved, self.chosen = 0.0, None
        elif self.chosen is not None and self.chosen.state != state:
            gift = _brought(self.chosen, state) - self.chosen.worth
            self.saved = max(0.0, self.saved + min(gift, max(0.0, gift - DOUBT)))
            self.chosen = None
        self.model.saw(state)

    def decide(self, search: Search) -> Decision:
        """Return our decision in the state seen last, the only one of its batch: an equilibrium's, mixed with what is
        best against the rival that this seems to be.
        """
        state = self.model.last
        assert state is not None, "nothing was seen"
        games = batch_of([state])
        node = search.solve(games)
        decision = decision_of(node, OURS)
        whole = games.coins[0].tolist() == [player.coins for player in state.players]
        if node.replied is not None or not whole:  # in a fight, or with bids of hoards, which a batch holds less of
            return decision
        self.model.knows(node.choices, node.strategies, EQUALS)
        ours, rivals = node.choices.legal[0]
        utility = search.utility(node.joint[0], OURS)[np.ix_(ours, rivals)]
        mixture, worth = decision.probabilities[0, ours], float(search.utility(node.outcomes[0], OURS))
        if self.saved:
            mixture = risking(self.saved, utility, mixture, self._expected(state.phase, games, node), worth)
        self.chosen = Chosen(state, node.choices.actions[0, RIVAL, rivals], mixture @ utility, worth)
        probabilities = np.zeros_like(decision.probabilities)
        probabilities[0, ours] = mixture
        return decision._replace(probabilities=probabilities)

    def _expected(self, phase: Phase, games: Games, node: Node) -> Floats:
        """Return how likely the rival does what, [R], by whom it is taken for."""
        beliefs, legal = self.model.beliefs[RIVAL], node.choices.legal[0, RIVAL]
        actions = node.choices.actions[0, RIVAL, legal]
        expected: Floats = beliefs[PlayerType.EQUAL] * node.strategies[0, RIVAL, legal].astype(np.float64)
        typed = of_types(take(games, np.zeros(len(PlayerType), np.intp)), np.arange(len(PlayerType))[:, None])
        named = as_typed(typed, choices(typed))
        for player_type in np.flatnonzero(beliefs[PlayerType.EQUAL + 1 :]) + 1:
            done = named.actions[player_type, RIVAL, named.legal[player_type, RIVAL]]
            fits = np.bincount(_places(done, actions, phase), minlength=len(actions))
            expected += beliefs[player_type] * ((1 - SLIP) * fits / len(done) + SLIP / len(actions))
        expected /= expected.sum()
        return expected


def risking(saved: float, utility: Floats, mixture: Floats, expected: Floats, worth: float) -> Floats:
    """Return our mixture [A] with as much of what is best against the `expected` actions [R] of the rival as risks, of
    what the position is `worth`, no more than was `saved`, whatever the rival does. The `utility` is ours, [A, R].
    """
    best = int((utility @ expected).argmax())
    risk = worth - float(utility[best].min())
    share = saved / risk if risk > saved else 1.0
    mixed: Floats = (1 - share) * mixture
    mixed[best] += share
    return mixed


def seen_as_first(observation: Observation) -> State:
    """Return an observed state of two seats with the observing one as the first."""
    state = observation.state
    if observation.seat == OURS:
        return state
    phase = state.phase
    if isinstance(phase, Attacking):
        phase = replace(phase, attacker=1 - phase.attacker)
    return replace(state, phase=phase, players=state.players[::-1])


def _brought(chosen: Chosen, state: State) -> float:
    """Return what a choice brought against what the rival did, by the next state; if that is not shown, the least."""
    done = np.array([action for seat, action in acted(chosen.state, state) if seat == RIVAL], np.int64)
    places = _places(done, chosen.actions, chosen.state.phase)
    return float(chosen.brings[places].min() if len(places) else chosen.brings.min())


def _places(done: Int64, actions: Int64, phase: Phase) -> Indices:
    """Return the places of what was done among the actions that were looked at: of a bid that was not the next lower
    one's, of another purchase none.
    """
    if isinstance(phase, Investing):
        return np.maximum(np.searchsorted(actions, done, side="right") - 1, 0)
    return np.flatnonzero(np.isin(actions, done))
