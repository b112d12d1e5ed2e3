"""What a state is: two players, the one to move first, and the levels of the 25 spaces."""

from dataclasses import dataclass, replace

from santorini.rules.board import SPACES
from santorini.rules.cards import CARDS


@dataclass(frozen=True, slots=True, order=True)
class PlayerState:
    """A player's tokens (two spaces in ascending order, or none before they are placed) and card (None: no cards)."""

    tokens: tuple[int, ...] = ()
    card: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class State:
    """A board as the player to move sees it.

    `turn` counts from 0 on the first board; it is -2 before the first player and -1 before the second has placed
    tokens. Seat 0 moves on even turns. `won` says that the last turn won, so that nobody is to
    move; no board says so, see `told`.
    """

    mover: PlayerState
    other: PlayerState
    levels: tuple[int, ...] = (0,) * len(SPACES)
    turn: int = 0
    won: bool = False

    @property
    def told(self) -> "State":
        """The state as a board tells it, without `won`: a turn that wins builds nothing, so no other leads to it."""
        return replace(self, won=False) if self.won else self

    @property
    def seat(self) -> int:
        """Return the seat of the player to move."""
        return self.turn % 2

    @property
    def placing(self) -> bool:
        """Tell whether the mover's tokens are still to be placed."""
        return not self.mover.tokens

    @property
    def power(self) -> str | None:
        """Return the card whose power the mover has.

        A card that is not known, or that both hold, gives none.
        """
        card = self.mover.card
        return card if card in CARDS and card != self.other.card else None

    @property
    def others_power(self) -> str | None:
        """Return the card whose power the other player has, by the same rule."""
        card = self.other.card
        return card if card in CARDS and card != self.mover.card else None
