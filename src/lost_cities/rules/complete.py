"""Whether the cards of a state, which may come from a file, are those of a game."""

from collections import Counter

from lost_cities.rules.cards import DECK, HAND, Card
from lost_cities.rules.state import State, View


def surplus(state: State | View) -> Card | None:
    """Return a card that is there more often than in a game, None if there is none."""
    return next(iter(_seen(state) - Counter(DECK)), None)


def is_complete(state: State | View) -> bool:
    """Tell whether no card is missing and no hand is too large or too small; of a view, whether this can be so."""
    unseen = len(DECK) - _seen(state).total()
    if isinstance(state, State):
        return unseen == 0 and all(_is_hand(len(hand)) for hand in state.hands)
    hidden = unseen - state.deck  # in the other hand, beside its known cards
    return hidden >= 0 and _is_hand(len(state.hand)) and _is_hand(len(state.memories[1].known) + hidden)


def _is_hand(size: int) -> bool:
    return HAND - 1 <= size <= HAND


def _seen(state: State | View) -> Counter[Card]:
    """Count the cards whose place is known."""
    piles = [pile for side in (*state.expeditions, state.discards) for pile in side]
    hands = (*state.hands, state.deck) if isinstance(state, State) else (state.hand, state.memories[1].known)
    return Counter(card for cards in (*piles, *hands) for card in cards)
