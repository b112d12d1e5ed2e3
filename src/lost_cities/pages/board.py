"""The table as a picture: hands, each suit with both sides' expeditions and the discard pile between, the deck."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from gamekit.game import Change
from gamekit.pages.strips import strip, strips
from lost_cities.pages import cards
from lost_cities.pages.cards import BAND, HIGH, SIGNS, WIDE, back, card
from lost_cities.pages.sides import CardSide, sides
from lost_cities.pages.words import DECK, card_text, expedition_name, pile_name, value_text
from lost_cities.rules import HAND, SUITS, Action, Card, Discard, Draw, Pile, Play, State, View, score

PITCH, EDGE, WIDTH = 58, 6, 352
"""Of the columns, around all, and in all, in units of the picture."""
DECK_X = EDGE + PITCH * len(SUITS) + 8
LABEL = 15
"""The height of a line of words."""
SMALL = 0.6
"""The size of hidden cards."""
LONGEST = 40
"""Letters of a name that fit the picture."""
LAST_SHOWN = 5
"""Cards below the top of a discard pile that are named."""

STYLE = (
    """
.lc > svg { display: block; width: min(100%, 34rem); max-height: max(26rem, 100vh - 19rem); margin: 0 auto; }
.lc .felt { fill: #2f5d50; } .lc text.on { fill: #fff; font-size: 11px; }
.lc text.small { fill: #e9f2ee; font-size: 10px; }
.lc .name { text-anchor: start; }
.lc svg .slot { fill: #ffffff1a; stroke: #ffffff80; stroke-width: 1; stroke-dasharray: 3 3; }
.lc .faint { fill: #ffffff8c; }
.lc .badge { fill: #16352c; } .lc .plus { fill: #bff0c4; } .lc .minus { fill: #ffc4bb; }
.lc svg .arrow { fill: #ffb300; stroke: #16352c; stroke-width: 1; }
.lc .spot { fill: transparent; }
.lc svg .clickable > .spot { stroke: #fff; stroke-width: 2.5; fill: #ffffff2b; }
.lc svg .hinted > .spot { stroke: #ff9df3; stroke-width: 3.5; stroke-dasharray: 6 3; }
.lc svg .picked > .spot { stroke: #ffd54a; stroke-width: 4; }
#board .lc g.clickable { cursor: pointer; outline: none; }
#board .lc g.clickable:focus-visible > .spot { stroke: #ffd54a; stroke-width: 4; fill: #ffd54a44; }
"""
    + cards.STYLE
)


class _Marks(NamedTuple):
    """What the last moves did: cards laid by seat, suits discarded on, and where each seat drew (None: the deck)."""

    played: list[tuple[int, Card]]
    discarded: list[Card]
    drawn: list[tuple[int, int | None]]
    got: list[Card]
    """What came into the reader's hand."""

    def by(self, seat: int) -> list[Card]:
        """Return what a seat has laid on its expeditions."""
        return [one for who, one in self.played if who == seat]


def draw(
    state: State | View,
    seat: int | None,
    names: Sequence[str],
    last: Sequence[Change[State | View, Action]] = (),
) -> str:
    """Return the table as a fragment of HTML; what can be clicked has `data-click`."""
    theirs, mine = sides(state, seat, names)
    marks = _marks(last, mine.seat, names)
    above = strips([_player(state, side) for side in sorted((theirs, mine), key=lambda side: side.seat)])
    parts, height = _table(state, theirs, mine, marks)
    return (
        f'<div class="lc">\n{above}\n'
        f'<svg viewBox="0 0 {WIDTH} {height}" role="group" aria-label="Table">\n'
        f'<rect class="felt" width="{WIDTH}" height="{height}" rx="8"/>\n{parts}\n</svg></div>'
    )


def _player(state: State | View, side: CardSide) -> str:
    points = sum(map(score, side.expeditions))
    begun = sum(bool(pile) for pile in side.expeditions)
    text = f"**{points} points** of {begun} expedition{'s' * (begun != 1)}"
    return strip(side.name, text, moving=side.seat == _mover(state))


def _mover(state: State | View) -> int | None:
    if not state.deck:
        return None
    if isinstance(state, View):
        return state.seat if state.asked else 1 - state.seat
    return state.mover


def _marks(last: Sequence[Change[State | View, Action]], own: int, names: Sequence[str]) -> _Marks:
    marks = _Marks([], [], [], [])
    for change in last:
        for seat, action in change.actions.items():
            match action:
                case Play(laid):
                    marks.played.append((seat, laid))
                case Discard(laid):
                    marks.discarded.append(laid)
                case Draw(suit):
                    marks.drawn.append((seat, suit))
                    if seat == own:
                        before, after = (
                            sides(each, own, names)[1].hand or () for each in (change.before, change.after)
                        )
                        marks.got.extend(one for one in after if after.count(one) > before.count(one))
    return marks


def _table(state: State | View, theirs: CardSide, mine: CardSide, marks: _Marks) -> tuple[str, int]:
    """Return the parts of the picture, a line each, and its height."""
    up, down = (max(1, *map(len, side.expeditions)) for side in (theirs, mine))
    hand_y = LABEL + 4
    their_y = hand_y + round(HIGH if theirs.hand is not None or theirs.known else HIGH * SMALL) + 10
    pile_y = their_y + HIGH + (up - 1) * BAND + LABEL + 4
    my_y = HIGH + 3 * LABEL + 6  # from the piles on, so that what lies still is drawn by the same lines
    own_hand_y = my_y + HIGH + (down - 1) * BAND + LABEL + 8
    parts = [
        _label(theirs, 13),
        *_their_hand(theirs, hand_y),
        f'<g transform="translate(0 {pile_y})">',
        *_column_ends(theirs, mine, my_y),
    ]
    for suit in range(len(SUITS)):
        x, laid = EDGE + PITCH * suit, theirs.expeditions[suit]
        parts += _expedition(laid, suit, x, -LABEL - 4 - HIGH - max(0, len(laid) - 1) * BAND, marks.by(theirs.seat))
        parts += _pile(state.discards[suit], suit, x, marks)
        own = "\n".join(_expedition(mine.expeditions[suit], suit, x, my_y, marks.by(mine.seat)))
        name, high = expedition_name(suit), own_hand_y - my_y - LABEL
        spot = f'<rect class="spot" x="{x - 2}" y="{my_y - 2}" width="{WIDE + 4}" height="{high}" rx="5"/>'
        parts.append(f'<g data-click="{name}"><title>your {name}</title>\n{own}\n{spot}</g>')
    left = state.deck if isinstance(state, View) else len(state.deck)
    parts += _deck(left, marks)
    parts += _arrows(marks, mine.seat)
    parts += [f'</g>\n<g transform="translate(0 {pile_y + own_hand_y})">', *_own_hand(mine, marks), "</g>"]
    return "\n".join(parts), pile_y + own_hand_y + HIGH + EDGE


def _label(side: CardSide, y: int) -> str:
    """Return whose hand it is; long names are cut."""
    name = side.name if len(side.name) <= LONGEST else f"{side.name[: LONGEST - 1]}…"
    return f'<text class="on name" x="{EDGE}" y="{y}">{escape(name)}</text>'


def _their_hand(side: CardSide, y: int) -> Iterable[str]:
    """Return the hand of the other side: what is hidden from the reader as small backs."""
    if side.hand is not None:
        return [card(one, EDGE + 42.5 * at, y) for at, one in enumerate(side.hand)]
    known = [card(one, EDGE + 42.5 * at, y) for at, one in enumerate(side.known)]
    start = EDGE + 42.5 * len(side.known)
    hidden = range(HAND - len(side.known))
    return [*known, *(back(start + (WIDE * SMALL + 3) * at, y, "a hidden card", size=SMALL) for at in hidden)]


def _column_ends(theirs: CardSide, mine: CardSide, my_y: int) -> Iterable[str]:
    """Return the points of each expedition, beside the piles, and the names of the suits."""
    for suit in range(len(SUITS)):
        middle = EDGE + PITCH * suit + WIDE / 2
        yield from _points(theirs.expeditions[suit], middle, -LABEL)
        yield f'<text class="small" x="{middle}" y="{HIGH + 12}">{SUITS[suit]}</text>'
        yield from _points(mine.expeditions[suit], middle, my_y - LABEL - 2)


def _points(pile: Pile, middle: float, y: float) -> Iterable[str]:
    if pile:
        points = score(pile)
        kind = "minus" if points < 0 else "plus"
        yield (
            f'<rect class="badge" x="{middle - 17}" y="{y}" width="34" height="13" rx="6"/>'
            f'<text class="on {kind}" x="{middle}" y="{y + 10.3:g}">{points:+d}</text>'
        )


def _slot(suit: int, x: float, y: float) -> str:
    return (
        f'<rect class="slot" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4"/>'
        f'<path class="faint" transform="translate({x + WIDE / 2} {y + HIGH / 2}) scale(1.4)" d="{SIGNS[suit]}"/>'
    )


def _expedition(pile: Pile, suit: int, x: float, y: float, new: Iterable[Card]) -> list[str]:
    """Return an expedition from y down, its first card at the top, its last one whole."""
    last = len(pile) - 1
    return [
        card(one, x, y + BAND * at, new=one in new and one not in pile[at + 1 :], whole=at == last)
        for at, one in enumerate(pile)
    ] or [_slot(suit, x, y)]


def _pile(pile: Pile, suit: int, x: float, marks: _Marks) -> Iterable[str]:
    """Return a discard pile with its top card, and the values below it, as everybody may know them."""
    name = pile_name(suit)
    told = f"{name}: {', '.join(map(card_text, pile))} on top" if pile else f"{name}, empty"
    shown = card(pile[-1], x, 0, new=pile[-1] in marks.discarded) if pile else _slot(suit, x, 0)
    spot = f'<rect class="spot" x="{x - 2}" y="-2" width="{WIDE + 4}" height="{HIGH + 4}" rx="5"/>'
    yield f'<g data-click="{name}"><title>{told}</title>\n{shown}\n{spot}</g>'
    below = list(map(value_text, pile[:-1]))
    if below:
        words = ("… " if len(below) > LAST_SHOWN else "") + " ".join(below[-LAST_SHOWN:])
        yield f'<text class="small" x="{x + WIDE / 2}" y="{HIGH + LABEL + 9}">{words}</text>'


def _deck(left: int, marks: _Marks) -> Iterable[str]:
    drawn = any(suit is None for _, suit in marks.drawn)
    cards_left = "".join(
        back(DECK_X + 2 * at, -2 * at, f"deck, {left} cards", new=drawn and not at) for at in range(min(2, left))
    )
    spot = f'<rect class="spot" x="{DECK_X - 2}" y="-4" width="{WIDE + 6}" height="{HIGH + 6}" rx="5"/>'
    yield f'<g data-click="{DECK}"><title>deck, {left} cards</title>{cards_left}{spot}</g>'
    yield f'<text class="on" x="{DECK_X + WIDE / 2}" y="{HIGH + 12}">deck {left}</text>'


def _arrows(marks: _Marks, own: int) -> Iterable[str]:
    """Return an arrow where a card was drawn, towards who drew it."""
    for seat, suit in marks.drawn:
        x = (DECK_X if suit is None else EDGE + PITCH * suit) + WIDE - 17
        y, tip = (HIGH - 12, 12) if seat == own else (10, -12)
        where = "the deck" if suit is None else f"the {pile_name(suit)}"
        yield f'<path class="arrow" d="M{x} {y}h14l-7 {tip}Z"><title>drawn from {where}</title></path>'


def _own_hand(side: CardSide, marks: _Marks) -> Iterable[str]:
    yield _label(side, -5)
    hand = side.hand or ()
    drawn = [DECK if suit is None else pile_name(suit) for seat, suit in marks.drawn if seat == side.seat]
    for at, one in enumerate(hand):
        fresh = one in marks.got and one not in hand[at + 1 :]
        name = card_text(one)
        origin = f' data-from="{drawn[-1]}"' if fresh else ""
        spot = f'<rect class="spot" width="{WIDE}" height="{HIGH}" rx="4"/>'
        yield f'<g transform="translate({EDGE + 42.5 * at:g} 0)">'  # the rest is the same wherever it lies
        yield f'<g data-click="{name}"{origin}><title>{name}</title>\n{card(one, 0, 0, new=fresh)}\n{spot}</g></g>'
