"""Rollouts in which each seat plays as its type does."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from economancy.arrays.choices import choices, deciding
from economancy.arrays.games import ATTACKING, BUYING, INVESTING, batch_of, take
from economancy.arrays.rollout import winners
from economancy.arrays.rules import is_seat
from economancy.rivals.by_type import BY_TYPE
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.game import new_game
from economancy.rules.state import State
from tests.economancy.arrays.test_rollout import played_states
from tests.economancy.strategies import reached_states


@settings(max_examples=100)
@given(played_states() | reached_states(), st.sampled_from([PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT]))
def test_a_seat_does_what_a_search_takes_its_type_to_do(state: State, player_type: PlayerType) -> None:
    games = of_types(batch_of([state]), np.full(len(state.players), player_type))
    rng = np.random.default_rng(1)
    if games.phase[0] == INVESTING:
        played = BY_TYPE.bids(games, rng)
    elif games.phase[0] == BUYING:
        played = BY_TYPE.purchases(games, rng).astype(np.int64)
    elif games.attacker_card[0]:
        played = BY_TYPE.defence(games, rng).astype(np.int64)
    else:
        slots = BY_TYPE.attack(games, rng)
        played = np.where(is_seat(games.attacker, games.seats), slots[:, None], 0)
    named = as_typed(games, choices(games))
    for seat in np.flatnonzero(deciding(games)[0]):
        allowed = named.actions[0, seat, named.legal[0, seat]]
        action = played[0, seat]
        if games.phase[0] == ATTACKING:  # a search takes one card of each kind
            allowed, action = games.cards[0, seat, allowed], games.cards[0, seat, action]
        assert action in allowed


def test_attackers_beat_those_who_buy_points_and_the_default_is_not_needed() -> None:
    start = take(batch_of([new_game(2)]), np.zeros(50, np.intp))
    games = of_types(start, np.array([PlayerType.POINTS, PlayerType.ATTACK], np.int8))
    assert (winners(games, np.random.default_rng(2), 20, BY_TYPE) == 1).all()
