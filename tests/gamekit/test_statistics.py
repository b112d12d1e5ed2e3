"""Score intervals and Elo ratings: exact cases, and their coverage over simulated tournaments."""

from itertools import combinations, permutations
from math import log10, sqrt
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from gamekit.tournament.standings.statistics import Game, fit_elo, mean_interval

TOURNAMENTS = 2000
Luck = Literal["repeated", "spread"]


def winners(rng: np.random.Generator, elos: list[float], blocks: int, luck: Luck) -> NDArray[np.intp]:
    """Who wins the games of blocks of one game a seat, as an index into elos: [blocks, seats].

    Every game follows Luce's choice exactly, but the games of a block depend on each other. In half of the
    blocks they all repeat one result; or in two thirds of them they spread the luck evenly, like a good seat
    that everybody has once. In the other blocks they are independent.
    """
    seats = len(elos)
    odds = 10 ** (np.array(elos) / 400)
    shared, dependent = rng.random((2, blocks, 1))
    if luck == "spread":
        shared, dependent = (shared + np.arange(seats) / seats) % 1, dependent < 2 / 3
    else:
        dependent = dependent < 1 / 2
    draws = np.where(dependent, shared, rng.random((blocks, seats)))
    return np.searchsorted(np.cumsum(odds[:-1]) / odds.sum(), draws, side="right")


def win(seat: int, seats: int) -> tuple[float, ...]:
    return tuple(float(other == seat) for other in range(seats))


def tournament(
    rng: np.random.Generator, tables: list[str], elos: dict[str, float], blocks: int, luck: Luck = "repeated"
) -> list[Game]:
    """Games at each table, its letters being the names: so many blocks, with dependent games."""
    games: list[Game] = []
    for table in tables:
        shares = [win(seat, len(table)) for seat in range(len(table))]
        results = winners(rng, [elos[name] for name in table], blocks, luck).tolist()
        games += [(tuple(table), shares[w], (table, block)) for block, row in enumerate(results) for w in row]
    return games


# Scores


def score_coverage(seats: int, elo: float, luck: Luck, tournaments: int) -> float:
    """How often the interval for 100 blocks contains the true score of a player against equal opponents."""
    true = 1 / (1 + (seats - 1) * 10 ** (-elo / 400))
    opponents = [0.0] * (seats - 1)
    won = winners(np.random.default_rng(1), [elo, *opponents], tournaments * 100, luck) == 0
    wins = won.sum(axis=1).reshape(tournaments, 100, 1)  # of each block
    blocks = (wins == np.arange(seats + 1)).sum(axis=1)  # with so many wins each
    different, times = np.unique(blocks, axis=0, return_counts=True)  # most tournaments end like others
    scores = np.arange(seats + 1) / seats
    intervals = [mean_interval(np.repeat(scores, each).tolist()) for each in different]
    return float(np.average([interval.low <= true <= interval.high for interval in intervals], weights=times))


@pytest.mark.parametrize("luck", ["repeated", "spread"])
@pytest.mark.parametrize(
    ("seats", "elo"),
    [(2, 0.0), (2, 200.0), *(pytest.param(*each, marks=pytest.mark.ci) for each in ((3, 100.0), (4, -50.0)))],
)
def test_score_intervals_cover_the_true_score_in_95_percent_of_tournaments(seats: int, elo: float, luck: Luck) -> None:
    # 10,000 tournaments rather than 2,000, so that chance moves the result by 0.2 % and not by 0.5 %.
    assert 0.94 <= score_coverage(seats, elo, luck, 10_000) <= 0.96


@pytest.mark.parametrize("luck", ["repeated", "spread"])
@pytest.mark.parametrize("elo", [500.0, 700.0, 900.0])
def test_score_intervals_of_a_nearly_unbeaten_player_cover_at_least_94_percent(elo: float, luck: Luck) -> None:
    assert score_coverage(2, elo, luck, TOURNAMENTS) >= 0.94


@pytest.mark.parametrize("blocks", [1, 5, 100])
def test_wins_alone_have_the_exact_interval_of_clopper_and_pearson(blocks: int) -> None:
    from scipy import stats  # noqa: PLC0415 - slow to import

    exact = stats.binomtest(blocks, blocks).proportion_ci(0.95, method="exact")
    interval = mean_interval([1.0] * blocks)
    assert [interval.low, interval.high] == pytest.approx([exact.low, 1.0])


