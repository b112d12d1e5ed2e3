"""Confidence intervals and Elo ratings for the results of a tournament.

The unit of independence is the *block*: one opening position played in every seat rotation. Games within a
block may depend on each other in any way, blocks do not. Every game gives each seat a share in [0, 1], and
the shares of a game sum to 1: a win 1, a draw 1/seats to each, a fault 0 to the seat that forfeits and an
equal share to the others.

Axes of arrays: G games, B blocks, P players (distinct names), K pairs of players, R results (distinct pairs of
names and shares by seat, so that a result that many games have is worked out once).
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

Game: TypeAlias = tuple[tuple[str, ...], tuple[float, ...], Hashable]
"""The names by seat, the shares by seat, and the block that the game belongs to."""

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]

ELO_PER_NAT = 400 / log(10)
"""Elo points for a factor e in the odds of a win (the definition of the Elo scale)."""

PRIOR_DRAWS = 1.0
"""Virtual two-seat draws of each player, spread evenly over all others. Derived for two players, where half
a win and half a loss are Jeffreys' prior for a proportion (100 wins of 100 become a difference of 921 Elo);
that the same suits more players is a guess."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the confidence interval for its expectation."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo, its confidence interval, and the numbers of its games and blocks."""

    elo: float
    low: float
    high: float
    games: int
    blocks: int


def mean_interval(samples: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of independent block scores in [0, 1], with a confidence interval for their expectation.

    Wilson's score interval with Student's t for the quantile and, for the sample size, the effective number
    of blocks, mean * (1 - mean) / (standard error)^2. In the middle of [0, 1] that is the t interval;
    towards the ends it keeps the coverage that the t interval loses. (The modified Wilson interval of survey
    statistics; see E. L. Korn and B. I. Graubard, "Confidence Intervals for Proportions with Small Expected
    Number of Positive Counts Estimated from Survey Data", Survey Methodology 24, 1998.)

    It is never narrower than what scores not seen yet could do to the mean: see `_unseen_share`. So equal
    scores claim no certainty, and n wins of n have the exact lower limit of Clopper and Pearson.

    Raises ValueError for no samples, a sample outside [0, 1] or a confidence outside (0, 1).
    """
    _check_confidence(confidence)
    scores = np.asarray(samples, dtype=np.float64)
    inside = (scores >= 0) & (scores <= 1)
    if not scores.size or not inside.all():
        raise ValueError(f"expected one or more scores in [0, 1], got {scores[~inside].tolist()}")
    n, mean = scores.size, float(scores.mean())
    unseen = float(_unseen_share(n, confidence))
    low, high = mean * (1 - unseen), mean + (1 - mean) * unseen
    error = float(scores.std(ddof=1)) / sqrt(n) if n > 1 else 0.0
    if error > 0:
        effective = mean * (1 - mean) / error**2
        t = float(stdtrit(n - 1, (1 + confidence) / 2))
        centre = (mean + t**2 / (2 * effective)) / (1 + t**2 / effective)
        half = t * sqrt(error**2 + (t / (2 * effective)) ** 2) / (1 + t**2 / effective)
        low, high = min(low, centre - half), max(high, centre + half)
    return Interval(mean, max(low, 0.0), min(high, 1.0))


