"""A state together with what it does not tell: how many days the game has lasted."""

from dataclasses import dataclass, field

from economancy.rules.game import MAX_DAYS
from economancy.rules.state import State


@dataclass(frozen=True, slots=True)
class Position:
    """A state, its day counted from where the game began, and the day after which a draw is called.

    A state does not tell its day, so positions are equal that are the same state.
    """

    state: State
    day: int = field(default=1, compare=False)
    last_day: int = field(default=MAX_DAYS, compare=False)
