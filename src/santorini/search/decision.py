"""The decision of our player: what to play in a state, until a deadline."""

from functools import cache
from pathlib import Path

from gamekit.deadline import Deadline
from santorini.rules import State
from santorini.search import core

WEIGHTS = Path(__file__).parents[1] / "weights"
SHIPPED = "wide"
"""The value that our player searches with."""

TABLE_BITS = 21
"""2^21 boards of 16 bytes; memory is taken as it fills."""


@cache
def read_value(name: str) -> bytes | None:
    """Return a value as the core reads it; `hand` is the core's own. Raises OSError if there is no such value."""
    return None if name == "hand" else (WEIGHTS / f"{name}.bin").read_bytes()


class Decider:
    """Decides turn after turn of one game; the core remembers what it found."""

    def __init__(self, value: str = SHIPPED, bits: int = TABLE_BITS) -> None:
        """Take a value by name. Raises NoCoreError."""
        self._engine = core.Engine(read_value(value), bits)

    def decide(self, state: State, deadline: Deadline) -> State:
        """Return one of the states that may follow, of which there must be one; after so many nodes if they count."""
        limits = core.Limits(seconds=max(deadline.remaining(), 1e-6))
        if deadline.nodes:
            limits = core.Limits(nodes=deadline.nodes)
        found = self._engine.search(core.encode(state), state.seat, limits)
        if found is None:
            raise ValueError(f"nothing may follow {state}")
        return core.child_state(state, found.child)
