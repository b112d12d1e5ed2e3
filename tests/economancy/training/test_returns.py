"""What is learnt of a position: what was looked ahead to, and what came of it."""

from typing import Any

import numpy as np
import pytest

from economancy.arrays.games import INVESTING, batch_of
from economancy.rules.game import new_game
from economancy.search.value import Outcomes
from economancy.training.learning.returns import Decisions, Examples, lambda_returns
from tests.economancy.positions import player, position

FIRST, _, DRAWN = np.eye(3, dtype=np.float32)
YES, NO = np.ones(1, bool), np.zeros(1, bool)
GAME = batch_of([new_game(2)])


def _step(**changes: Any) -> Decisions:
    """A bid in one game that the first seat has half a chance to win, after which it goes on."""
    examples = Examples(INVESTING, GAME, np.array([[0.5, 0.5, 0]], np.float32))
    step = Decisions([examples], [np.arange(1)], YES, NO, NO, np.zeros((1, 3), np.float32), NO)
    return step._replace(**changes)


WON = {"ended": YES, "renewed": YES, "results": FIRST[None]}


def _learnt(*steps: Decisions, trace: float = 0.8, going_on: float = 1.0) -> Outcomes:
    """What is learnt of the position before each of these steps."""
    return np.concatenate([examples.outcomes for examples in lambda_returns(steps, trace, going_on)])[::-1]


def test_examples_in_another_order_of_the_seats_keep_each_seats_outcomes() -> None:
    state = position(player(coins=0), player(coins=1), player(coins=2))
    examples = Examples(INVESTING, batch_of([state]), np.array([[0.5, 0.25, 0.15, 0.1]], np.float32))
    other = examples.reordered(np.array([2, 0, 1]))
    assert other.games.coins.tolist() == [[2, 0, 1]]
    assert other.outcomes[0] == pytest.approx([0.15, 0.5, 0.25, 0.1])


def test_what_came_of_a_position_is_learnt_with_what_was_looked_ahead_to() -> None:
    learnt = _learnt(_step(), _step(**WON))
    assert learnt[:, 0] == pytest.approx([0.2 * 0.5 + 0.8 * 0.9, 0.2 * 0.5 + 0.8])
    assert learnt.sum(axis=1) == pytest.approx(1)


def test_without_a_trace_it_is_what_was_looked_ahead_to_alone() -> None:
    assert _learnt(_step(), _step(**WON), trace=0)[:, 0] == pytest.approx(0.5)


def test_what_came_of_an_error_tells_nothing_of_the_position_before() -> None:
    learnt = _learnt(_step(), _step(solved=NO), _step(**WON))
    assert learnt[:, 0] == pytest.approx([0.5, 0.5, 0.9])


def test_what_comes_of_a_game_that_is_given_up_is_what_was_looked_ahead_to() -> None:
    learnt = _learnt(_step(renewed=YES), _step(**WON))
    assert learnt[:, 0] == pytest.approx([0.5, 0.9])


def test_a_morning_after_counts_as_in_the_look_ahead() -> None:
    learnt = _learnt(_step(mornings=YES), _step(**WON), trace=1, going_on=0.9)
    assert learnt[0] == pytest.approx(0.9 * FIRST + 0.1 * DRAWN)
