"""The linear value as bytes: what the core reads (struct LinearHead of values.c, then its rows)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from santorini.arrays.windows import COLUMNS
from santorini.rules import CARDS

NAMES = len(CARDS) + 1
"""Cards, and none."""
LINEAR = 1

LARGEST = 1 << 24
"""More bytes than a value has."""

LOGIT = 256
"""A logit in scores."""


@dataclass(frozen=True, slots=True)
class BoardValue:
    """A linear value of boards in logits.

    Axes of rows: mover's or other's tokens; by the owner's or by the rival's card; card; level; row.
    """

    rows: NDArray[np.float32]  # [2, 2, NAMES, 4, COLUMNS]
    constant: NDArray[np.float32]  # [NAMES, NAMES]

    def encode(self) -> bytes:
        """Return the bytes that `core.Engine` takes, numbers rounded. Raises ValueError if one is too large."""
        rounded = np.rint(self.rows * LOGIT)
        if np.abs(rounded).max(initial=0) > np.iinfo(np.int16).max:
            raise ValueError(f"expected numbers that fit 16 bits, got {np.abs(rounded).max()}")
        head = np.array([LINEAR, 1], "<i4"), (self.constant * LOGIT).astype("<f4"), rounded.astype("<i2")
        return b"".join(part.tobytes() for part in head)


__all__ = ["COLUMNS", "LARGEST", "LINEAR", "LOGIT", "NAMES", "BoardValue"]
