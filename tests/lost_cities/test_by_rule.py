"""Opponents by rule: the compiled ones are those in Python, and both resemble the published ones."""

from random import Random

import pytest
from hypothesis import given, settings

from gamekit.deadline import NO_DEADLINE
from lost_cities.policy import builtin
from lost_cities.rules import observe, players_to_move
from lost_cities.search.core import Kind, Style, library, turn_by_rule
from tests.lost_cities.positions import random_game, seeds

STYLES = {
    "simple": Style(kind=Kind.SIMPLE),
    "bred": Style(kind=Kind.BRED),
    "positive": Style(kind=Kind.POSITIVE),
    "ads-like": Style(kind=Kind.GREEDY, begin=5, hope=0.25, draws=1),
    "discard": Style(kind=Kind.DISCARDER),
}

core = library()


@pytest.mark.skipif(core is None, reason="expected a C compiler or a shipped core")
@pytest.mark.parametrize("name", STYLES)
@settings(max_examples=30, deadline=None)
@given(seeds)
def test_the_compiled_opponent_plays_as_the_one_in_python(name: str, seed: int) -> None:
    assert core
    for state in random_game(seed):
        if players_to_move(state) and not state.drawing:
            view = observe(state, state.mover)
            expected = builtin(name)(view, Random(0), NO_DEADLINE)
            assert turn_by_rule(core, view, STYLES[name])[0] == expected
