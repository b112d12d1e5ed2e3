"""A state together with what it does not tell: how many days the game has lasted."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from economancy.rules.game import MAX_DAYS
from economancy.rules.state import Action, State


@dataclass(frozen=True, slots=True)
class Position:
    """A state, its day counted from where the game began, and the day after which a draw is called.

    A state does not tell its day, so positions are equal that are the same state. `shown` are the choices of earlier
    defenders that the state has been shown with; `before` is the state before them.
    """

    state: State
    day: int = field(default=1, compare=False)
    last_day: int = field(default=MAX_DAYS, compare=False)
    shown: Mapping[int, Action] = field(default_factory=dict, compare=False)
    unshown: State | None = field(default=None, compare=False)

    @property
    def before(self) -> State:
        """The state before the round that is being played."""
        return self.state if self.unshown is None else self.unshown