def test_equal_draws_leave_room_for_results_not_seen_yet() -> None:
    interval = mean_interval([0.5] * 100)
    missed = 1 - 0.025 ** (1 / 100)
    assert [interval.low, interval.high] == pytest.approx([0.5 - missed / 2, 0.5 + missed / 2])


def test_middling_scores_have_the_interval_of_student() -> None:
    from scipy import stats  # noqa: PLC0415 - slow to import

    scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0] * 30
    expected = stats.t.interval(0.9, len(scores) - 1, np.mean(scores), stats.sem(scores))
    interval = mean_interval(scores, confidence=0.9)
    assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-3)


def test_wins_and_losses_have_the_interval_of_wilson() -> None:
    from scipy import stats  # noqa: PLC0415 - slow to import

    expected = stats.binomtest(480, 500).proportion_ci(0.95, method="wilson")
    interval = mean_interval([1.0] * 480 + [0.0] * 20)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-3)


def test_the_interval_of_the_opponent_is_the_mirror_image() -> None:
    scores = [1.0] * 40 + [0.75] * 5 + [0.0]
    ours, theirs = mean_interval(scores), mean_interval([1 - score for score in scores])
    assert [theirs.low, theirs.high] == pytest.approx([1 - ours.high, 1 - ours.low])


def test_more_confidence_takes_a_wider_interval() -> None:
    scores = [0.0, 0.5, 0.5, 1.0] * 10
    narrow, wide = mean_interval(scores, 0.8), mean_interval(scores, 0.99)
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize("scores", [[], [0.5, 1.5], [-0.1], [float("nan")]])
def test_scores_outside_0_to_1_are_refused(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="scores in"):
        mean_interval(scores)


# Elo

FOUR = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
TWO = {"a": 50.0, "b": -50.0}
SETTINGS: list[tuple[list[str], dict[str, float], int, Luck]] = [
    (["ab"], TWO, 150, "repeated"),
    (["ab"], TWO, 150, "spread"),
    (["ab", "ac", "ad", "bc", "bd", "cd"], FOUR, 25, "spread"),
    (["abc", "bcd"], FOUR, 75, "spread"),
    (["abcd"], FOUR, 150, "repeated"),
    (["abbb", "aabb"], TWO, 75, "repeated"),
]


@pytest.mark.parametrize(("tables", "elos", "blocks", "luck"), SETTINGS, ids=str)
@pytest.mark.parametrize("number", [300, pytest.param(TOURNAMENTS, marks=pytest.mark.long)])
def test_elo_intervals_cover_the_true_elo_in_95_percent_of_tournaments(
    tables: list[str], elos: dict[str, float], blocks: int, luck: Luck, number: int
) -> None:
    rng = np.random.default_rng(3)
    fits = [fit_elo(tournament(rng, tables, elos, blocks, luck)) for _ in range(number)]
    hits = [[fit[name].low <= elo <= fit[name].high for name, elo in elos.items()] for fit in fits]
    errors = [[fit[name].elo - elo for name, elo in elos.items()] for fit in fits]
    off = 0.45 / sqrt(number)  # 1 % of 2,000: chance, twice its standard deviation
    assert abs(np.mean(hits) - 0.95) <= off
    assert np.abs(np.mean(errors, axis=0)).max() < 300 * off  # Elo: the fit is nearly unbiased


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_recovered_from_their_expected_shares(seats: int) -> None:
    elos = {"a": 250.0, "b": 80.0, "c": -30.0, "d": -300.0}
    games: list[Game] = []
    for block, players in enumerate(combinations(elos, seats)):
        odds = [10 ** (elos[name] / 400) for name in players]
        games += [(players, tuple(o / sum(odds) for o in odds), block)] * 10_000
    assert {name: rating.elo for name, rating in fit_elo(games).items()} == pytest.approx(elos, abs=0.5)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(75, 0, 25), (10, 30, 0), (100, 0, 0)])
def test_two_players_differ_by_the_logistic_elo_of_the_score_with_one_virtual_draw(
    wins: int, draws: int, losses: int
) -> None:
    results = [(1.0, 0.0)] * wins + [(0.5, 0.5)] * draws + [(0.0, 1.0)] * losses
    fit = fit_elo([(("a", "b"), shares, block) for block, shares in enumerate(results)])
    odds = (wins + draws / 2 + 0.5) / (losses + draws / 2 + 0.5)
    assert fit["a"].elo - fit["b"].elo == pytest.approx(400 * log10(odds))


