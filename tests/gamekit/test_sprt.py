"""The sequential test against published log-likelihood ratios, and its error rates by simulation."""

from math import log, sqrt

import numpy as np
import pytest
from scipy.special import bdtr

from gamekit.tournament.standings.sprt import Sprt, bounds, expected_score, llr


def logistic_llr(results: tuple[int, ...], elo0: float, elo1: float) -> float:
    """The LLR of counts in ascending order of score: three of games, or five of pairs, at logistic Elo bounds."""
    counts = {index / (len(results) - 1): count for index, count in enumerate(results)}
    return llr(counts, expected_score(elo0, 2), expected_score(elo1, 2))


# Published values. Those from before Fishtest's change to normalized Elo (fishtest pull request 914, April 2021)
# are for logistic bounds, which its notation marks with braces, {elo0,elo1}. The tolerance is half the last
# digit that was published.

STOCKFISH = [  # "Ptnml(0-2)" in github.com/official-stockfish/Stockfish/pull/<number>
    (2493, (424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),
    (2493, (1284, 17437, 55536, 18085, 1292), 0.0, 2.0, 2.94),
    (2920, (665, 4806, 9333, 4893, 747), -0.5, 1.5, 2.95),
    (2920, (328, 4564, 15580, 4789, 371), 0.25, 1.75, 2.98),
    (2971, (17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    (2971, (11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    (3098, (491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    (3209, (58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
    (3331, (14, 1030, 14318, 1163, 19), 0.25, 1.25, 2.93),
]
FASTCHESS = [  # the logistic cases of github.com/Disservin/fastchess, app/tests/sprt_test.cpp (from pull request 426)
    ((21184, 40708, 21404), 0.5, 2.5, -1.57),
    ((57030, 106593, 57433), 0.0, 2.0, -2.59),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
]
LLRCALC = [  # LLR_logistic(elo0, elo1, results) of Fishtest's LLRcalc.py, run on results with empty cells
    ((0, 10, 30, 12, 0), 0.0, 20.0, -0.2704145362888514),
    ((0, 3, 65, 4, 2), 0.0, 5.0, 0.6755509925200579),
    ((0, 0, 100, 0, 0), 0.0, 20.0, -5.912981769235324),
    ((0, 0, 0, 0, 50), 0.0, 20.0, 2.795543414996538),
]


@pytest.mark.parametrize(("pull", "results", "elo0", "elo1", "published"), STOCKFISH)
def test_llr_is_what_fishtest_published_for_patches_of_stockfish(
    pull: int, results: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    assert logistic_llr(results, elo0, elo1) == pytest.approx(published, abs=0.005), f"pull request {pull}"


@pytest.mark.parametrize(("results", "elo0", "elo1", "published"), FASTCHESS)
def test_llr_is_what_the_unit_tests_of_fastchess_expect(
    results: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    assert logistic_llr(results, elo0, elo1) == pytest.approx(published, abs=0.005)


@pytest.mark.parametrize(("results", "elo0", "elo1", "computed"), LLRCALC)
def test_llr_treats_empty_cells_as_fishtest_does(
    results: tuple[int, ...], elo0: float, elo1: float, computed: float
) -> None:
    assert logistic_llr(results, elo0, elo1) == pytest.approx(computed, abs=1e-9)


def test_llr_is_the_exact_logistic_one_of_a_raw_statistics_page_of_fishtest() -> None:
    # montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712: "Logistic (exact) -0.53772" for the results and the
    # normalized bounds 0 and 4. By its definition, normalized Elo / (800 / ln 10) is (score - 1/2) / (standard
    # deviation of a game), of which the page gives the score as 0.50391.
    results = (13, 37, 50, 25, 3)
    deviation = sqrt(2) * float(np.std(np.repeat(np.linspace(0, 1, 5), results)))
    score1 = 0.5 + 4 / (800 / log(10)) * deviation
    assert score1 == pytest.approx(0.50391, abs=5e-6)
    counts = dict(zip((0.0, 0.25, 0.5, 0.75, 1.0), results, strict=True))
    assert llr(counts, 0.5, score1) == pytest.approx(-0.53772, abs=5e-6)


def test_outcomes_never_seen_may_be_left_out() -> None:
    seen = {0.25: 10, 0.5: 30, 0.75: 12}
    assert llr(seen, 0.5, 0.53) == llr(seen | {0.0: 0, 1.0: 0}, 0.5, 0.53)
    assert llr(seen, 0.5, 0.53) == pytest.approx(llr(seen | {1 / 3: 0}, 0.5, 0.53), abs=1e-3)


def test_llr_changes_sign_with_the_hypotheses_and_with_the_side() -> None:
    counts = {0.0: 3, 0.25: 5, 0.5: 8, 1.0: 9}
    mirrored = {1 - score: count for score, count in counts.items()}
    assert llr(counts, 0.6, 0.5) == pytest.approx(-llr(counts, 0.5, 0.6))
    assert llr(mirrored, 0.5, 0.4) == pytest.approx(llr(counts, 0.5, 0.6))


def test_llr_of_wins_and_losses_is_that_of_the_binomial() -> None:
    # Two outcomes leave the hypotheses nothing to estimate.
    assert llr({0.0: 40, 1.0: 60}, 0.5, 0.6) == pytest.approx(60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5))


@pytest.mark.parametrize(
    ("elo", "seats", "score"), [(0, 2, 1 / 2), (0, 4, 1 / 4), (400, 2, 10 / 11), (400, 4, 10 / 13), (-400, 3, 1 / 21)]
)
def test_expected_score_is_the_luce_share_against_equal_opponents(elo: float, seats: int, score: float) -> None:
    assert expected_score(elo, seats) == pytest.approx(score)


def test_bounds_are_those_of_wald() -> None:
    assert bounds(0.05, 0.05) == pytest.approx((-2.944438979, 2.944438979))  # Fishtest's (-2.94, 2.94)
    assert bounds(0.01, 0.2) == pytest.approx((log(0.2 / 0.99), log(0.8 / 0.01)))


def test_a_test_counts_blocks_and_a_game_for_every_seat() -> None:
    test = Sprt(0, 50, seats=4)
    for score in (0.0, 0.25, 0.25):
        test.update(score)
    assert (test.blocks, test.games) == (3, 12)
    assert test.llr == pytest.approx(llr({0.0: 1, 0.25: 2}, expected_score(0, 4), expected_score(50, 4)))


def test_scores_that_differ_in_their_last_bits_are_one_outcome() -> None:
    test = Sprt(0, 50)
    test.update(0.1 + 0.2)
    test.update(0.3)
    assert test.counts == {0.3: 2}


def test_the_first_bound_reached_decides_for_good() -> None:
    test = Sprt(0, 100)
    while test.decision is None:
        test.update(1.0)
    assert test.llr >= bounds(0.05, 0.05)[1]
    for _ in range(100):
        assert test.update(0.0) == "accept H1"
    assert test.llr < 0


def test_a_player_who_only_loses_is_refused() -> None:
    test = Sprt(0, 100)
    while test.decision is None:
        test.update(0.0)
    assert test.decision == "accept H0"


RUNS = 600
MOST_ERRORS = next(errors for errors in range(RUNS) if bdtr(errors, RUNS, 0.05) >= 0.999)
"""More errors than that have a probability below 0.001 where alpha or beta is 0.05."""


def decisions(rng: np.random.Generator, seats: int, elo: float) -> list[str | None]:
    """The decisions of tests of 0 against 100 Elo; in half of the blocks all games go the same way."""
    share = expected_score(elo, seats)
    ended: list[str | None] = []
    for _ in range(RUNS):
        test = Sprt(0, 100, alpha=0.05, beta=0.05, seats=seats)
        while test.decision is None:
            luck = rng.random(1 if rng.random() < 0.5 else seats)
            test.update(float(np.mean(luck < share)))
        ended.append(test.decision)
    return ended


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.ci)])
def test_h1_is_accepted_at_elo0_no_more_often_than_alpha(seats: int) -> None:
    assert decisions(np.random.default_rng(1), seats, elo=0).count("accept H1") <= MOST_ERRORS


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.ci)])
def test_h0_is_accepted_at_elo1_no_more_often_than_beta(seats: int) -> None:
    assert decisions(np.random.default_rng(2), seats, elo=100).count("accept H0") <= MOST_ERRORS


@pytest.mark.parametrize(("alpha", "beta"), [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5)])
def test_error_rates_that_leave_no_test_are_refused(alpha: float, beta: float) -> None:
    with pytest.raises(ValueError, match="alpha"):
        Sprt(0, 10, alpha=alpha, beta=beta)


def test_hypotheses_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="elo0 < elo1"):
        Sprt(10, 10)


def test_a_lone_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="seats"):
        Sprt(0, 10, seats=1)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_block_score_outside_0_to_1_is_refused(score: float) -> None:
    test = Sprt(0, 10)
    with pytest.raises(ValueError, match="block score"):
        test.update(score)
    assert test.blocks == 0


@pytest.mark.parametrize(("outcome", "score0"), [(2.0, 0.5), (-1.0, 0.5), (0.5, 0.0), (0.5, 1.0)])
def test_outcomes_and_scores_beyond_a_share_are_refused(outcome: float, score0: float) -> None:
    with pytest.raises(ValueError, match="expected outcomes"):
        llr({outcome: 1}, score0, 0.6)
