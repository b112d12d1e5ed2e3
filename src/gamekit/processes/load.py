"""Is a machine too busy for time-outs to mean anything? Found by computing a little and looking at two clocks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

SPIN = 0.01
"""Seconds of computing: several turns of a scheduler, which gives each process a few milliseconds."""

PAUSE = 2.0
"""Seconds between looks, which then cost half a percent of a core."""

TOO_BUSY = 2.0
"""Guessed: where a player that computes takes twice as long as alone, its time-out says little."""


def slowdown(clock: Callable[[], float] = time.perf_counter, cpu: Callable[[], float] = time.thread_time) -> float:
    """Return how many times longer than its processor time a short computation takes: 1 on an idle machine.

    On c cores shared with n other processes that compute it is (n + 1) / c, if that is more than 1. Unlike the
    load average it does not remember the last minutes, and it sees the limits of a container.
    """
    started, used = clock(), cpu()
    while cpu() - used < SPIN:
        pass
    return (clock() - started) / (cpu() - used)


@dataclass
class LoadProbe:
    """Measures the slowdown where games are played, between them: what a player would suffer there."""

    clock: Callable[[], float] = time.monotonic
    measure: Callable[[], float] = slowdown
    _next: float = float("-inf")

    def look(self) -> float | None:
        """Return the slowdown, or None if the last look is less than two seconds ago."""
        if self.clock() < self._next:
            return None
        self._next = self.clock() + PAUSE
        return self.measure()


def busy_before(measure: Callable[[], float] = slowdown) -> str | None:
    """Return a warning if this machine is busy before anything of ours runs (50 ms of computing)."""
    factor = median(measure() for _ in range(5))
    if factor < (1 + TOO_BUSY) / 2:
        return None
    return (
        f"the machine is busy already: a computation takes {factor:.1f} times as long as alone, so answers will be slow"
    )


def busy_during(slowdowns: Sequence[float]) -> str | None:
    """Return a warning if what was measured during the games says that their time-outs mean little."""
    factor = median(slowdowns) if slowdowns else 0.0
    if factor < TOO_BUSY:
        return None
    return (
        f"the machine was too busy: a player that computed took {factor:.1f} times as long as alone, "
        "so time-outs say little; use fewer --jobs, or end what else runs"
    )
