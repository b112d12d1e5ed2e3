"""The rollouts' default policy as a player in lock-step games, as a weak opponent in self-play.

Dimensions: B games, P seats.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays.games import Games
from economancy.arrays.rollout_policy import default_actions


@dataclass(frozen=True)
class DecentGuest:
    """Plays *decent* with a share of noise in one seat (see `training.duel`)."""

    noise: float

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        return default_actions(games, rng, self.noise)[:, seat]
