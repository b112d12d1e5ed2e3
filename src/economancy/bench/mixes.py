"""Whom our policy meets where its decisions are timed: mixes of rivals, from game to game another."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from economancy.policy import OURS

RIVALS = ("points", "attack", "decent", "random", OURS)
STRIDE = 11
"""The step through the list of rival mixes from game to game: a few games sample it evenly, many cover it."""

DAYS = 40
"""Games are given up after this many days: a stalemate repeats one position (guessed)."""


def rivals_of(game: int, seats: int) -> Sequence[str]:
    """Return the names of the rivals in a game, by its number, at a table of so many seats."""
    mixes = list(combinations_with_replacement(RIVALS, seats - 1))
    return mixes[STRIDE * game % len(mixes)]