def test_ratings_come_by_name_with_mean_0_and_the_games_and_blocks_of_each_player() -> None:
    games = tournament(np.random.default_rng(4), ["cab", "ba"], {"a": 0.0, "b": 100.0, "c": 0.0}, 10)
    fit = fit_elo(games)
    assert list(fit) == ["a", "b", "c"]
    assert sum(rating.elo for rating in fit.values()) == pytest.approx(0, abs=1e-6)
    assert [(rating.games, rating.blocks) for rating in fit.values()] == [(50, 20), (50, 20), (30, 10)]


def test_the_order_of_games_and_of_seats_does_not_matter() -> None:
    games = tournament(np.random.default_rng(5), ["abc"], {"a": 100.0, "b": 0.0, "c": -50.0}, 20)
    turned = [((c, a, b), (z, x, y), block) for (a, b, c), (x, y, z), block in reversed(games)]
    for name, rating in fit_elo(games).items():
        other = fit_elo(turned)[name]
        assert [other.elo, other.low] == pytest.approx([rating.elo, rating.low])


def test_games_that_repeat_the_result_of_their_block_add_no_certainty() -> None:
    results = [win(int(seat), 2) for seat in np.random.default_rng(6).random(200) < 0.4]
    once = fit_elo([(("a", "b"), shares, block) for block, shares in enumerate(results)])["a"]
    thrice = fit_elo([(("a", "b"), shares, block) for block, shares in enumerate(results) for _ in range(3)])["a"]
    assert thrice.high - thrice.low == pytest.approx(once.high - once.low, rel=0.01)


def test_a_first_seat_that_always_wins_makes_equal_players_and_no_certainty() -> None:
    fit = fit_elo([(players, (1.0, 0.0), block) for block in range(100) for players in permutations("ab")])
    assert fit["a"].elo == pytest.approx(0, abs=1e-6)
    score = mean_interval([0.5] * 100).high  # what results not seen yet leave possible, as a score
    assert fit["a"].high - fit["b"].low == pytest.approx(400 * log10(score / (1 - score)), rel=0.05)


def test_an_unbeaten_player_may_be_no_better_than_the_score_interval_allows() -> None:
    fit = fit_elo([(("a", "b"), (1.0, 0.0), block) for block in range(100)])
    low = mean_interval([1.0] * 100).low
    assert fit["a"].low - fit["b"].high < 400 * log10(low / (1 - low)) < fit["a"].elo - fit["b"].elo


def test_copies_in_several_seats_share_one_rating() -> None:
    fit = fit_elo([(("a", "a", "b"), win(block % 3, 3), block) for block in range(300)])
    assert [rating.elo for rating in fit.values()] == pytest.approx([0, 0], abs=1e-6)


def test_a_forfeit_costs_the_forfeiter_and_leaves_the_others_equal() -> None:
    fit = fit_elo([(("a", "b", "c"), (0.0, 0.5, 0.5), block) for block in range(10)])
    assert fit["a"].high < fit["b"].elo == pytest.approx(fit["c"].elo)


def test_players_that_no_chain_of_games_connects_have_wide_intervals() -> None:
    games: list[Game] = [((a, b), win(block % 2, 2), (a, block)) for a, b in ("ab", "cd") for block in range(500)]
    lone = fit_elo(games)["a"]
    joined = fit_elo([*games, *((("b", "c"), win(block % 2, 2), block) for block in range(500))])["a"]
    assert lone.high - lone.low > 500
    assert joined.high - joined.low < 100


def test_a_single_player_is_the_anchor() -> None:
    fit = fit_elo([(("a", "a"), (1.0, 0.0), 0)])
    assert (fit["a"].elo, fit["a"].low, fit["a"].high, fit["a"].games) == (0, 0, 0, 1)


def test_no_games_have_no_ratings() -> None:
    assert fit_elo([]) == {}


@pytest.mark.parametrize("shares", [(), (1.0,), (0.5, 0.4), (1.5, -0.5), (float("nan"), 1.0)])
def test_shares_that_do_not_fit_the_game_are_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="share for each of"):
        fit_elo([(("a", "b"), shares, 0)])


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_a_confidence_outside_0_to_1_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        mean_interval([0.5], confidence)
    with pytest.raises(ValueError, match="confidence"):
        fit_elo([], confidence)
