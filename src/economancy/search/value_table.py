"""Tabular values: the outcomes of positions near the start at two seats, which replace those of the networks there.

Everything begins at one position, so play meets the same positions near it again and again, and an adversary can lead
to one whose value is wrong. There a table can be more exact than a network (see `training.tabular`, which makes it).

Dimensions: B games, N positions of a table, R of the games, O = 3 outcomes (see `value`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.games import Games, Indices, Int64
from economancy.arrays.keys import keys

OTHER_SEAT = [1, 0, 2]
"""The order of outcomes as seen from the other seat."""


class GamesInTable(NamedTuple):
    """The games that are in a table."""

    rows: Indices  # [R] in order
    outcomes: NDArray[np.float32]  # [R, O]


@dataclass(frozen=True)
class ValueTable:
    """Outcomes of positions by their keys (see `arrays.keys`)."""

    keys: Int64  # [N] ascending
    outcomes: NDArray[np.float32]  # [N, O]

    def find(self, games: Games) -> GamesInTable:
        """Return the games that are in the table, with their outcomes."""
        wanted, turned = keys(games)
        place = np.searchsorted(self.keys, wanted)
        place[place == len(self.keys)] = 0
        rows = np.flatnonzero(self.keys[place] == wanted)
        outcomes = self.outcomes[place[rows]]
        return GamesInTable(rows, np.where(turned[rows, None], outcomes[:, OTHER_SEAT], outcomes))

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> "ValueTable":
        """Return the table with these arrays of a file. Raises KeyError if one lacks."""
        return cls(arrays["keys"], arrays["outcomes"].astype(np.float32))

    def packed(self) -> bytes:
        """Return the table as the bytes of a file, in half precision."""
        file = BytesIO()
        np.savez(file, keys=self.keys, outcomes=self.outcomes.astype(np.float16))
        return file.getvalue()
