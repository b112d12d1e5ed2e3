"""The rules and the players by rule in C are those of the package."""

import ctypes
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from economancy.arrays.games import BUYING, INVESTING, Games, batch_of, take
from economancy.policy.searching import as_number
from economancy.rivals.opponent_model import RULED
from economancy.rivals.types import of_types
from economancy.rules.game import apply, players_to_move
from economancy.rules.state import Action, Forfeit, State
from economancy.search.core import fits, library, numbers_of, tables
from tests.economancy.positions import player, position
from tests.economancy.rivals import by_type
from tests.economancy.strategies import joint_action, reached_states

DRAWS = 40


def number(state: State, action: Action) -> int:
    """Return an action as the core has it: kinds from 1 instead of bits."""
    return as_number(action).bit_length() if isinstance(action, str) else action


@given(reached_states(), st.randoms(use_true_random=False))
def test_a_step_is_as_the_rules_say(state: State, rng: Random) -> None:
    core = library()
    assert core is not None
    types = [rng.choice(RULED) for _ in state.players]
    for _ in range(20):
        if not players_to_move(state) or not fits(state):
            break
        actions = joint_action(state, rng)
        numbers, chosen = numbers_of(state, types), (ctypes.c_int32 * 4)()
        for seat, action in actions.items():
            chosen[seat] = number(state, action)
        core.ec_step(tables(), len(types), numbers, chosen)
        state = apply(state, actions)
        assert [*numbers] == [*numbers_of(state, types)]


def by_rule(games: Games) -> NDArray[np.integer[Any]]:
    """Return a choice of each seat in games of one kind of choice, [B, P]."""
    rng = np.random.default_rng(0)
    if games.phase[0] == INVESTING:
        return by_type.bids(games, rng)
    if games.phase[0] == BUYING:
        return by_type.purchases(games, rng)
    if games.attacker_card[0]:
        return by_type.defence(games, rng)
    return np.where(np.arange(games.seats) == games.attacker[0], by_type.attack(games, rng)[:, None], 0)


@given(reached_states(), st.randoms(use_true_random=False))
def test_players_by_rule_choose_as_their_types_do(state: State, rng: Random) -> None:
    core = library()
    assert core is not None
    if not fits(state):
        return
    types = [rng.choice(RULED) for _ in state.players]
    games = of_types(take(batch_of([state]), np.zeros(DRAWS, np.intp)), np.array(types))
    expected, chosen = by_rule(games), (ctypes.c_int32 * 4)()
    numbers = numbers_of(state, types)
    found = np.zeros((DRAWS, len(types)), int)
    for seed in range(DRAWS):
        core.ec_by_rule(tables(), len(types), numbers, seed, chosen)
        found[seed] = chosen[: len(types)]
    for seat in range(len(types)):
        ours, theirs = {*found[:, seat].tolist()}, {*expected[:, seat].tolist()}
        if games.phase[0] == BUYING:
            ours = {1 << (kind - 1) if kind else 0 for kind in ours}
        if len(ours | theirs) <= 3:  # of more, some may not be drawn in DRAWS draws
            assert ours == theirs


def test_a_state_with_a_fault_is_not_read() -> None:
    state = position(player(), player(), phase=Forfeit(0, "late"))
    with pytest.raises(ValueError, match="without a fault"):
        numbers_of(state, (0, 0))
