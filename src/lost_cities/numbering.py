"""Lost Cities for learners: a number for each kind of card to play, to discard, and each pile to draw from."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Numbering
from lost_cities.protocol.values import Seen
from lost_cities.rules import SUITS, Action, Card, Discard, Draw, Play, View, legal_actions, observe

KINDS = 50
"""Kinds of cards: of each suit an investment, which there is three times, and the numbers 2 to 10."""
DECK_CARDS = 44
FEATURES = 6 * KINDS + len(SUITS) + 3


class LostCitiesNumbering(Numbering[Seen, Action]):
    """Nothing is merged or left out.

    An array counts each kind of card in the hand, both seats' expeditions (one's own first), the discard piles, on top
    of these, and in the other hand as far as it is known; then the suit just discarded on, the deck, and whether the
    seat moves and is to draw. It leaves out the order inside of discard piles.
    """

    count = 2 * KINDS + 1 + len(SUITS)
    shape = (FEATURES,)

    def numbered(self, state: Seen, seat: int) -> Mapping[int, Action]:
        legal = legal_actions(state) if isinstance(state, View) else legal_actions(state, seat)
        return {_number(action): action for action in legal}

    def number_of(self, state: Seen, seat: int, action: Action) -> int:
        return _number(action)

    def array(self, state: Seen, seat: int) -> NDArray[np.float32]:
        view = state if isinstance(state, View) else observe(state, seat)
        array = np.zeros(FEATURES, np.float32)
        mine, theirs = view.expeditions
        groups: tuple[Iterable[Card], ...] = (
            view.hand,
            (card for pile in mine for card in pile),
            (card for pile in theirs for card in pile),
            (card for pile in view.discards for card in pile),
            (pile[-1] for pile in view.discards if pile),
            view.memories[1].known,
        )
        for group, cards in enumerate(groups):
            for card in cards:
                array[KINDS * group + _kind(card)] += 1 if card.value else 1 / 3
        rest = KINDS * len(groups)
        if view.discarded is not None:
            array[rest + view.discarded] = 1
        array[rest + len(SUITS) :] = view.deck / DECK_CARDS, view.asked, view.asked and view.drawing
        return array


def _kind(card: Card) -> int:
    return 10 * card.suit + max(0, card.value - 1)


def _number(action: Action) -> int:
    match action:
        case Play(card):
            return _kind(card)
        case Discard(card):
            return KINDS + _kind(card)
        case Draw(suit):
            return 2 * KINDS + (0 if suit is None else 1 + suit)
