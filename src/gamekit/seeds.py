"""Seeds: of parts of a run below its own seed, and of the seats of a game."""

import numpy as np

from gamekit.game import AnyGame


def derive_seed(seed: int, *path: int) -> int:
    """Return the 32-bit seed at a path below a seed, all of them 0 or more; independent of whatever else is drawn.

    Of numpy's `SeedSequence`, whose spawn key the path is.
    """
    return int(np.random.SeedSequence(seed, spawn_key=path).generate_state(1)[0])


def seat_seed(game: AnyGame, seed: int, seat: int) -> int:
    """Return the seed of a seat in the game with this seed: different for every pair."""
    return seed * game.seats[-1] + seat
