"""Random openings for tables of three and four in which no seat is already lost."""

from itertools import count

import numpy as np
from numpy.random import default_rng

from economancy.arrays.games import batch_of, take
from economancy.arrays.rollout import winners
from economancy.game import GAME
from economancy.rules.state import State
from gamekit.seeds import derive_seed
from gamekit.tournament.arena import make_opening

FAIR = 0.5
"""An opening is fair if each seat wins at least this part of an even share of the playouts (guessed). A fifth of the
openings of one or two days are fair; in some others a seat cannot survive the next day (two coins and no card against
two attackers).
"""

PLAYOUTS = 200
PLAYOUT_DAYS = 40
"""The number of playouts, and their most days: by then nearly all are won (guessed)."""


def fair_seed(shop: str, seats: int, days: int, seed: int) -> int:
    """Return a seed with which `make_opening` makes a fair opening of `days` days; derived from `seed` alone.

    Raises ValueError if openings of this length do not exist.
    """
    seeds = (derive_seed(seed, number) for number in count())
    return next(one for one in seeds if least_share(make_opening(GAME, seats, shop, days, one).state, seed) >= FAIR)


def least_share(state: State, seed: int) -> float:
    """Return the worst seat's share of the won playouts by the default policy, as a part of an even share."""
    games = take(batch_of([state]), np.zeros(PLAYOUTS, np.intp))
    won = winners(games, default_rng(seed), PLAYOUT_DAYS)
    shares = [(won == seat).mean() for seat in range(games.seats)]
    return float(min(shares) * games.seats / max(sum(shares), 1 / PLAYOUTS))
