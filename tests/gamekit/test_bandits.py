"""UCB1 and regret matching from what an action brought: known pulls, best arms, known equilibria."""

from collections import Counter
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.solve.sampled_matching import EXPLORATION, SampledMatcher
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


def self_play(payoffs: list[list[float]], steps: int) -> tuple[list[float], list[float]]:
    """Return the average strategies of two that learn a zero-sum game from 0 to 1 by playing it.

    A play brings 1 with the chance that the payoff says, else 0, and what was never played is not known.
    """
    rng = Random(1)
    row, column = SampledMatcher(len(payoffs)), SampledMatcher(len(payoffs[0]))
    results: dict[tuple[int, int], list[float]] = {}
    for _ in range(steps):
        i, j = row.play(rng), column.play(rng)
        reward = float(rng.random() < payoffs[i][j])
        results.setdefault((i, j), []).append(reward)
        means = {cell: sum(seen) / len(seen) for cell, seen in results.items()}
        row.learn(i, reward, [means.get((k, j)) for k in range(len(payoffs))])
        against = [means.get((i, k)) for k in range(len(payoffs[0]))]
        column.learn(j, 1 - reward, [None if mean is None else 1 - mean for mean in against])
    return row.average(), column.average()


@pytest.mark.parametrize(
    ("payoffs", "rows", "columns"),
    [
        ([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]], [1 / 3] * 3, [1 / 3] * 3),
        ([[1, 0], [0, 0.5]], [1 / 3, 2 / 3], [1 / 3, 2 / 3]),
        ([[0.9, 0.6], [0.5, 0.1]], [1, 0], [0, 1]),
    ],
    ids=["rock, paper, scissors", "two by two", "dominated"],
)
def test_two_that_learn_from_each_other_come_near_the_equilibrium(
    payoffs: list[list[float]], rows: list[float], columns: list[float]
) -> None:
    row, column = self_play(payoffs, 3000)
    assert row == pytest.approx(rows, abs=0.1)
    assert column == pytest.approx(columns, abs=0.1)
    assert sum(row) == pytest.approx(1)


def test_the_mean_of_all_plays_stands_in_for_what_was_never_played_against_the_same() -> None:
    matcher, rng = SampledMatcher(2), Random(1)
    matcher.learn(1, 0.9, [None, 0.9])
    matcher.learn(0, 0.1, [0.1, None])
    draws = Counter(matcher.play(rng) for _ in range(1000))
    assert draws[1] == pytest.approx(1000 * (1 - EXPLORATION / 2), abs=40)


def test_who_has_learned_nothing_plays_anything() -> None:
    matcher, rng = SampledMatcher(4), Random(1)
    assert matcher.average() == [0.25] * 4
    draws = Counter(matcher.play(rng) for _ in range(1000))
    assert all(200 < draws[i] < 300 for i in range(4))
    assert matcher.average() == [0.25] * 4
