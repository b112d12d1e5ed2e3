"""How long a decision may still take."""

from collections.abc import Callable
from dataclasses import dataclass


class TimeUpError(Exception):
    """A deadline has passed before there was anything to return."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on a clock that counts seconds; or, for a search that counts, a number of nodes instead."""

    clock: Callable[[], float]
    at: float
    nodes: int | None = None

    @classmethod
    def after(cls, seconds: float, clock: Callable[[], float]) -> "Deadline":
        """Return the deadline that many seconds from now."""
        return cls(clock, clock() + seconds)

    def remaining(self) -> float:
        """Return the seconds that are left, at least 0."""
        return max(0.0, self.at - self.clock())

    def part(self, share: float) -> "Deadline":
        """Return the deadline that comes after this share of the time that is left."""
        return self.after(share * self.remaining(), self.clock)

    def check(self) -> None:
        """Raise TimeUpError if no time is left: for work that is worth nothing unless it is done."""
        if not self.remaining():
            raise TimeUpError


def _never() -> float:
    return 0.0


NO_DEADLINE = Deadline(_never, float("inf"))
