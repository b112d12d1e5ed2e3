"""Lost Cities for learners: a number for each kind of card to play, to discard, and each pile to draw from."""

from array import array
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Numbering
from lost_cities.protocol.values import Seen
from lost_cities.rules import SUITS, Action, Draw, Play, View, legal_actions, observe

KINDS = 50
"""Kinds of cards: of each suit an investment, which there is three times, and the numbers 2 to 10."""
DECK_CARDS = 44
INVESTMENTS = 1 / 3
"""What an investment counts: there are three of a kind."""
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
        mine, theirs = view.expeditions
        tops = [pile[-1:] for pile in view.discards]
        groups = ((view.hand,), mine, theirs, view.discards, tops, (view.memories[1].known,))
        values = array("f", bytes(4 * FEATURES))
        for group, piles in enumerate(groups):
            start = KINDS * group
            for pile in piles:
                for suit, value in pile:
                    values[start + _PLACES[suit][value]] += 1 if value else INVESTMENTS
        rest = KINDS * len(groups)
        if view.discarded is not None:
            values[rest + view.discarded] = 1
        values[-3], values[-2], values[-1] = view.deck / DECK_CARDS, view.asked, view.asked and view.drawing
        return np.frombuffer(values, np.float32)


_PLACES = [[10 * suit + max(0, value - 1) for value in range(11)] for suit in range(len(SUITS))]
"""The kind of each card by suit and value; no card has the value 1."""


def _number(action: Action) -> int:
    if isinstance(action, Draw):
        return 2 * KINDS + (0 if action.suit is None else 1 + action.suit)
    suit, value = action.card
    return _PLACES[suit][value] + (0 if isinstance(action, Play) else KINDS)
