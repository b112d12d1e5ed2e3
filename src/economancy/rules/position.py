"""A state with its day number since the start of the game, and what defenders have shown of their choices."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from economancy.rules.game import MAX_DAYS
from economancy.rules.state import Action, State


@dataclass(frozen=True, slots=True)
class Position:
    """A state, its day number from the start of the game, and the day after which the game is a draw.

    Only the states are compared: positions with equal states are equal. Where the state shows what defenders have
    chosen, `earlier` is the state before that and their choices.
    """

    state: State
    day: int = field(default=1, compare=False)
    last_day: int = field(default=MAX_DAYS, compare=False)
    earlier: tuple[State, Mapping[int, Action]] | None = field(default=None, compare=False)

    @property
    def before(self) -> State:
        """The state before any choice of the round that is being played."""
        return self.earlier[0] if self.earlier else self.state

    @property
    def shown(self) -> Mapping[int, Action]:
        """The choices of this round that the state shows, by seat."""
        return self.earlier[1] if self.earlier else {}
