"""The rules in words and pictures; numbers come from the rules' tables."""

from gamekit.game import Observation, Section
from lost_cities.pages.words import WORDS, card_text, value_text
from lost_cities.rules import DECK, HAND, INVESTMENT, SUITS, Card, Pile, State, View, score
from lost_cities.rules.cards import BONUS, BONUS_CARDS, COST

INVESTMENTS = sum(card.suit == 0 and card.value == INVESTMENT for card in DECK)
NUMBERS = [card.value for card in DECK if card.suit == 0 and card.value != INVESTMENT]


def _pile(suit: int, *values: int) -> Pile:
    return tuple(Card(suit, value) for value in values)


def _sum(pile: Pile) -> str:
    """Return how an expedition is counted, in words."""
    shown = " ".join(map(value_text, pile))
    total = sum(card.value for card in pile)
    invested = sum(card.value == INVESTMENT for card in pile)
    times = f" x {1 + invested}" if invested else ""
    bonus = f" + {BONUS}" if len(pile) >= BONUS_CARDS else ""
    return f"{WORDS[pile[0].suit]} {shown}: ({total} - {COST}){times}{bonus} = {score(pile)} points."


EXAMPLES = (_pile(1, INVESTMENT, 5, 8, 10), _pile(3, 2, 3, 4), _pile(4, INVESTMENT, 2, 3, 4, 5, 7, 8, 9))
MINE = (_pile(0, INVESTMENT, 4, 7), EXAMPLES[0], (), EXAMPLES[1], ())
THEIRS = ((), _pile(1, 2, 4), _pile(2, INVESTMENT, INVESTMENT, 6), (), _pile(4, 3, 5, 6, 9))
HANDS = (tuple(sorted((*_pile(0, 9, 10), *_pile(2, 3, 4, 8), *_pile(3, 7), *_pile(4, 2, 10)))),) * 2
TABLE = State(
    deck=DECK[:18],
    hands=HANDS,
    expeditions=(MINE, THEIRS),
    discards=(_pile(0, 2, 3), (), _pile(2, 2), (), _pile(4, INVESTMENT)),
    mover=0,
)
"""A position to look at; what is hidden in it is of no account."""

SECTIONS: tuple[Section[State | View], ...] = (
    Section("The goal", ("Have more points than the other side, from expeditions of five suits, when the deck ends.",)),
    Section(
        "Cards",
        (
            f"There are {len(DECK)} cards: in each suit ({', '.join(SUITS)}) {INVESTMENTS} investments, shown as "
            f"{value_text(Card(0, INVESTMENT))}, and the numbers {NUMBERS[0]} to {NUMBERS[-1]}. Each side has {HAND} "
            "cards in hand, which the other does not see.",
        ),
    ),
    Section(
        "A turn",
        ("First lay a card, then draw one.",),
        (
            "Lay: on your own expedition of the card's suit, or on the discard pile of its suit, which both sides "
            "share. Numbers on an expedition must rise; investments come before all numbers.",
            "Draw: the top card of the deck, or that of any discard pile, but not the card that you have just "
            "discarded.",
        ),
        Observation(TABLE, 0),
        ("Ann", "Bob"),
        f"Ann sees her hand below. On her Desert expedition {card_text(Card(0, 9))} may follow, but not "
        f"{card_text(Card(0, 3))} any more. Between the expeditions lie the discard piles.",
    ),
    Section(
        "Points",
        (
            f"An expedition without a card counts nothing. With the first card it costs {COST} points: the numbers are "
            f"added up and {COST} are taken off. The result, good or bad, is taken twice with one investment, three "
            f"times with two, four times with three. An expedition of {BONUS_CARDS} cards or more then gets {BONUS} "
            "points besides; investments count among the cards.",
        ),
        tuple(map(_sum, EXAMPLES)),
    ),
    Section(
        "The end",
        (
            "The game ends at once when the last card of the deck is drawn. Cards left in hands count nothing. More "
            "points win; the same number is a draw.",
        ),
    ),
)
"""The goal first."""
