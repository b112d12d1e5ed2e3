"""What each token sees within two steps, for many boards at once.

N is a number of boards; the four tokens are the mover's two, then the other's. Spaces are named by their slot: the 24
places around a token, row by row. What stands in a slot is a kind: 0 to 4 a free space of that level, 5 to 8 a token of
the same player on level 0 to 3, 9 to 12 a token of the rival, 13 no space of the board.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from santorini.rules import SPACES
from santorini.rules.board import PLACE_KINDS, SIZE

SLOTS = 24
KINDS = 13
OFF_BOARD = KINDS
PLACES = 6
COLUMNS = PLACES + SLOTS * KINDS
"""Numbers that describe a token on a given level: one of PLACES for its own place, one of KINDS for each slot."""

_OFFSETS = [(rows, columns) for rows in range(-2, 3) for columns in range(-2, 3) if (rows, columns) != (0, 0)]


def _near(space: int) -> list[int]:
    at = [(space // SIZE + rows, space % SIZE + columns) for rows, columns in _OFFSETS]
    return [row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else len(SPACES) for row, column in at]


_NEAR = np.array([_near(space) for space in SPACES])  # [25, SLOTS], 25: no space
_PLACE = np.array(PLACE_KINDS, np.uint8)

DISTANCES = np.array([{1: 0, 2: 1, 4: 2, 5: 3, 8: 4}[rows * rows + columns * columns] for rows, columns in _OFFSETS])
"""The kind of distance of each slot: beside, diagonal, two straight, knight's, two diagonal."""


@dataclass(frozen=True, slots=True)
class Windows:
    """What the tokens of N boards see."""

    levels: NDArray[np.uint8]  # [N, 4] on which each token stands
    places: NDArray[np.uint8]  # [N, 4] the kind of its place
    kinds: NDArray[np.uint8]  # [N, 4, SLOTS]
    cards: NDArray[np.uint8]  # [N, 2] the mover's and the other's


def windows(records: NDArray[np.uint8]) -> Windows:
    """Return what the tokens of these boards see; records are [N, 32], all tokens placed."""
    count = len(records)
    rows = np.arange(count)[:, None]
    tokens = records[:, 25:29].astype(np.intp)
    levels = records[rows, tokens]
    kinds = np.full((count, 2, len(SPACES) + 1), OFF_BOARD, np.uint8)
    kinds[:, :, :-1] = records[:, None, :25]
    for player in range(2):
        own, rival = (slice(0, 2), slice(2, 4))[:: 1 - 2 * player]
        kinds[rows, player, tokens[:, own]] = 5 + levels[:, own]
        kinds[rows, player, tokens[:, rival]] = 9 + levels[:, rival]
    owner = np.array([0, 0, 1, 1])[None, :, None]
    seen = kinds[rows[:, :, None], owner, _NEAR[tokens]]
    return Windows(levels, _PLACE[tokens], seen, records[:, 29:31])
