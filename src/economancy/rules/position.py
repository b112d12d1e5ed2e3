"""A state with its day number since the start of the game, which the state alone does not hold."""

from dataclasses import dataclass, field

from economancy.rules.game import MAX_DAYS
from economancy.rules.state import State


@dataclass(frozen=True, slots=True)
class Position:
    """A state, its day number from the start of the game, and the day after which the game is a draw.

    Only the states are compared: positions with equal states are equal.
    """

    state: State
    day: int = field(default=1, compare=False)
    last_day: int = field(default=MAX_DAYS, compare=False)
