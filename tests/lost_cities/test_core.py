"""The compiled core agrees with its model in Python, position by position."""

import pytest
from hypothesis import given, settings

from lost_cities.rules import observe, players_to_move
from lost_cities.search.core import appraise, library
from lost_cities.search.turn_values import Weights
from lost_cities.training.weights import begin, joined
from tests.lost_cities.model_values import networks, value_turns
from tests.lost_cities.positions import random_game, seeds

core = library()
needs_core = pytest.mark.skipif(core is None, reason="expected a C compiler or a shipped core")


@needs_core
@settings(max_examples=10)
@given(seeds)
def test_values_of_all_turns_and_draws_are_those_of_the_model(seed: int) -> None:
    assert core
    weights = joined([begin(core, 32, 32, seed + number) for number in range(1 + seed % 3)])
    nets = networks(weights)
    for state in list(random_game(seed))[:: 3 + seed % 7]:
        if not players_to_move(state):
            continue
        view = observe(state, state.mover)
        fast, slow = appraise(core, view, weights, 0.3), value_turns(view, nets, 0.3)
        assert [(turn.play, turn.draw) for turn in fast] == [(turn.play, turn.draw) for turn in slow]
        for one, other in zip(fast, slow, strict=True):
            assert one.points == pytest.approx(other.points, abs=2e-3)
            assert one.chance == pytest.approx(other.chance, abs=1e-4)
            assert one.value == pytest.approx(other.value, abs=2e-3)


def test_weights_are_bytes_of_the_right_number() -> None:
    with pytest.raises(ValueError, match=r"expected \d+ weights"):
        networks(Weights(b"\0" * 16, 32, 32))
