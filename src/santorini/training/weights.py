"""Learnt values as bytes: what the core reads (struct ValueHead of core.c, then its rows)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from santorini.arrays.windows import COLUMNS
from santorini.rules import CARDS

NAMES = len(CARDS) + 1
"""Cards, and none."""
HIDDEN = 32
SECOND = 8
LINEAR, NETWORK = 1, 2

UNIT = 512
"""A network's 1.0 in its rows."""
SECOND_UNIT = 1024
"""1.0 in the weights of its second layer."""
LOGIT = 256
"""A logit in scores."""


@dataclass(frozen=True, slots=True)
class BoardValue:
    """A value of boards in logits; the rows of a linear one have one column, those of a network HIDDEN.

    Axes of rows: mover's or other's tokens; by the owner's or by the rival's card; card; level; row; column.
    """

    rows: NDArray[np.float32]  # [2, 2, NAMES, 4, COLUMNS, 1 or HIDDEN]
    constant: NDArray[np.float32]  # [NAMES, NAMES]
    second: NDArray[np.float32]  # [SECOND, 2 * HIDDEN]
    second_bias: NDArray[np.float32]  # [SECOND]
    out: NDArray[np.float32]  # [SECOND]

    def encode(self) -> bytes:
        """Return the bytes that `core.Engine` takes, numbers rounded. Raises ValueError if one is too large."""
        columns = self.rows.shape[-1]
        kind, unit = (LINEAR, LOGIT) if columns == 1 else (NETWORK, UNIT)
        return b"".join(
            [
                np.array([kind, columns], "<i4").tobytes(),
                np.array([1 / (UNIT * SECOND_UNIT)], "<f4").tobytes(),
                self.second_bias.astype("<f4").tobytes(),
                (self.out * LOGIT).astype("<f4").tobytes(),
                (self.constant * LOGIT).astype("<f4").tobytes(),
                _rounded(self.second * SECOND_UNIT),
                _rounded(self.rows * unit),
            ]
        )


def linear(rows: NDArray[np.float32], constant: NDArray[np.float32]) -> BoardValue:
    """Return a linear value."""
    return BoardValue(rows, constant, np.zeros((SECOND, 2 * HIDDEN), np.float32), *np.zeros((2, SECOND), np.float32))


def _rounded(numbers: NDArray[np.float32]) -> bytes:
    rounded = np.rint(numbers)
    if np.abs(rounded).max(initial=0) > np.iinfo(np.int16).max:
        raise ValueError(f"expected numbers that fit 16 bits, got {np.abs(rounded).max()}")
    return rounded.astype("<i2").tobytes()


__all__ = ["COLUMNS", "HIDDEN", "LINEAR", "LOGIT", "NAMES", "NETWORK", "SECOND", "UNIT", "BoardValue", "linear"]
