"""Is what came likely? Pearson's test by scipy.special alone: scipy.stats takes most of a second to import."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

Counts = Sequence[float] | NDArray[Any]


def chance_of(counts: Counts, expected: Counts | None = None) -> float:
    """Return the probability of counts at least so far from those expected, by default all alike, of the same sum."""
    seen = np.asarray(counts, float)
    mean = np.full(len(seen), seen.mean()) if expected is None else np.asarray(expected, float)
    assert np.isclose(seen.sum(), mean.sum())
    return float(chdtrc(len(seen) - 1, ((seen - mean) ** 2 / mean).sum()))


def chance_of_shares(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the probability that two samples, each counted in two kinds, differ at least so much by chance."""
    seen = np.array([one, other], float)
    mean = seen.sum(axis=1, keepdims=True) * seen.sum(axis=0) / seen.sum()
    return float(chdtrc(1, ((seen - mean) ** 2 / mean).sum()))
