"""How long a decision may still take."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on a clock that counts seconds."""

    clock: Callable[[], float]
    at: float

    @classmethod
    def after(cls, seconds: float, clock: Callable[[], float]) -> "Deadline":
        """Return the deadline that many seconds from now."""
        return cls(clock, clock() + seconds)

    def remaining(self) -> float:
        """Return the seconds that are left, at least 0."""
        return max(0.0, self.at - self.clock())


def _never() -> float:
    return 0.0


NO_DEADLINE = Deadline(_never, float("inf"))
