"""The model of the players by rule does what a search takes their types to do."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from economancy.arrays.choices import choices, deciding
from economancy.arrays.games import ATTACKING, BUYING, INVESTING, batch_of
from economancy.arrays.rules import is_seat
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.state import State
from tests.economancy.arrays.test_rollout import played_states
from tests.economancy.rivals import by_type
from tests.economancy.strategies import reached_states


@given(played_states() | reached_states(), st.sampled_from([PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT]))
def test_a_seat_does_what_a_search_takes_its_type_to_do(state: State, player_type: PlayerType) -> None:
    games = of_types(batch_of([state]), np.full(len(state.players), player_type))
    rng = np.random.default_rng(1)
    if games.phase[0] == INVESTING:
        played = by_type.bids(games, rng)
    elif games.phase[0] == BUYING:
        played = by_type.purchases(games, rng).astype(np.int64)
    elif games.attacker_card[0]:
        played = by_type.defence(games, rng).astype(np.int64)
    else:
        slots = by_type.attack(games, rng)
        played = np.where(is_seat(games.attacker, games.seats), slots[:, None], 0)
    named = as_typed(games, choices(games))
    for seat in np.flatnonzero(deciding(games)[0]):
        allowed = named.actions[0, seat, named.legal[0, seat]]
        action = played[0, seat]
        if games.phase[0] == ATTACKING:  # a search takes one card of each kind
            allowed, action = games.cards[0, seat, allowed], games.cards[0, seat, action]
        assert action in allowed
