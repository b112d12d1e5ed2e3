"""Time in which this process ran: what passes while it is stopped is nobody's."""

import time
from collections.abc import Callable

ALLOWANCE = 0.5
"""Seconds that a busy machine may add to a wait; they count in full. What is beyond was a stop of this process.

Derived: a scheduler lets each process run for some 3 ms in turn, so 100 of them on one core add 0.3 s.
"""


class RunningTime:
    """Counts seconds between looks, and of a gap at most the wait that was asked for and the allowance.

    So a stop costs its player at most the allowance; and on a machine however busy each look costs something, so that
    a time limit still comes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._seconds = 0.0

    def look(self, waited: float = 0.0) -> float:
        """Return the seconds since the beginning; since the last look this process meant to wait so many of them."""
        now = self._clock()
        self._seconds += min(now - self._last, waited + ALLOWANCE)
        self._last = now
        return self._seconds
