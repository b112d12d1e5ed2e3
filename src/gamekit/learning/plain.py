"""Numbers and arrays for a game that brings none of its own."""

import zlib
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from gamekit.game import A, Game, Numbering, Observation, S

COUNT = 1024
"""Actions that have a number (guessed: games of this house have at most some hundred in a state)."""
BUCKETS = 512
"""Numbers of a hashed array (guessed: states of this house have at most some hundred leaves)."""


class PlainNumbering(Numbering[S, A]):
    """Numbers an action by its place among the legal ones, and hashes what is observed.

    The same action has other numbers in other states. Actions beyond the count are left out. An array adds up, in a
    bucket for each path and text, the leaves of the observation as JSON; leaves may share a bucket.
    """

    shape = (BUCKETS,)

    def __init__(self, game: Game[S, A], count: int = COUNT) -> None:
        self.game = game
        self.count = count

    def numbered(self, state: S, seat: int) -> Mapping[int, A]:
        return dict(enumerate(islice(self.game.legal_actions(state, seat), self.count)))

    def array(self, state: S, seat: int) -> NDArray[np.float32]:
        shown = Observation(self.game.observe(state, seat), seat)
        return hashed(self.game.encode_observation(shown))


def hashed(value: object) -> NDArray[np.float32]:
    """Return a JSON value as an array: in the bucket of each leaf's path x / (1 + |x|), or 1 in that of a text."""
    buckets = [0.0] * BUCKETS
    for path, number in _leaves(value, ""):
        buckets[zlib.crc32(path.encode()) % BUCKETS] += number
    return np.clip(np.array(buckets, np.float32), -1, 1)


def _leaves(value: object, path: str) -> Iterator[tuple[str, float]]:
    match value:
        case dict():
            for key, each in value.items():
                yield from _leaves(each, f"{path}.{key}")
        case list() | tuple():
            for number, each in enumerate(value):
                yield from _leaves(each, f"{path}[{number}]")
        case bool() | str() | None:
            yield f"{path}={value}", 1.0
        case int():
            yield path, float(value / (1 + abs(value)))  # exact however large it is
        case float():
            yield path, value / (1 + abs(value))


def numbering_of(game: Game[S, A], seats: int, variant: str) -> Numbering[S, A]:
    """Return the game's own numbering, or a plain one. Raises ValueError for seats or a variant that do not exist."""
    game.new_game(seats, variant, Random(0))
    return game.numbering(seats, variant) or PlainNumbering(game)
