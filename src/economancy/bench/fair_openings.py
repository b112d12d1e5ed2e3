"""Random openings for tables of three and four in which no seat is lost from the first."""

from itertools import count

import numpy as np
from numpy.random import default_rng

from economancy.arrays.games import batch_of, take
from economancy.arrays.rollout import winners
from economancy.game import GAME
from economancy.rules.state import State
from gamekit.tournament.arena import make_opening
from gamekit.tournament.schedule import derive_seed

FAIR = 0.5
"""The share of an even share that each seat still has to win (guessed). A fifth of the openings of a day or two are so.
Of those that are not, some are lost on their next day whoever plays: two coins and no card against two attackers.
"""

PLAYOUTS = 200
PLAYOUT_DAYS = 40
"""How many games tell it, and how long they last at most: by then nearly all are won (guessed)."""


def fair_seed(shop: str, seats: int, days: int, seed: int) -> int:
    """Return a seed, the same for the same `seed`, of which `make_opening` makes a fair opening of so many days.

    Raises ValueError if there is no opening of so many days.
    """
    seeds = (derive_seed(seed, number) for number in count())
    return next(one for one in seeds if least_share(make_opening(GAME, seats, shop, days, one).state, seed) >= FAIR)


def least_share(state: State, seed: int) -> float:
    """Return what the worst seat wins of an even share of the playouts that are won, all by the default policy."""
    games = take(batch_of([state]), np.zeros(PLAYOUTS, np.intp))
    won = winners(games, default_rng(seed), PLAYOUT_DAYS)
    shares = [(won == seat).mean() for seat in range(games.seats)]
    return float(min(shares) * games.seats / max(sum(shares), 1 / PLAYOUTS))
