"""UCB1: known pulls and best arms."""

from collections import Counter
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.solve.ucb1 import next_pulls


def test_arms_never_pulled_come_first_in_order() -> None:
    assert next_pulls([0, 3, 0], [0.0, 1.0, 0.0], 2, 0.7) == [0, 2]


@pytest.mark.parametrize(("edge", "arm"), [(0.01, 1), (-0.01, 0)])
def test_the_arm_with_the_highest_bound_is_pulled(edge: float, arm: int) -> None:
    visits = [9, 3]
    bounds = [0.7 * sqrt(log(12) / count) for count in visits]
    means = [0.5, 0.5 + bounds[0] - bounds[1] + edge]
    assert next_pulls(visits, means, 1, 0.7) == [arm]


@given(st.lists(st.tuples(st.integers(0, 20), st.floats(0, 1)), min_size=1, max_size=6), st.integers(1, 40))
def test_many_pulls_are_what_single_ones_in_turn_would_be(arms: list[tuple[int, float]], pulls: int) -> None:
    visits, means = [visit for visit, _ in arms], [mean for _, mean in arms]
    planned = next_pulls(visits, means, pulls, 0.7)
    for arm in planned:
        assert next_pulls(visits, means, 1, 0.7) == [arm]
        visits[arm] += 1


def test_better_arms_are_pulled_more_often_and_equal_ones_as_often() -> None:
    counts = Counter(next_pulls([0, 0, 0], [0.2, 0.8, 0.2], 1000, 0.7))
    assert counts[1] > 700
    assert abs(counts[0] - counts[2]) <= 1
