"""The table for a terminal: suits in rows, both sides' expeditions and the discard piles in columns."""

from collections.abc import Sequence

from lost_cities.pages.sides import CardSide, sides
from lost_cities.pages.words import WORDS, value_text
from lost_cities.rules import SUITS, Card, Pile, State, View, score


def draw(state: State | View, seat: int | None, names: Sequence[str]) -> str:
    """Return the table in lines of at most 80 columns, unless names are long."""
    theirs, mine = sides(state, seat, names)
    deck = state.deck if isinstance(state, View) else len(state.deck)
    lines = [_hand(theirs), f"{'$: invest':<10} {theirs.name:>26} | {'discards':^12} | {mine.name}"]
    for suit, name in enumerate(SUITS):
        row = [_expedition(theirs.expeditions[suit]), _discards(state.discards[suit])]
        lines.append(f"{name:<10} {row[0]:>26} | {row[1]:^12} | {_expedition(mine.expeditions[suit])}")
    totals = [sum(map(score, side.expeditions)) for side in (theirs, mine)]
    lines.append(f"{'points':<10} {totals[0]:>26} | {f'deck {deck}':^12} | {totals[1]}")
    lines.append(_hand(mine))
    return "\n".join(lines)


def _expedition(pile: Pile) -> str:
    return f"{' '.join(map(value_text, pile))} ({score(pile)})" if pile else "-"


def _discards(pile: Pile) -> str:
    shown = " ".join(map(value_text, pile))
    return shown if len(shown) <= 12 else ".." + shown[-10:]


def _cards(cards: Sequence[Card]) -> str:
    """Return cards suit by suit: `Desert $ 5, Ocean 9`."""
    suits = sorted({card.suit for card in cards})
    return ", ".join(
        f"{WORDS[suit]} {' '.join(value_text(card) for card in cards if card.suit == suit)}" for suit in suits
    )


def _hand(side: CardSide) -> str:
    if side.hand is not None:
        return f"{side.name}: {_cards(side.hand)}"
    return f"{side.name}: hidden" + (f", but for {_cards(side.known)}" if side.known else "")
