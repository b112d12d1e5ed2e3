"""`economancy bench mixing`: the strength of leaf values that mix the learned value with rollout returns."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator, default_rng

from economancy.arrays.games import Games, batch_of, take
from economancy.arrays.rollout import winners
from economancy.policy.searching import search_over
from economancy.rules.game import new_game, new_shop
from economancy.search.value import SHOP_CARD_NAMES, Outcomes, Value, certain, trained
from economancy.training.duel import Searcher, score
from economancy.training.openings import DAYS_OF_OPENING, openings
from gamekit.commands.standings import score_text

SHARES = (0.1, 0.3)
ROLLOUTS = 4
"""The weights of rollouts in a mixed value, and the rollouts from each leaf: a decision has hundreds of leaves
(guessed).
"""


@dataclass(frozen=True)
class Mixed:
    """A weighted mean of a value and the results of rollouts from each position; rollouts cut off count as draws."""

    learned: Value
    share: float
    rollouts: int
    rng: Generator

    def __call__(self, games: Games) -> Outcomes:
        """Return the outcomes of games [B, O]."""
        many = take(games, np.repeat(np.arange(len(games)), self.rollouts))
        ended = replace(many, winner=winners(many, self.rng))
        returned = certain(ended).reshape(len(games), self.rollouts, -1).mean(axis=1)
        mixed: Outcomes = np.float32(1 - self.share) * self.learned(games) + np.float32(self.share) * returned
        return mixed


def run_bench(games: int, seed: int) -> int:
    """Print the score of play with mixed values against our policy at two seats, from openings in both; return 0."""
    for shop, names in SHOP_CARD_NAMES.items():
        value = trained(shop, 2)
        assert value is not None, "the package has values for two seats"
        search = search_over(value)
        start = batch_of([new_game(2, new_shop(2, names))])
        positions = openings(start, -(-games // 2), DAYS_OF_OPENING, default_rng(seed))
        for share in SHARES:
            rng = default_rng([seed, 1])
            mixed = replace(search, value=Mixed(value, share, ROLLOUTS, rng))
            found = score(Searcher(mixed), Searcher(search), positions, rng).interval
            print(
                f"{shop} shop, {share:.0%} of each value from {ROLLOUTS} rollouts, {2 * len(positions)} games: "
                f"{score_text(found)}",
                flush=True,
            )
    return 0
