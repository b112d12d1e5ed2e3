"""Equilibria of matrix games: known solutions, linear programs, and the properties every solution has."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray
from scipy.optimize import linprog

from economancy.search.matrix_game import CHUNK_CELLS, solve

Floats = NDArray[np.floating[Any]]

EXACT = 1e-8  # of a solution by the simplex method; payoffs below are of the order of 1
modest = settings()
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


def solve_one(payoffs: Floats) -> tuple[Floats, Floats, float]:
    """Return the equilibrium strategies [R] and [C] and the value of the one game `payoffs` [R, C]."""
    row, column, values = solve(payoffs[None])
    return row[0], column[0], float(values[0])


def nash_conv(payoffs: Floats, row: Floats, column: Floats) -> Floats:
    """Return NashConv [...]: what both players together gain by a best response to the other's strategy.

    `payoffs` [..., R, C], `row` [..., R], `column` [..., C]. In a zero-sum game it is twice the exploitability. Source:
    Lanctot et al. (2017), "A unified game-theoretic approach to multiagent reinforcement learning", arXiv:1711.00832.
    """
    conv: Floats = np.matvec(payoffs, column).max(axis=-1) - np.vecmat(row, payoffs).min(axis=-1)
    return conv


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


@modest
@given(*[st.integers(1, 9)] * 3)
def test_biased_rock_paper_scissors_plays_each_by_the_win_it_has_no_part_in(
    paper_wins: int, rock_wins: int, scissors_win: int
) -> None:
    payoffs = np.array([[0, -paper_wins, rock_wins], [paper_wins, 0, -scissors_win], [-rock_wins, scissors_win, 0]])
    row, column, values = solve(payoffs[None])
    expected = np.array([scissors_win, rock_wins, paper_wins]) / (paper_wins + rock_wins + scissors_win)
    assert_allclose(row[0], expected, atol=EXACT)
    assert_allclose(column[0], expected, atol=EXACT)
    assert values[0] == pytest.approx(0, abs=9 * EXACT)


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


def test_strictly_dominated_actions_are_not_played() -> None:
    pennies = np.array([[1.0, -1, 2], [-1, 1, 2], [-1.5, -1.5, 0]])  # the third of each is worse than both others
    row, column, _ = solve(pennies[None])
    assert_allclose(row[0], [0.5, 0.5, 0], atol=EXACT)
    assert_allclose(column[0], [0.5, 0.5, 0], atol=EXACT)


def test_saddle_point_is_played_purely_and_exactly() -> None:
    row, column, values = solve(np.array([[[4.0, 1, 8], [5, 3, 4], [9, 2, 0]]]))
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
def test_strategies_are_probabilities(payoffs: Floats) -> None:
    for strategies in solve(payoffs[None])[:2]:
        assert (strategies >= 0).all()
        assert_allclose(strategies.sum(axis=1), 1)


@pytest.mark.parametrize("size", [3, 8, 14])
def test_thousands_of_games_with_many_ties_are_all_solved_exactly(size: int) -> None:
    payoffs = np.random.default_rng(size).integers(0, 3, (2000, size, size)).astype(float)
    row, column, _ = solve(payoffs)
    assert nash_conv(payoffs, row, column).max() <= EXACT


@pytest.mark.parametrize("size", [(2000, 8, 8), (20, 30, 60)])
def test_simplex_method_leaves_nothing_to_regret_matching_which_is_less_exact(size: tuple[int, int, int]) -> None:
    payoffs = random_games(3, *size)
    row, column, _ = solve(payoffs)
    assert nash_conv(payoffs, row, column).max() <= EXACT


def test_regret_matching_steps_in_where_the_simplex_method_is_cut_short() -> None:
    payoffs = random_games(5, 50, 5, 4)
    exact = solve(payoffs)
    rescued = solve(payoffs, pivots=0)
    assert nash_conv(payoffs, rescued.row, rescued.column).max() > EXACT  # so it did step in
    assert_allclose(rescued.values, exact.values, atol=0.002)


def test_batch_equals_one_by_one() -> None:
    """Also one of more games than are solved at once."""
    payoffs = random_games(6, CHUNK_CELLS // (5 * 7) + 60, 4, 6)
    batch = solve(payoffs)
    for game in (*range(30), *range(len(payoffs) - 90, len(payoffs))):
        row, column, value = solve(payoffs[game : game + 1])
        assert_allclose(batch.row[game], row[0], atol=1e-12)
        assert_allclose(batch.column[game], column[0], atol=1e-12)
        assert batch.values[game] == pytest.approx(value[0], abs=1e-12)


@modest
@given(seeds)
def test_illegal_actions_are_never_played_and_never_read(seed: int) -> None:
    row_legal, column_legal = random_masks(seed, 20, 5), random_masks(seed + 1, 20, 6)
    payoffs = random_games(seed, 20, 5, 6)
    payoffs[~(row_legal[:, :, None] & column_legal[:, None])] = np.nan
    row, column, values = solve(payoffs, row_legal, column_legal)
    assert not row[~row_legal].any()
    assert not column[~column_legal].any()
    for game, matrix in enumerate(payoffs):
        rest = matrix[np.ix_(row_legal[game], column_legal[game])]
        alone = solve(rest[None])
        assert_allclose(row[game, row_legal[game]], alone.row[0], atol=EXACT)
        assert_allclose(column[game, column_legal[game]], alone.column[0], atol=EXACT)
        assert values[game] == pytest.approx(alone.values[0], abs=EXACT)


def test_illegal_actions_are_not_played_where_all_payoffs_are_equal() -> None:
    legal = np.array([[False, True]])
    row, column, values = solve(np.full((1, 2, 2), 3.0), legal, legal)
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


def test_constants_shift_and_factors_scale_the_value_and_nothing_else() -> None:
    payoffs = random_games(7, 20, 5, 6)
    plain, moved = solve(payoffs), solve(93 + 7 * payoffs)
    assert_allclose(moved.values, 93 + 7 * plain.values)
    assert_allclose(moved.row, plain.row, atol=1e-6)


def test_changing_seats_changes_the_sign_and_swaps_the_strategies() -> None:
    payoffs = random_games(8, 100, 5, 6)
    ours, theirs = solve(payoffs), solve(-payoffs.swapaxes(1, 2))
    assert_allclose(theirs.values, -ours.values)
    assert_allclose(theirs.row, ours.column, atol=EXACT)
    assert_allclose(theirs.column, ours.row, atol=EXACT)


def test_antisymmetric_games_have_value_zero() -> None:
    half = random_games(9, 200, 7, 7)
    assert_allclose(solve(half - half.swapaxes(1, 2)).values, 0, atol=EXACT)


def test_single_precision_stays_single_and_integers_become_double() -> None:
    payoffs: Any = np.random.default_rng(10).integers(0, 9, (5, 3, 4))
    single, double = solve(payoffs.astype(np.float32)), solve(payoffs)
    assert {array.dtype for array in single} == {np.dtype(np.float32)}
    assert {array.dtype for array in double} == {np.dtype(np.float64)}
    assert_allclose(single.values, double.values, atol=0.01)


def test_no_games_have_no_solutions() -> None:
    row, column, values = solve(np.empty((0, 3, 4)))
    assert (row.shape, column.shape, values.shape) == ((0, 3), (0, 4), (0,))


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
    with pytest.raises(ValueError, match=message):
        solve(payoffs, legal)


def test_nash_conv_adds_what_both_players_could_gain() -> None:
    payoffs = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    rock, uniform = np.array([1.0, 0, 0]), np.full(3, 1 / 3)
    assert nash_conv(payoffs, rock, rock) == 2  # both would rather play paper
    assert nash_conv(payoffs, rock, uniform) == pytest.approx(1)
    assert nash_conv(payoffs, uniform, uniform) == pytest.approx(0)
