"""What both sides of the table have, as a reader sees them."""

from collections.abc import Sequence
from typing import NamedTuple

from lost_cities.rules import Card, Pile, State, View


class CardSide(NamedTuple):
    """A player's seat, name, expeditions and hand (None: hidden, but for the cards that are known)."""

    seat: int
    name: str
    expeditions: tuple[Pile, ...]
    hand: tuple[Card, ...] | None
    known: tuple[Card, ...]


def sides(state: State | View, seat: int | None, names: Sequence[str]) -> tuple[CardSide, CardSide]:
    """Return the other side and the reader's own; an onlooker looks from seat 0 and sees both hands."""
    own = seat or 0
    other = 1 - own
    if isinstance(state, View):
        theirs = CardSide(other, names[other], state.expeditions[1], None, state.memories[1].known)
        return theirs, CardSide(own, names[own], state.expeditions[0], state.hand, ())
    shown = state.hands[other] if seat is None else None
    theirs = CardSide(other, names[other], state.expeditions[other], shown, state.memories[other].known)
    return theirs, CardSide(own, names[own], state.expeditions[own], state.hands[own], ())
