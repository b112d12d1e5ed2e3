"""Sequential test of whether a new player is better by elo1 (H1) or only by elo0 (H0).

The generalised sequential probability ratio test (GSPRT) on block scores, as Fishtest runs it on pairs of
games. After every block the log-likelihood ratio (LLR) of the two hypotheses, each taken at its most likely
distribution of block scores, is compared with Wald's bounds. A hypothesis fixes the expected score and
nothing else, so draws and any dependence between the games of a block need no model.

Sources: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16, 1945;
X. Li, J. Liu and Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families of
Hypotheses", Sequential Analysis 33, 2014; the notes of M. Van den Bergh for Fishtest, of which
support_MLE_multinomial.pdf, Proposition 1.1, gives the most likely distribution of a known mean, and his
LLRcalc.py (github.com/official-stockfish/fishtest, server/fishtest/stats), whose LLR_logistic is what `llr`
computes.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, log1p
from typing import Literal, TypeAlias

from scipy.optimize import brentq

Decision: TypeAlias = Literal["accept H0", "accept H1"]

UNSEEN_COUNT = 1e-3
"""What an outcome of count 0 counts for, so that every mean has a likelihood (Fishtest's value)."""

SCORE_DIGITS = 9
"""Block scores equal to so many decimals are one outcome: means of thirds differ in their last bits."""


def expected_score(elo: float, seats: int) -> float:
    """The expected share of a player elo points above its seats - 1 equal opponents, in Luce's choice model.

    With two seats the logistic Elo: 1 / (1 + 10^(-elo/400)).
    """
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """The LLR at or below which H0, and the LLR at or above which H1, is accepted: Wald's approximation.

    alpha is the probability to accept H1 where H0 holds, beta that to accept H0 where H1 holds. Raises
    ValueError unless both are positive and their sum is less than 1.
    """
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise ValueError(f"expected alpha > 0, beta > 0 and alpha + beta < 1, got {alpha} and {beta}")
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def llr(counts: Mapping[float, int], score0: float, score1: float) -> float:
    """The log-likelihood ratio of expected score score1 to score0, given how often each outcome was seen.

    Each hypothesis is represented by its most likely distribution: the one that makes the counts likeliest
    among all over these outcomes that have its expected score. As in Fishtest an outcome of count 0 counts
    `UNSEEN_COUNT`, and so do the outcomes 0 and 1 where they are missing; other outcomes may be left out.

    Raises ValueError for an outcome outside [0, 1] or a score outside (0, 1).
    """
    outcomes = {0.0: 0, 1.0: 0} | dict(counts)
    if min(outcomes) < 0 or max(outcomes) > 1 or not 0 < score0 < 1 or not 0 < score1 < 1:
        raise ValueError(f"expected outcomes in [0, 1] and scores in (0, 1), got {counts}, {score0} and {score1}")
    sample = [(outcome, count or UNSEEN_COUNT) for outcome, count in outcomes.items()]
    tilt0, tilt1 = _tilt(sample, score0), _tilt(sample, score1)
    return sum(
        count * (log1p(tilt0 * (outcome - score0)) - log1p(tilt1 * (outcome - score1))) for outcome, count in sample
    )


def _tilt(sample: list[tuple[float, float]], score: float) -> float:
    """The x for which probabilities in proportion to count / (1 + x (outcome - score)) have the mean score.

    It is the root of a decreasing function, between the poles where outcome 1 or 0 has no finite probability.
    """
    margin = 1e-12  # derived: a root nearer to a pole takes counts 10^12 times UNSEEN_COUNT
    shifted = [(outcome - score, count) for outcome, count in sample]
    low, high = -1 / (1 - score), 1 / score
    return float(brentq(lambda x: sum(c * a / (1 + x * a) for a, c in shifted), low + margin, high - margin))


MOST_ELO = 2000
"""The largest difference to test for: at 2,000 the weaker side scores once in 100,000 games (derived)."""


@dataclass(slots=True)
class Sprt:
    """A running test between two Elo differences, elo0 < elo1, of the new player to its equal opponents.

    `decision` is None until the LLR first reaches a bound, and final then: blocks that were still being
    played change `llr` and not the decision. alpha and beta are kept approximately, not exactly: the LLR
    overshoots the bounds, which makes errors rarer, and the distributions are estimated, which in short
    tests makes them more frequent. (Fishtest corrects its bounds for the overshoot; this test does not.)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    seats: int = 2
    counts: Counter[float] = field(default_factory=Counter, init=False)
    llr: float = field(default=0.0, init=False)
    decision: Decision | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(f"expected elo0 < elo1 from -{MOST_ELO} to {MOST_ELO}, got {self.elo0} and {self.elo1}")
        if self.seats < 2:
            raise ValueError(f"expected 2 or more seats, got {self.seats}")
        bounds(self.alpha, self.beta)

    @property
    def blocks(self) -> int:
        """The number of blocks so far."""
        return self.counts.total()

    @property
    def games(self) -> int:
        """The number of games so far, one for each seat of the new player in every block."""
        return self.blocks * self.seats

    def update(self, block_score: float) -> Decision | None:
        """Take in the mean share of the new player over the games of a block, and return the decision.

        Raises ValueError for a score outside [0, 1].
        """
        if not 0 <= block_score <= 1:
            raise ValueError(f"expected a block score in [0, 1], got {block_score}")
        self.counts[round(block_score, SCORE_DIGITS)] += 1
        self.llr = llr(self.counts, expected_score(self.elo0, self.seats), expected_score(self.elo1, self.seats))
        lower, upper = bounds(self.alpha, self.beta)
        if self.decision is None and self.llr >= upper:
            self.decision = "accept H1"
        if self.decision is None and self.llr <= lower:
            self.decision = "accept H0"
        return self.decision
