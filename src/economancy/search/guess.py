"""What a seat takes a game for whose other players it does not know: several games, of which it cannot tell which it is
in (a Bayesian game, Harsanyi 1967).

Dimensions: B games, P seats.
"""

from typing import NamedTuple

from economancy.arrays.games import Bools
from economancy.rivals.level_one import Floats


class Guess(NamedTuple):
    """What a seat holds the games of a batch for: one game, its rivals of other types in each, this likely each. Rivals
    who look ahead are taken to know no more than it does, but what they are.
    """

    seat: int
    weights: Floats  # [B], in all 1

    def shares(self, ahead: Bools) -> Floats:
        """Return how likely each game is to those in it who look `ahead` [B, P], [B, P]: in all 1, or 0 of a seat that
        does so in none.
        """
        shares: Floats = self.weights[:, None] * ahead
        total = shares.sum(axis=0)
        shares[:, total > 0] /= total[total > 0]
        return shares
