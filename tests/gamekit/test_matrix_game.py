"""Equilibria of matrix games: known solutions, linear programs, and the properties every solution has."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray
from scipy.optimize import linprog

from gamekit.solve import matrix_game, regret_matching
from gamekit.solve.matrix_game import best_response_values, nash_conv, solve, solve_by_regret_matching, solve_one
from gamekit.solve.regret_matching import nash_conv_n, regrets_n, solve_n

Floats = NDArray[np.floating[Any]]

EXACT = 1e-8  # of a solution by the simplex method; payoffs below are of the order of 1
SOLVERS = [
    pytest.param(solve, EXACT, id="exact"),
    pytest.param(solve_by_regret_matching, 0.01, id="regret matching"),
]
modest = settings(deadline=None, max_examples=50)
# Few levels make ties and duplicate actions, many make a unique equilibrium likely.
matrices = st.one_of(
    arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(-2, 2).map(float)),
    arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.floats(-1, 1, width=32)),
)
seeds = st.integers(0, 2**32 - 1)


def linear_program_value(payoffs: Floats) -> float:
    """The value of a matrix game: maximise v with payoffs.T @ x >= v over probabilities x."""
    rows, columns = payoffs.shape
    result = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert result.fun is not None, result.message
    return -float(result.fun)


def random_games(seed: int, *shape: int) -> Floats:
    return np.random.default_rng(seed).random(shape)


def random_masks(seed: int, batch: int, count: int) -> NDArray[np.bool_]:
    """Random legal actions, at least one a game."""
    rng = np.random.default_rng(seed)
    legal = rng.random((batch, count)) < 0.6
    legal[np.arange(batch), rng.integers(0, count, batch)] = True
    return legal


# Two players, zero sum: known solutions


def test_rock_paper_scissors_is_played_uniformly() -> None:
    row, column, value = solve_one(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert_allclose(row, [1 / 3] * 3)
    assert_allclose(column, [1 / 3] * 3)
    assert value == pytest.approx(0)


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
@modest
@given(*[st.integers(1, 9)] * 3)
def test_biased_rock_paper_scissors_plays_each_by_the_win_it_has_no_part_in(
    solver: Any, tolerance: float, paper_wins: int, rock_wins: int, scissors_win: int
) -> None:
    payoffs = np.array([[0, -paper_wins, rock_wins], [paper_wins, 0, -scissors_win], [-rock_wins, scissors_win, 0]])
    row, column, values = solver(payoffs[None], 1000)
    expected = np.array([scissors_win, rock_wins, paper_wins]) / (paper_wins + rock_wins + scissors_win)
    assert_allclose(row[0], expected, atol=tolerance)
    assert_allclose(column[0], expected, atol=tolerance)
    assert values[0] == pytest.approx(0, abs=9 * tolerance)


@modest
@given(*[st.integers(1, 9)] * 4)
def test_two_by_two_without_saddle_point_follows_the_closed_form(a: int, b: int, c: int, d: int) -> None:
    row, column, value = solve_one(np.array([[a, -b], [-c, d]]))
    total = a + b + c + d
    assert_allclose(row, [(c + d) / total, (a + b) / total])
    assert_allclose(column, [(b + d) / total, (a + c) / total])
    assert value == pytest.approx((a * d - b * c) / total)


def test_two_by_three_uses_two_columns() -> None:
    """After Ferguson, "Game Theory", part II, section 2.3: value 17/7."""
    row, column, value = solve_one(np.array([[2.0, 3, 1], [4, 1, 6]]))
    assert_allclose(row, [5 / 7, 2 / 7])
    assert_allclose(column, [0, 5 / 7, 2 / 7])
    assert value == pytest.approx(17 / 7)


@modest
@given(st.lists(st.integers(1, 20), min_size=1, max_size=10))
def test_diagonal_game_weighs_actions_by_the_inverse_of_their_payoffs(diagonal: list[int]) -> None:
    row, column, value = solve_one(np.diag(diagonal).astype(float))
    inverse = 1 / np.array(diagonal)
    assert_allclose(row, inverse / inverse.sum())
    assert_allclose(column, inverse / inverse.sum())
    assert value == pytest.approx(1 / inverse.sum())


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
def test_strictly_dominated_actions_are_not_played(solver: Any, tolerance: float) -> None:
    pennies = np.array([[1.0, -1, 2], [-1, 1, 2], [-1.5, -1.5, 0]])  # the third of each is worse than both others
    row, column, _ = solver(pennies[None], 1000)
    assert_allclose(row[0], [0.5, 0.5, 0], atol=tolerance)
    assert_allclose(column[0], [0.5, 0.5, 0], atol=tolerance)


@pytest.mark.parametrize("solver", [solve, solve_by_regret_matching])
def test_saddle_point_is_played_purely_and_exactly(solver: Any) -> None:
    row, column, values = solver(np.array([[[4.0, 1, 8], [5, 3, 4], [9, 2, 0]]]), 1)
    assert_array_equal(row, [[0, 1, 0]])
    assert_array_equal(column, [[0, 1, 0]])
    assert_array_equal(values, [3])


def test_of_equal_saddle_points_the_one_that_no_other_weakly_dominates_is_played() -> None:
    row, column, _ = solve_one(np.array([[0.0, 0, 1], [0, 0, 0], [0, -1, 1], [0, 0, 3]]))
    assert_array_equal(row, [0, 0, 0, 1])
    assert_array_equal(column, [0, 1, 0])


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1)])
def test_single_action_meets_its_best_response(shape: tuple[int, int]) -> None:
    payoffs = random_games(1, *shape)
    assert solve_one(payoffs)[2] == (payoffs.min() if shape[0] == 1 else payoffs.max())


# Two players, zero sum: any game


@modest
@given(matrices)
def test_value_is_that_of_the_linear_program(payoffs: Floats) -> None:
    row, column, value = solve_one(payoffs)
    assert value == pytest.approx(linear_program_value(payoffs), abs=EXACT)
    assert nash_conv(payoffs, row, column) <= EXACT


@modest
@given(matrices)
def test_regret_matching_is_within_its_own_nash_conv_of_the_linear_program(payoffs: Floats) -> None:
    row, column, values = solve_by_regret_matching(payoffs[None], 1000)
    conv = nash_conv(payoffs[None], row, column)[0]
    assert conv <= 0.005
    assert values[0] == pytest.approx(linear_program_value(payoffs), abs=conv / 2 + EXACT)


@pytest.mark.parametrize("solver", [solve, solve_by_regret_matching])
@modest
@given(matrices)
def test_strategies_are_probabilities(solver: Any, payoffs: Floats) -> None:
    for strategies in solver(payoffs[None], 30)[:2]:
        assert (strategies >= 0).all()
        assert_allclose(strategies.sum(axis=1), 1)


@pytest.mark.parametrize("size", [3, 8, 14])
def test_thousands_of_games_with_many_ties_are_all_solved_exactly(size: int) -> None:
    payoffs = np.random.default_rng(size).integers(0, 3, (2000, size, size)).astype(float)
    row, column, _ = solve(payoffs)
    assert nash_conv(payoffs, row, column).max() <= EXACT


def test_simplex_method_leaves_nothing_to_regret_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_game, "zero_sum_averages", None)
    solve(random_games(3, 2000, 8, 8))
    solve(random_games(4, 20, 30, 60))


def test_regret_matching_steps_in_where_the_simplex_method_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    payoffs = random_games(5, 50, 5, 4)
    exact = solve(payoffs)
    monkeypatch.setattr(matrix_game, "PIVOTS", 0)
    rescued = solve(payoffs, 500)
    assert nash_conv(payoffs, rescued.row, rescued.column).max() > EXACT  # so it did step in
    assert_allclose(rescued.values, exact.values, atol=0.002)


@pytest.mark.parametrize(("solver", "tolerance"), [(solve, 1e-12), (solve_by_regret_matching, 1e-9)])
def test_batch_equals_one_by_one(monkeypatch: pytest.MonkeyPatch, solver: Any, tolerance: float) -> None:
    payoffs = random_games(6, 60, 4, 6)
    together = solver(payoffs, 50)
    monkeypatch.setattr(matrix_game, "CHUNK_CELLS", 7 * 5 * 7)  # seven games at a time
    for batch in (together, solver(payoffs, 50)):
        for game, matrix in enumerate(payoffs):
            row, column, value = solver(matrix[None], 50)
            assert_allclose(batch.row[game], row[0], atol=tolerance)
            assert_allclose(batch.column[game], column[0], atol=tolerance)
            assert batch.values[game] == pytest.approx(value[0], abs=tolerance)


@pytest.mark.parametrize(("solver", "tolerance"), [(solve, EXACT), (solve_by_regret_matching, 1e-6)])
@modest
@given(seeds)
def test_illegal_actions_are_never_played_and_never_read(solver: Any, tolerance: float, seed: int) -> None:
    row_legal, column_legal = random_masks(seed, 20, 5), random_masks(seed + 1, 20, 6)
    payoffs = random_games(seed, 20, 5, 6)
    payoffs[~(row_legal[:, :, None] & column_legal[:, None])] = np.nan
    row, column, values = solver(payoffs, 20, row_legal, column_legal)
    assert not row[~row_legal].any()
    assert not column[~column_legal].any()
    for game, matrix in enumerate(payoffs):
        rest = matrix[np.ix_(row_legal[game], column_legal[game])]
        alone = solver(rest[None], 20)
        assert_allclose(row[game, row_legal[game]], alone.row[0], atol=tolerance)
        assert_allclose(column[game, column_legal[game]], alone.column[0], atol=tolerance)
        assert values[game] == pytest.approx(alone.values[0], abs=tolerance)


@pytest.mark.parametrize("solver", [solve, solve_by_regret_matching])
def test_illegal_actions_are_not_played_where_all_payoffs_are_equal(solver: Any) -> None:
    legal = np.array([[False, True]])
    row, column, values = solver(np.full((1, 2, 2), 3.0), 10, legal, legal)
    assert_array_equal(row, [[0, 1]])
    assert_array_equal(column, [[0, 1]])
    assert_array_equal(values, [3])


@modest
@given(seeds)
def test_permuted_actions_have_permuted_strategies(seed: int) -> None:
    rng = np.random.default_rng(seed)
    payoffs, rows, columns = rng.random((6, 5)), rng.permutation(6), rng.permutation(5)
    row, column, value = solve_one(payoffs)
    permuted_row, permuted_column, permuted_value = solve_one(payoffs[rows][:, columns])
    assert_allclose(permuted_row, row[rows], atol=EXACT)
    assert_allclose(permuted_column, column[columns], atol=EXACT)
    assert permuted_value == pytest.approx(value)


@pytest.mark.parametrize("solver", [solve, solve_by_regret_matching])
def test_constants_shift_and_factors_scale_the_value_and_nothing_else(solver: Any) -> None:
    payoffs = random_games(7, 20, 5, 6)
    plain, moved = solver(payoffs, 20), solver(93 + 7 * payoffs, 20)
    assert_allclose(moved.values, 93 + 7 * plain.values)
    assert_allclose(moved.row, plain.row, atol=1e-6)


def test_changing_seats_changes_the_sign_and_swaps_the_strategies() -> None:
    payoffs = random_games(8, 100, 5, 6)
    ours, theirs = solve(payoffs), solve(-payoffs.swapaxes(1, 2))
    assert_allclose(theirs.values, -ours.values)
    assert_allclose(theirs.row, ours.column, atol=EXACT)
    assert_allclose(theirs.column, ours.row, atol=EXACT)


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
def test_antisymmetric_games_have_value_zero(solver: Any, tolerance: float) -> None:
    half = random_games(9, 200, 7, 7)
    assert_allclose(solver(half - half.swapaxes(1, 2), 1000).values, 0, atol=tolerance)


@pytest.mark.parametrize("solver", [solve, solve_by_regret_matching])
def test_single_precision_stays_single_and_integers_become_double(solver: Any) -> None:
    payoffs = np.random.default_rng(10).integers(0, 9, (5, 3, 4))
    single, double = solver(payoffs.astype(np.float32), 100), solver(payoffs, 100)
    assert {array.dtype for array in single} == {np.dtype(np.float32)}
    assert {array.dtype for array in double} == {np.dtype(np.float64)}
    assert_allclose(single.values, double.values, atol=0.01)


def test_no_games_have_no_solutions() -> None:
    row, column, values = solve(np.empty((0, 3, 4)))
    assert (row.shape, column.shape, values.shape) == ((0, 3), (0, 4), (0,))


def test_regret_matching_stops_at_the_first_look_within_tolerance() -> None:
    payoffs = random_games(11, 50, 6, 6)
    stopped = solve_by_regret_matching(payoffs, 1000, tolerance=1.0)
    first_look = solve_by_regret_matching(payoffs, regret_matching.CHECK_EVERY, tolerance=0)
    assert_array_equal(stopped.row, first_look.row)


def test_regret_matching_goes_on_until_every_game_is_within_tolerance() -> None:
    payoffs = random_games(12, 300, 6, 6)
    row, column, _ = solve_by_regret_matching(payoffs, 20_000, tolerance=1e-3)
    assert nash_conv(payoffs, row, column).max() <= 1e-3 + EXACT


def test_tolerance_is_in_the_units_of_the_payoffs() -> None:
    payoffs = random_games(22, 50, 6, 6)
    plain = solve_by_regret_matching(payoffs, 500, tolerance=1e-3)
    scaled = solve_by_regret_matching(1024 * payoffs, 500, tolerance=1024e-3)
    assert_array_equal(scaled.row, plain.row)


def test_two_hundred_iterations_of_regret_matching_come_close() -> None:
    payoffs = random_games(13, 300, 8, 8).astype(np.float32)
    row, column, _ = solve_by_regret_matching(payoffs, 200, tolerance=0)
    exploitability = nash_conv(payoffs, row, column) / 2
    assert exploitability.mean() < 2e-4
    assert exploitability.max() < 3e-3


@pytest.mark.parametrize(
    ("payoffs", "legal", "message"),
    [
        (np.zeros((2, 3)), None, r"expected payoffs \[B, R, C\], got shape \(2, 3\)"),
        (np.zeros((2, 0, 3)), None, r"expected payoffs \[B, R, C\], got shape \(2, 0, 3\)"),
        (np.zeros((2, 3, 3)), np.ones((2, 2), bool), r"expected legal actions of shape \(2, 3\), got \(2, 2\)"),
        (np.zeros((2, 3, 3)), np.zeros((2, 3), bool), "no legal action"),
        (np.full((2, 3, 3), np.nan), None, "must be finite"),
        (np.full((2, 3, 3), np.inf), np.ones((2, 3), bool), "must be finite"),
    ],
)
def test_what_is_no_game_is_refused(payoffs: Floats, legal: Any, message: str) -> None:
    for solver in (solve, solve_by_regret_matching):
        with pytest.raises(ValueError, match=message):
            solver(payoffs, 10, legal)


def test_regret_matching_needs_an_iteration() -> None:
    with pytest.raises(ValueError, match="at least one iteration, got 0"):
        solve_by_regret_matching(np.zeros((1, 2, 2)), 0)


# Best responses and NashConv


def test_nash_conv_adds_what_both_players_could_gain() -> None:
    payoffs = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    rock, uniform = np.array([1.0, 0, 0]), np.full(3, 1 / 3)
    assert nash_conv(payoffs, rock, rock) == 2  # both would rather play paper
    assert nash_conv(payoffs, rock, uniform) == pytest.approx(1)
    assert nash_conv(payoffs, uniform, uniform) == pytest.approx(0)


@modest
@given(matrices, seeds)
def test_best_responses_to_any_strategies_bracket_the_value(payoffs: Floats, seed: int) -> None:
    rng = np.random.default_rng(seed)
    row, column = rng.dirichlet(np.ones(payoffs.shape[0])), rng.dirichlet(np.ones(payoffs.shape[1]))
    best_row, best_column = best_response_values(payoffs, row, column)
    assert best_row == pytest.approx(max(payoffs @ column))
    assert best_column == pytest.approx(min(row @ payoffs))
    assert best_column - EXACT <= solve_one(payoffs)[2] <= best_row + EXACT


@pytest.mark.parametrize("shift", [0, -10])
def test_illegal_actions_are_no_best_responses(shift: int) -> None:
    payoffs = np.array([[[1.0, 2, -9], [3, 4, -9], [9, np.nan, np.inf]]]) + shift
    uniform, legal = np.array([[0.5, 0.5, 0]]), np.array([[True, True, False]])
    best_row, best_column = best_response_values(payoffs, uniform, uniform, legal, legal)
    assert best_row == 3.5 + shift
    assert best_column == 2 + shift
    assert_allclose(nash_conv(payoffs, uniform, uniform, legal, legal), 1.5)


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


@pytest.mark.parametrize("shape", [(4, 4), (3, 6)])
def test_two_zero_sum_players_play_the_matrix_game(shape: tuple[int, int]) -> None:
    payoffs = random_games(14, 30, *shape)
    profile, exact = solve_n(np.stack([payoffs, -payoffs], axis=1), 1000), solve(payoffs)
    assert_allclose(profile.values[:, 0], exact.values, atol=2e-3)
    assert_allclose(profile.values[:, 1], -exact.values, atol=2e-3)
    assert profile.regrets.max() < 2e-3


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
    rng = np.random.default_rng(seed)
    counts = (2, 4, 3)
    payoffs, strategies = rng.standard_normal((1, 3, *counts)), np.zeros((1, 3, 4))
    for player, count in enumerate(counts):
        strategies[0, player, :count] = rng.dirichlet(np.ones(count))
    values = independent_values(payoffs[0], strategies[0])
    gains = np.full(3, -np.inf)
    for player, count in enumerate(counts):
        for action in range(count):
            deviation = strategies[0].copy()
            deviation[player] = np.eye(4)[action]
            gains[player] = max(gains[player], independent_values(payoffs[0], deviation)[player] - values[player])
    assert_allclose(regrets_n(payoffs, strategies)[0], gains, atol=1e-9)
    assert_allclose(nash_conv_n(payoffs, strategies), gains.sum(), atol=1e-9)


def test_reported_regrets_are_those_of_the_reported_strategies() -> None:
    payoffs = random_games(17, 20, 3, 3, 4, 2)
    profile = solve_n(payoffs, 50)
    assert profile.regrets.max() > 0.01  # such marginals are no equilibrium
    assert_allclose(profile.regrets, regrets_n(payoffs, profile.strategies))


def test_nash_conv_of_two_zero_sum_players_is_that_of_the_matrix_game() -> None:
    payoffs, strategies = random_games(18, 9, 4, 4), np.random.default_rng(19).dirichlet(np.ones(4), (9, 2))
    both = nash_conv_n(np.stack([payoffs, -payoffs], axis=1), strategies)
    assert_allclose(both, nash_conv(payoffs, strategies[:, 0], strategies[:, 1]))


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