def unbounded_interval(samples: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of independent numbers, such as margins, with Student's t interval; of one number nothing is known.

    Raises ValueError for no samples and for a confidence outside (0, 1).
    """
    _check_confidence(confidence)
    numbers = np.asarray(samples, dtype=np.float64)
    if not numbers.size:
        raise ValueError("expected one or more numbers, got none")
    mean, half = float(numbers.mean()), float("inf")
    if numbers.size > 1:
        error = float(numbers.std(ddof=1)) / sqrt(numbers.size)
        half = float(stdtrit(numbers.size - 1, (1 + confidence) / 2)) * error
    return Interval(mean, mean - half, mean + half)


def fit_elo(games: Iterable[Game], confidence: float = 0.95) -> dict[str, Rating]:
    """The Elo of every name, sorted by name, on a scale where their mean is 0; {} for no games.

    Maximum likelihood in Luce's choice model (R. D. Luce, Individual Choice Behavior, 1959; the first choice
    of Plackett-Luce): a seat wins with probability 10^(elo/400) over the sum of that for all seats, which at
    two seats is the logistic Elo of Bradley-Terry. A share counts as that part of a win, and a name may sit
    in several seats. Seats are not modelled, rotation balances them: the Elo describes the score averaged
    over a block. `PRIOR_DRAWS` keeps an unbeaten player finite. It alone compares players that no chain of
    games connects; their intervals are several hundred Elo wide: nothing is known about them.

    Intervals come from the covariance that is robust to any dependence within blocks (the cluster sandwich)
    times B / (B - 1), and Student's t with B - 1 degrees of freedom, where B counts the blocks in which the
    player met another name (A. C. Cameron and D. L. Miller, "A Practitioner's Guide to Cluster-Robust
    Inference", Journal of Human Resources 50, 2015). None is narrower than kinds of blocks not seen yet
    would make it: see `_half_widths`. A player who won or lost all but a few games has a rough interval at
    best. A single player is the anchor, with the interval [0, 0].

    Raises ValueError for shares that do not fit the players, are negative or do not sum to 1, and for a
    confidence outside (0, 1).
    """
    _check_confidence(confidence)
    played = _tabulate(games)
    if not played.names:
        return {}
    duels = _duels(len(played.names))
    strength, inverse = _maximise(played, duels)
    elo = ELO_PER_NAT * strength
    half = ELO_PER_NAT * _half_widths(played, duels, strength, inverse, confidence)
    columns = (elo, elo - half, elo + half, *_counts(played, played.seats > 0))
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return dict(sorted(zip(played.names, (Rating(*row) for row in rows), strict=True)))


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"expected a confidence in (0, 1), got {confidence}")


def _unseen_share(blocks: Indices | int, confidence: float) -> Floats:
    """The largest share of all blocks that n of them may well miss: q with (1 - q)^n = (1 - confidence) / 2.

    It is the upper limit for 0 of n by C. J. Clopper and E. S. Pearson, "The Use of Confidence or Fiducial Limits
    Illustrated in the Case of the Binomial", Biometrika 26, 1934. At 95 % it is about 3.7 / n.
    """
    return 1 - ((1 - confidence) / 2) ** (1 / np.maximum(blocks, 1).astype(np.float64))


@dataclass(frozen=True, slots=True)
class _Games:
    """Games as arrays."""

    names: list[str]  # P, by first appearance
    seats: Floats  # [R, P] how many seats the player holds
    shares: Floats  # [R, P] summed over the player's seats
    result: Indices  # [G]
    block: Indices  # [G]


def _tabulate(games: Iterable[Game]) -> _Games:
    results: dict[tuple[tuple[str, ...], tuple[float, ...]], int] = {}
    blocks: dict[Hashable, int] = {}
    result: list[int] = []
    block: list[int] = []
    for players, shares, block_id in games:
        result.append(results.setdefault((players, shares), len(results)))
        block.append(blocks.setdefault(block_id, len(blocks)))
    column = {name: i for i, name in enumerate(dict.fromkeys(chain.from_iterable(p for p, _ in results)))}
    seats, points = np.zeros((2, len(results), len(column)))
    for row, (players, shares) in enumerate(results):
        if len(players) != len(shares) or not (abs(sum(shares) - 1) < 1e-6 and min(shares) >= 0):
            raise ValueError(f"expected a share for each of {players}, none negative, which sum to 1; got {shares}")
        for name, share in zip(players, shares, strict=True):
            seats[row, column[name]] += 1
            points[row, column[name]] += share
    return _Games(list(column), seats, points, np.array(result), np.array(block))


def _duels(players: int) -> Floats:
    """The virtual games of the prior, one for each pair: [2, K, P] marks its first and its second player."""
    pairs = np.array(list(combinations(range(players), 2)), dtype=np.intp).reshape(-1, 2)
    return np.eye(players)[pairs.T]


def _duel_weight(players: int) -> float:
    return PRIOR_DRAWS / max(players - 1, 1)


def _expected(seats: Floats, strength: Floats) -> Floats:
    """The expected shares [R, P] where players of these strengths [P] hold these seats [R, P]."""
    odds = seats * np.exp(strength - strength.max())
    shares: Floats = odds / odds.sum(axis=1, keepdims=True)
    return shares


def _maximise(games: _Games, duels: Floats) -> tuple[Floats, Floats]:
    """The most likely strengths [P], in nats with mean 0, and the inverse [P, P] of their information.

    Newton's method, with the shortened steps of T. Sun and Q. Tran-Dinh, "Generalized Self-Concordant
    Functions: A Recipe for Newton-Type Methods", Mathematical Programming 178, 2019, that cannot fail to
    improve: along a step of which the strengths change by at most d more for one player than for another,
    the curvature changes by at most a factor e^d. Strengths are determined up to a common shift; 1/P added
    to the information removes that, and adds 1/P to the inverse.
    """
    players = len(games.names)
    seats = np.vstack([games.seats, duels.sum(axis=0)])
    points = np.vstack([games.shares, duels.sum(axis=0) / 2])
    times = np.concatenate([np.bincount(games.result), np.full(duels.shape[1], _duel_weight(players))])
    strength = np.zeros(players)
    while True:
        expected = _expected(seats, strength)
        information = np.diag(times @ expected) - expected.T @ (times[:, None] * expected)
        inverse = np.asarray(np.linalg.inv(information + 1 / players), dtype=np.float64)
        step = inverse @ (times @ (points - expected))
        spread = np.ptp(step)
        if spread < 1e-8:
            return strength, inverse
        strength += step * np.log1p(spread) / spread


def _half_widths(games: _Games, duels: Floats, strength: Floats, inverse: Floats, confidence: float) -> Floats:
    """Half the widths [P] of the intervals, in nats.

    The virtual draws count as what they stand for, games that either player may win: of an unbeaten player
    they are nearly all that is uncertain. Results that never vary (say, the first seat always wins) would
    leave no width at all, so there is a least one: what the model gives if the share of blocks that may have
    been missed is all or nothing, all games of a block going the same way, and the others do not vary.
    """
    players = len(strength)
    seated = games.seats > 0
    met, blocks = _counts(games, seated & (seated.sum(axis=1, keepdims=True) > 1))
    several = np.maximum(blocks, 2)  # one block tells no variance; the prior and t with 1 degree have to do
    residuals = _block_sums(games, games.shares - _expected(games.seats, strength))
    robust = ((residuals @ inverse) ** 2).sum(axis=0) * several / (several - 1)
    outcomes = duels - _expected(duels.sum(axis=0), strength)  # [2, K, P]
    prior = _duel_weight(players) / 2 * ((outcomes @ inverse) ** 2).sum(axis=(0, 1))
    model = np.diag(inverse) - 1 / players
    least = _unseen_share(blocks, confidence) * met / np.maximum(blocks, 1) * model
    t, z = stdtrit(several - 1, (1 + confidence) / 2), ndtri((1 + confidence) / 2)
    half: Floats = np.sqrt(np.maximum(t**2 * robust + z**2 * prior, z**2 * least))
    return half


def _counts(games: _Games, where: NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """For every player [P] the number of games with a result marked in where [R, P], and of their blocks."""
    marks = _block_sums(games, where.astype(np.float64))
    return marks.sum(axis=0).astype(np.intp), (marks > 0).sum(axis=0)


def _block_sums(games: _Games, values: Floats) -> Floats:
    """The sums [B, P], over the games of each block, of the values [R, P] of their results."""
    sums = np.zeros((games.block.max() + 1, values.shape[1]))
    np.add.at(sums, games.block, values[games.result])
    return sums
