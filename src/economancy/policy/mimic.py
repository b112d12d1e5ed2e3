"""An adversary that knows our policy: it imitates *points* first, then plays a best response to our policy. It measures
how far the opponent model can be misled, and how exploitable our strategies are.

Dimensions: B games, here one; P seats, A actions, O outcomes (see `value`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from economancy.arrays.choices import Choices, choices
from economancy.arrays.games import INVESTING, Games, batch_of
from economancy.policy import baselines, searching
from economancy.policy.table import TablePolicy
from economancy.rivals.types import PlayerType
from economancy.rules.game import players_to_move
from economancy.rules.state import Action, Attacking, Observation, State
from economancy.search.decision import Decision
from economancy.search.look_ahead import Search
from economancy.search.value import Networks, value_for
from gamekit.deadline import Deadline, TimeUpError

POSING = 3
"""Days for which it plays *points*."""


class Mimic:
    """Plays *points* for the first `posing` days, and then a best response, assuming our policy in all other seats.

    It computes their decisions as our policy does, from the same states, except for some states of fights, which it is
    not shown. In fights it plays our policy, with EQUAL rivals assumed. Without learned values, and when time is up, it
    plays *decent*.
    """

    def __init__(self, posing: int = POSING, values: Callable[[State], Networks | None] = value_for) -> None:
        self.posing = posing
        self.values = values  # as our policy's
        self.tables: dict[int, TablePolicy] = {}
        self.days, self.day = 0, 0  # seen so far, and the last one's number

    def __call__(self, observation: Observation, rng: Random, deadline: Deadline) -> Action:
        """Return an action of the observation's seat, which must have a legal one."""
        state = observation.state
        if not self.tables:
            self.tables = {other: TablePolicy() for other in range(len(state.players))}
        self.days += state.day != self.day
        self.day = state.day
        value, posing = self.values(state), self.days <= self.posing
        if value is not None:
            try:
                known = self._decisions(observation, value, deadline)
                if not posing:
                    return self._exploiting(observation, value, deadline, known)
            except TimeUpError:
                pass
        return (baselines.points if posing else baselines.decent)(observation, rng)

    def _exploiting(
        self, observation: Observation, value: Networks, limit: Deadline, known: Mapping[int, Decision]
    ) -> Action:
        """Return our policy's action in a fight, else a best response to what is known. Raises TimeUpError."""
        state, seat = observation.state, observation.seat
        if isinstance(state.phase, Attacking):
            return searching.as_action(state, seat, int(known[seat].best()[0]))
        search = replace(searching.search_over(value), limit=limit)
        return searching.as_action(state, seat, best_response(search, batch_of([state]), seat, known))

    def _decisions(self, observation: Observation, value: Networks, limit: Deadline) -> Mapping[int, Decision]:
        """Return, in a fight, our policy's decision for this seat, else those of all other seats that choose. Each
        simulated table is shown the state once. Raises TimeUpError.
        """
        state, seat = observation.state, observation.seat
        beliefs = self.tables[seat].model.beliefs
        beliefs[:] = np.eye(len(PlayerType))[PlayerType.EQUAL]  # certain, so no update changes it
        fights = isinstance(state.phase, Attacking)
        deciding = {seat} if fights else {*players_to_move(state)} - {seat}
        decisions = {}
        for other, table in self.tables.items():
            if other in deciding:
                decisions[other] = table.decide(Observation(state, other), value, limit)
            else:
                table.saw(Observation(state, other))
        return decisions


def best_response(search: Search, games: Games, seat: int, rivals: Mapping[int, Decision]) -> int:
    """Return the best response of a seat, as an action of `arrays.rules`, by one look-ahead, if its `rivals` play the
    mixed strategies of these decisions. `games` is one game, at a simultaneous decision.
    """
    own = choices(games)
    listed = [np.zeros(1, np.int64)] * games.seats
    weights = [np.ones(1)] * games.seats
    for rival, decision in rivals.items():
        played = decision.probabilities[0] > 0
        listed[rival], weights[rival] = decision.actions[0, played], decision.probabilities[0, played]
    listed[seat] = own.actions[0, seat, own.legal[0, seat]]
    if games.phase[0] == INVESTING:  # a bid that wins or ties: others only cost more
        bids = np.concatenate(listed)
        listed[seat] = np.unique(np.minimum(np.concatenate([bids, bids + 1]), games.coins[0, seat]))
    width = max(map(len, listed))
    actions = np.array([np.pad(one, (0, width - len(one))) for one in listed])[None]
    legal = np.array([np.arange(width) < len(one) for one in listed])[None]
    strategies = np.array([np.pad(one, (0, width - len(one))) for one in weights])[None]
    after = search.facing(games, Choices(actions, legal), strategies, seat)
    return int(actions[0, seat, search.utility(after, seat)[0, : len(listed[seat])].argmax()])
