"""The sixty cards, and what an expedition of them scores."""

from typing import NamedTuple, TypeAlias

SUITS = ("Deserts", "Oceans", "Mountains", "Jungles", "Volcanoes")
"""The suits in the order of the board; a suit is an index of this tuple."""

INVESTMENT = 0
"""The value of an investment card; the other values are the numbers 2 to 10."""

HAND = 8
"""Cards in a hand when its owner is asked to play."""

COST = 20
"""Points that an expedition costs once it has a card."""

BONUS, BONUS_CARDS = 20, 8
"""Points, not multiplied, for an expedition of at least so many cards, investments counted."""


class Card(NamedTuple):
    """A card; cards sort as the server shows a hand: by suit, investments first, then by number."""

    suit: int
    value: int


Pile: TypeAlias = tuple[Card, ...]
"""Cards of one suit in the order in which they were laid; the last one lies on top."""

DECK: tuple[Card, ...] = tuple(
    Card(suit, value) for suit in range(len(SUITS)) for value in (INVESTMENT,) * 3 + tuple(range(2, 11))
)
"""All cards, sorted; equal investments stand for one another."""


def can_follow(card: Card, expedition: Pile) -> bool:
    """Tell whether a card may be laid on an expedition of its suit: numbers rise, investments come before them."""
    return not expedition or card.value > expedition[-1].value or expedition[-1].value == INVESTMENT


def score(expedition: Pile) -> int:
    """Return the points of an expedition: (sum - 20) x (1 + investments), plus 20 for 8 cards; 0 without a card."""
    if not expedition:
        return 0
    investments = sum(card.value == INVESTMENT for card in expedition)
    points = (sum(card.value for card in expedition) - COST) * (1 + investments)
    return points + (BONUS if len(expedition) >= BONUS_CARDS else 0)
