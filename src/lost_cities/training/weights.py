"""Weights before and after training."""

import ctypes
from collections.abc import Sequence

from lost_cities.search.turn_values import Weights


def begin(core: ctypes.CDLL, hidden: int, top: int, seed: int) -> Weights:
    """Return weights to begin a training with; the widths are multiples of 32. Raises ValueError."""
    if hidden % 32 or top % 32 or not 0 < hidden <= 512 or not 0 < top <= 64:
        raise ValueError(f"expected widths in steps of 32, at most 512 and 64, got {hidden} and {top}")
    floats = (ctypes.c_float * core.lc_weights_size(hidden, top))()
    core.lc_begin_weights(floats, hidden, top, ctypes.c_uint64(seed))
    return Weights(bytes(floats), hidden, top)


def joined(nets: Sequence[Weights]) -> Weights:
    """Return networks of the same widths as one player's weights."""
    first = nets[0]
    return Weights(b"".join(net.floats for net in nets), first.hidden, first.top, len(nets))
