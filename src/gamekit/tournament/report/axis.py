"""Where values lie on the charts of a page: axes with round ticks, and counts of times on a logarithmic scale."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10

BINS = 5
"""Bins of times for each power of ten (guessed: a factor of 1.6 apart)."""

_SHORTEST = 1e-6
"""Seconds: answers are recorded to this precision, a shorter one as 0."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from `low` to `high` with ticks at round values."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Return where a value lies, in % of the width; values outside lie on the nearer end."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)


def round_axis(values: Iterable[float]) -> Axis:
    """Return an axis of about four round steps that covers all values."""
    found = list(values)
    low, high = min(found), max(found)
    step = _round_step((high - low) / 4)
    first, last = floor(round(low / step, 6)), ceil(round(high / step, 6))
    last = max(last, first + 1)
    return Axis(first * step, last * step, tuple(number * step for number in range(first, last + 1)))


def _round_step(step: float) -> float:
    """Return the first of 1, 2, 5, 10, 20 ... (and their tenths) that is not below a step."""
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: where it begins, how wide it is and how high, all in %."""

    left: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """A logarithmic scale of seconds that covers whole powers of ten."""

    first: int
    last: int

    @property
    def ticks(self) -> tuple[float, ...]:
        return tuple(10.0**power for power in range(self.first, self.last + 1))

    def at(self, seconds: float) -> float:
        """Return where a time lies, in % of the width."""
        share = (log10(max(seconds, _SHORTEST)) - self.first) / (self.last - self.first)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def bars(self, counts: Counter[int]) -> list[Bar]:
        """Return the histogram of counts by `time_bin`; the highest bar has the height 100."""
        most = max(counts.values(), default=1)
        width = 100 / (BINS * (self.last - self.first))
        return [
            Bar(round((number - BINS * self.first) * width, 2), round(width, 2), round(100 * count / most, 1))
            for number, count in sorted(counts.items())
        ]


@lru_cache(1 << 16)  # times of quick answers come again and again
def time_bin(seconds: float) -> int:
    """Return the bin that a time falls into: bin n begins at 10^(n / BINS) seconds."""
    return floor(round(BINS * log10(max(seconds, _SHORTEST)), 9))


def time_axis(bins: Iterable[int]) -> TimeAxis:
    """Return the axis on which all these bins lie."""
    found = list(bins) or [0]
    first = min(found) // BINS
    return TimeAxis(first, max(first + 1, max(found) // BINS + 1))
