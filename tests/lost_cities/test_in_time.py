"""A decision ends with its deadline: with the best of what was valued by then."""

from random import Random

import pytest

from gamekit.deadline import NO_DEADLINE, Deadline
from lost_cities.policy import NAMES, builtin
from lost_cities.policy.by_values import WINNING
from lost_cities.rules import legal_actions, observe, players_to_move
from lost_cities.search.core import appraise, library
from lost_cities.search.weights import trained
from tests.lost_cities.positions import random_game

core = library()
VIEWS = [observe(state, state.mover) for state in random_game(3) if players_to_move(state)][::9]
PAST = Deadline(lambda: 1.0, 0.0)


@pytest.mark.parametrize("name", [name for name in NAMES if "SHARE" not in name])
def test_past_the_deadline_a_legal_action_is_played(name: str) -> None:
    for view in VIEWS:
        assert builtin(name)(view, Random(1), PAST) in legal_actions(view)


def test_the_core_values_a_card_and_asks_a_network_however_little_time_there_is() -> None:
    for view in VIEWS:
        found, everything = (appraise(core, view, trained(), WINNING, seconds) for seconds in (0.0, 1e6))
        assert everything == appraise(core, view, trained(), WINNING)
        assert 0 < len(found) <= len(everything)
        assert [(one.play, one.draw) for one in found] == [(one.play, one.draw) for one in everything[: len(found)]]
        if not view.drawing:
            cards = {one.play.card for one in found if one.play}
            assert len(cards) == 1


def test_where_there_is_time_the_clock_changes_nothing() -> None:
    ours = builtin("lost-cities")
    for view in VIEWS:
        assert ours(view, Random(1), Deadline(lambda: 0.0, 1e6)) == ours(view, Random(1), NO_DEADLINE)
