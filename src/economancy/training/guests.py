"""Simple players in lock-step, for games that are not to be between equals: the default policy of rollouts.

Dimensions: B games, P seats.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy import rollout_policy
from economancy.batch import BUYING, INVESTING, Games
from economancy.batch_rules import is_seat


def default_actions(games: Games, rng: Generator, noise: float) -> NDArray[np.integer[Any]]:
    """Return what *decent*, with a share of noise, does in every seat, [B, P], of games that await one kind of choice.

    0 where a seat has nothing to choose.
    """
    match int(games.phase[0]):
        case phase if phase == INVESTING:
            return rollout_policy.bids(games, rng, noise)
        case phase if phase == BUYING:
            return rollout_policy.purchases(games, rng, noise)
        case _ if games.attacker_card[0]:
            return rollout_policy.defence(games, rng, noise)
        case _:
            slots = rollout_policy.attack(games, rng, noise)
            return np.where(is_seat(games.attacker, games.seats), slots[:, None], 0)


@dataclass(frozen=True)
class Default:
    """Plays *decent* with a share of noise in one seat (see `training.duel`)."""

    noise: float

    def __call__(self, games: Games, seat: int, rng: Generator) -> NDArray[np.integer[Any]]:
        return default_actions(games, rng, self.noise)[:, seat]
