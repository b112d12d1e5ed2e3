"""The table: five suits with both sides' expeditions and the discard pile between them, hands, deck and scores."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from lost_cities.protocol.lines import LETTERS, card_name, value_name
from lost_cities.rules import HAND, SUITS, Card, Draw, Pile, State, View, score

STYLE = """
.lc { display: grid; gap: .5rem; font-variant-numeric: tabular-nums; }
.lc table { border-collapse: collapse; }
.lc th, .lc td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: center; vertical-align: top; }
.lc td { min-width: 4.5rem; }
.lc td > span:not(.card) { display: block; min-height: 1.5rem; }
.lc .card { display: inline-block; min-width: 1.6rem; border: 1px solid var(--line); border-radius: .3rem;
  padding: .1rem .25rem .25rem; margin: .1rem; text-align: center; background: var(--paper); color: var(--ink); }
.lc .card small { opacity: .7; }
.lc .back { opacity: .5; }
.lc .s0 { box-shadow: inset 0 -.25rem #c9a227; } .lc .s1 { box-shadow: inset 0 -.25rem #2a6fb0; }
.lc .s2 { box-shadow: inset 0 -.25rem #8a8a8a; } .lc .s3 { box-shadow: inset 0 -.25rem #2e8b57; }
.lc .s4 { box-shadow: inset 0 -.25rem #b03a2e; }
.lc .score { font-weight: bold; }
"""


class _Side(NamedTuple):
    name: str
    expeditions: tuple[Pile, ...]
    hand: tuple[Card, ...] | None  # None: hidden
    known: tuple[Card, ...]


def pile_of(draw: Draw) -> str:
    """Return the name of what a draw is clicked on."""
    return "deck" if draw.suit is None else f"pile-{draw.suit}"


def _sides(state: State | View, seat: int | None, names: Sequence[str]) -> tuple[_Side, _Side, int]:
    """Return the other side, the own one, and the cards in the deck; an onlooker looks from seat 0."""
    own = seat or 0
    mine, theirs = names[own], names[1 - own]
    if isinstance(state, View):
        known = state.memories[1].known
        return (
            _Side(theirs, state.expeditions[1], None, known),
            _Side(mine, state.expeditions[0], state.hand, ()),
            state.deck,
        )
    other = 1 - own
    shown = [state.hands[own], state.hands[other] if seat is None else None]
    return (
        _Side(theirs, state.expeditions[other], shown[1], state.memories[other].known),
        _Side(mine, state.expeditions[own], shown[0], ()),
        len(state.deck),
    )


def text(state: State | View, seat: int | None, names: Sequence[str]) -> str:
    """Return the table in lines of at most 80 columns, unless names are long."""
    theirs, mine, deck = _sides(state, seat, names)
    lines = [_hand_text(theirs), f"{'':<10} {theirs.name:>26} | {'discards':^12} | {mine.name}"]
    for suit, name in enumerate(SUITS):
        row = [_pile_text(theirs.expeditions[suit]), _discards_text(state.discards[suit])]
        lines.append(f"{name:<10} {row[0]:>26} | {row[1]:^12} | {_pile_text(mine.expeditions[suit])}")
    totals = [sum(map(score, side.expeditions)) for side in (theirs, mine)]
    lines.append(f"{'points':<10} {totals[0]:>26} | {f'deck {deck}':^12} | {totals[1]}")
    lines.append(_hand_text(mine))
    return "\n".join(lines)


def _pile_text(pile: Pile) -> str:
    return f"{' '.join(map(value_name, pile))} ({score(pile)})" if pile else "-"


def _discards_text(pile: Pile) -> str:
    shown = " ".join(map(value_name, pile))
    return shown if len(shown) <= 12 else ".." + shown[-10:]


def _hand_text(side: _Side) -> str:
    if side.hand is not None:
        return f"{side.name}: {' '.join(map(card_name, side.hand))}"
    return f"{side.name}: hidden" + (f", but for {' '.join(map(card_name, side.known))}" if side.known else "")


def page(state: State | View, seat: int | None, names: Sequence[str]) -> str:
    """Return the table as a fragment of HTML; what can be clicked has `data-click`."""
    theirs, mine, deck = _sides(state, seat, names)
    head = "".join(f'<th class="s{suit}">{name}</th>' for suit, name in enumerate(SUITS))
    rows = [f"<tr><th></th>{head}<th>points</th></tr>", _row(theirs, clicks=False)]
    cells = []
    for suit, pile in enumerate(state.discards):
        cards = "".join(_card(card) for card in pile) or "&nbsp;"
        cells.append(f'<td data-click="pile-{suit}"><span data-click="discard-{suit}">{cards}</span></td>')
    deck_cell = f'<td data-click="deck">deck {deck}</td>'
    rows.append(f"<tr><th>discards</th>{''.join(cells)}{deck_cell}</tr>")
    rows.append(_row(mine, clicks=True))
    return f'<div class="lc">{_hand(theirs)}<table>{"".join(rows)}</table>{_hand(mine)}</div>'


def _row(side: _Side, clicks: bool) -> str:
    cells = []
    for suit, pile in enumerate(side.expeditions):
        cards = "".join(_card(card) for card in pile)
        points = f'<div class="score">{score(pile)}</div>' if pile else "&nbsp;"
        click = f' data-click="lay-{suit}"' if clicks else ""
        cells.append(f"<td{click}>{cards}{points}</td>")
    total = sum(map(score, side.expeditions))
    return f'<tr><th>{escape(side.name)}</th>{"".join(cells)}<td class="score">{total}</td></tr>'


def _hand(side: _Side) -> str:
    if side.hand is not None:
        cards = "".join(_card(card, click=True, letter=True) for card in side.hand)
    else:
        backs = '<span class="card back">?</span>' * (HAND - len(side.known))
        cards = backs + "".join(_card(card, letter=True) for card in side.known)
    return f"<div>{escape(side.name)}: {cards}</div>"


def _card(card: Card, click: bool = False, letter: bool = False) -> str:
    attribute = f' data-click="card-{card_name(card)}"' if click else ""
    suit = f"<small>{LETTERS[card.suit].upper()}</small>" if letter else ""
    return f'<span class="card s{card.suit}"{attribute}>{value_name(card)}{suit}</span>'
