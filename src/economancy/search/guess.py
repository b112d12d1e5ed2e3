"""Incomplete information about the opponents' types: a Bayesian game (Harsanyi 1967), as a weighted batch of games.

Dimensions: B games, P seats.
"""

from typing import NamedTuple

from economancy.arrays.games import Bools
from economancy.rivals.level_one import Floats


class Guess(NamedTuple):
    """Makes the games of a batch one Bayesian game of `seat`: the same state, with other types of its rivals and a
    probability in each game. EQUAL rivals are assumed to know these probabilities and their own type, no more.
    """

    seat: int
    weights: Floats  # [B], of sum 1

    def first(self, number: int) -> "Guess":
        """Return the guess at only so many of the games, the first ones."""
        weights = self.weights[:number]
        return self if len(weights) == len(self.weights) else Guess(self.seat, weights / weights.sum())

    def shares(self, ahead: Bools) -> Floats:
        """Return the probability [B, P] that a seat gives to each game, given that it looks `ahead` [B, P] there.

        Each column sums to 1, or is 0 for a seat that never looks ahead.
        """
        shares: Floats = self.weights[:, None] * ahead
        total = shares.sum(axis=0)
        shares[:, total > 0] /= total[total > 0]
        return shares
