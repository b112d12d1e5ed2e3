"""Cards and actions in words, and the names of what is clicked, which are words, too."""

from lost_cities.rules import INVESTMENT, SUITS, Action, Card, Discard, Draw, Play, State, View

WORDS = ("Desert", "Ocean", "Mountain", "Jungle", "Volcano")
"""A card of each suit is called so, in the order of `SUITS`."""
assert len(WORDS) == len(SUITS)

DECK = "deck"
"""The click on the deck."""


def card_text(card: Card) -> str:
    """Return a card in words: `Desert 5`, `Ocean investment`."""
    return f"{WORDS[card.suit]} {'investment' if card.value == INVESTMENT else card.value}"


def value_text(card: Card) -> str:
    """Return what a card shows beside its suit: its number, or `$` for an investment."""
    return "$" if card.value == INVESTMENT else str(card.value)


def pile_name(suit: int) -> str:
    """Return the name of a discard pile, to discard on or to draw from."""
    return f"{WORDS[suit]} pile"


def expedition_name(suit: int) -> str:
    """Return the name of the place of one's own expedition."""
    return f"{WORDS[suit]} expedition"


def action_text(action: Action, state: State | View | None = None) -> str:
    """Return an action in words; which card is picked up is known from the state before it."""
    match action:
        case Play(card):
            return f"play {card_text(card)}"
        case Discard(card):
            return f"discard {card_text(card)}"
        case Draw(None):
            return "draw from the deck"
        case Draw(suit) if suit is not None and state is not None and state.discards[suit]:
            return f"pick up {card_text(state.discards[suit][-1])}"
        case Draw(suit) if suit is not None:
            return f"draw from the {pile_name(suit)}"
    raise AssertionError(action)


def clicks_of(action: Action) -> tuple[str, ...]:
    """Return the clicks that choose an action: a card and where it goes, or where a card comes from."""
    match action:
        case Play(card):
            return card_text(card), expedition_name(card.suit)
        case Discard(card):
            return card_text(card), pile_name(card.suit)
        case Draw(suit):
            return (DECK if suit is None else pile_name(suit),)
    raise AssertionError(action)
