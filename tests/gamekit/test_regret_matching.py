"""Regret matching: known equilibria of games of any number of players, and what its regrets mean."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from gamekit.solve.regret_matching import solve_n, zero_sum_averages

Floats = NDArray[np.floating[Any]]

modest = settings()
seeds = st.integers(0, 2**32 - 1)


def random_games(seed: int, *shape: int) -> Floats:
    return np.random.default_rng(seed).random(shape)


# Two players, zero sum


def averages(payoffs: Floats, iterations: int, tolerance: float) -> tuple[Floats, Floats]:
    """Return the average strategies in games `payoffs` [R, C, B] in which all is allowed."""
    rows, columns, games = payoffs.shape
    row_legal, column_legal = np.ones((rows, games), np.bool_), np.ones((columns, games), np.bool_)
    return zero_sum_averages(payoffs, row_legal, column_legal, iterations, np.full(games, tolerance))


def nash_conv(payoffs: Floats, row: Floats, column: Floats) -> Floats:
    """Return what both players together gain [B] by a best response to the other's strategy."""
    rows, columns = np.einsum("rcb,cb->rb", payoffs, column), np.einsum("rcb,rb->cb", payoffs, row)
    conv: Floats = rows.max(axis=0) - columns.min(axis=0)
    return conv


def test_averages_go_on_until_every_game_is_within_tolerance() -> None:
    payoffs = random_games(12, 6, 6, 300)
    row, column = averages(payoffs, 20_000, 1e-3)
    assert nash_conv(payoffs, row, column).max() <= 1e-3 + 1e-8


def test_averages_stop_once_a_game_is_within_tolerance() -> None:
    payoffs = random_games(11, 6, 6, 50)
    row, _ = averages(payoffs, 10**9, 1.0)
    assert_allclose(row.sum(axis=0), 1)


def test_two_hundred_steps_come_close() -> None:
    payoffs = random_games(13, 8, 8, 300).astype(np.float32)
    exploitability = nash_conv(payoffs, *averages(payoffs, 200, 0)) / 2
    assert exploitability.mean() < 2e-4
    assert exploitability.max() < 3e-3


def test_an_action_that_is_not_allowed_gets_no_share() -> None:
    payoffs = random_games(23, 3, 3, 20)
    payoffs[1], payoffs[:, 2] = -1, 2  # strictly dominated, as is asked for
    payoffs[1, 2] = 0.5
    rows, columns = np.ones((2, 3, 20), np.bool_)
    rows[1], columns[2] = False, False
    row, column = zero_sum_averages(payoffs, rows, columns, 100, np.full(20, 1e-3))
    assert not row[1].any()
    assert not column[2].any()


@pytest.mark.parametrize("shape", [(4, 4), (3, 6)])
def test_two_zero_sum_players_play_the_matrix_game(shape: tuple[int, int]) -> None:
    payoffs = random_games(14, 30, *shape)
    profile = solve_n(np.stack([payoffs, -payoffs], axis=1), 1000)
    assert_allclose(profile.values[:, 0], -profile.values[:, 1])
    column, row = profile.strategies[:, 1, : shape[1]], profile.strategies[:, 0, : shape[0]]
    assert_allclose(profile.values[:, 0], np.matvec(payoffs, column).max(axis=1), atol=2e-3)
    assert_allclose(profile.values[:, 0], np.vecmat(row, payoffs).min(axis=1), atol=2e-3)
    assert profile.regrets.max() < 2e-3


# Any number of players


def independent_values(payoffs: Floats, strategies: Floats) -> Floats:
    """Payoffs [P] of one game's strategies [P, A], played independently, summed over every joint action."""
    counts = payoffs.shape[1:]
    chance = {joint: np.prod([strategies[p, a] for p, a in enumerate(joint)]) for joint in product(*map(range, counts))}
    return np.array([sum(chance[joint] * player[joint] for joint in chance) for player in payoffs])


def prizes_without_sharing(*prizes: float, players: int = 3) -> Floats:
    """A symmetric game [1, P, A, ..., A]: whoever alone chooses a prize gets it, others get nothing."""
    payoffs = np.zeros((1, players, *[len(prizes)] * players))
    for joint in product(range(len(prizes)), repeat=players):
        for player, choice in enumerate(joint):
            payoffs[(0, player, *joint)] = prizes[choice] * (joint.count(choice) == 1)
    return payoffs


def test_three_players_of_a_prize_game_find_its_symmetric_equilibrium() -> None:
    """With prizes 4 and 1 a player is indifferent where 4 (1 - p)^2 = p^2, that is p = 2/3, worth 4/9."""
    strategies, values, regrets = solve_n(prizes_without_sharing(4, 1), 1000)
    assert_allclose(strategies[0], [[2 / 3, 1 / 3]] * 3, atol=1e-3)
    assert_allclose(values, 4 / 9, atol=2e-3)
    assert_allclose(regrets, 0, atol=2e-3)


@pytest.mark.parametrize("players", [3, 4])
def test_equal_players_of_a_symmetric_game_stay_equal(players: int) -> None:
    strategies, values, regrets = solve_n(prizes_without_sharing(4, 3, 2, 1.5, 1, players=players), 500)
    for player in range(players):
        assert_array_equal(strategies[:, player], strategies[:, 0])
        assert_array_equal(values[:, player], values[:, 0])
    assert regrets.max() < 2e-3


def test_dominant_actions_of_three_players_are_played() -> None:
    payoffs = random_games(15, 10, 3, 4, 4, 4)
    for player, action in enumerate([2, 0, 3]):
        np.moveaxis(payoffs[:, player], player + 1, 0)[action] += 1
    strategies, values, regrets = solve_n(payoffs, 300)
    assert_allclose(strategies[:, [0, 1, 2], [2, 0, 3]], 1, atol=1e-4)
    assert_allclose(values, payoffs[:, :, 2, 0, 3], atol=1e-3)
    assert regrets.max() < 1e-3


def test_one_player_takes_its_best_action() -> None:
    assert_allclose(solve_n(np.array([[[1.0, 5, 3]]]), 100).strategies, [[[0, 1, 0]]], atol=1e-3)


def test_a_player_whose_strategy_is_given_keeps_to_it_and_the_others_answer_that() -> None:
    pennies = np.array([[1.0, -1], [-1, 1]])
    payoffs = np.stack([pennies, -pennies])[None]
    given = np.array([[[0.7, 0.3], [0, 0]]])
    profile = solve_n(payoffs, 200, given=given)
    assert_allclose(profile.strategies, np.array([[[0.7, 0.3], [0, 1]]]), atol=1e-3)


def test_a_player_who_cannot_tell_games_apart_plays_for_their_mean() -> None:
    payoffs = np.zeros((2, 2, 2, 2))
    payoffs[0, 0], payoffs[1, 0] = (
        [[3.0], [0.0]],
        [[0.0], [2.0]],
    )  # the other player can tell
    payoffs[0, 1, :, 0], payoffs[1, 1, :, 1] = 1, 1
    for weight, action in ((0.5, 0), (0.3, 1)):
        profile = solve_n(payoffs, 100, common=np.array([[weight, 0], [1 - weight, 0]]))
        assert_allclose(profile.strategies[:, 0], [np.eye(2)[action]] * 2, atol=1e-3)
        assert_allclose(profile.strategies[:, 1], np.eye(2), atol=1e-3)


def test_values_of_joint_play_sum_to_a_constant_sum() -> None:
    payoffs = random_games(16, 10, 3, 3, 4, 2)
    payoffs -= payoffs.mean(axis=1, keepdims=True)
    assert_allclose(solve_n(payoffs, 100).values.sum(axis=1), 0, atol=1e-9)


@modest
@given(seeds)
def test_regrets_are_the_gains_of_pure_deviations_from_independent_play(seed: int) -> None:
    counts = (2, 4, 3)
    payoffs = np.random.default_rng(seed).standard_normal((1, 3, *counts))
    profile = solve_n(payoffs, 5)
    strategies = profile.strategies[0]
    values = independent_values(payoffs[0], strategies)
    gains = np.full(3, -np.inf)
    for player, count in enumerate(counts):
        for action in range(count):
            deviation = strategies.copy()
            deviation[player] = np.eye(4)[action]
            gains[player] = max(gains[player], independent_values(payoffs[0], deviation)[player] - values[player])
    assert_allclose(profile.regrets[0], gains, atol=1e-9)


def test_illegal_actions_of_many_players_are_never_played_and_never_read() -> None:
    legal = np.array([[[1, 0, 1, 0], [1, 1, 1, 0], [0, 0, 1, 1]]], bool)
    payoffs = np.full((1, 3, 4, 4, 4), np.nan)
    rest = random_games(20, 1, 3, 2, 3, 2)
    payoffs[np.ix_(np.arange(1), np.arange(3), *(np.flatnonzero(actions) for actions in legal[0]))] = rest
    masked, alone = solve_n(payoffs, 100, legal), solve_n(rest, 100)
    assert not masked.strategies[~legal].any()
    assert_allclose(masked.strategies[legal], alone.strategies[alone.strategies > 0], atol=1e-9)
    assert_allclose(masked.values, alone.values, atol=1e-9)
    assert_allclose(masked.regrets, alone.regrets, atol=1e-9)


def test_batch_of_many_player_games_equals_one_by_one() -> None:
    payoffs = random_games(21, 20, 3, 3, 3, 3)
    together = solve_n(payoffs, 100)
    for game in range(20):
        alone = solve_n(payoffs[game : game + 1], 100)
        assert_allclose(together.strategies[game], alone.strategies[0], atol=1e-9)
        assert_allclose(together.regrets[game], alone.regrets[0], atol=1e-9)


@pytest.mark.parametrize(
    ("payoffs", "legal", "message"),
    [
        (np.zeros((1, 2, 3, 3, 3)), None, r"expected payoffs \[B, P, A1, ..., AP\]"),
        (np.zeros((1, 2, 3, 0)), None, r"expected payoffs \[B, P, A1, ..., AP\]"),
        (np.zeros((1, 2, 3, 4)), np.ones((1, 2, 3), bool), r"expected legal actions of shape \(1, 2, 4\)"),
        (np.zeros((1, 2, 3, 3)), np.zeros((1, 2, 3), bool), "no legal action"),
        (np.full((1, 2, 3, 3), np.nan), None, "must be finite"),
    ],
)
def test_what_is_no_game_of_many_players_is_refused(payoffs: Floats, legal: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_n(payoffs, 10, legal)
