"""What the network is told of a position: numbers for each suit, and numbers for the whole.

A position is seen by the seat that has just ended its turn. A card that it drew from the deck is not known yet.
Each input is 0 or 1 but for the first eight; the tables below say where a group of them begins.

Dimensions: S suits, I inputs of a suit, G inputs of the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lost_cities.rules import INVESTMENT, SUITS, Card, Memory, Pile, View, can_follow, score

SUIT_INPUTS = GLOBAL_INPUTS = 128
MAX_STREAK = 8
"""After so many draws in a row from discard piles, by both seats together, we draw from the deck (guessed)."""
MAX_PICKUPS = 40
"""After so many in a game too, so that a seat that never touches the deck cannot make it endless (guessed)."""

_STEPS = (1, 2, 3, 4, 6, 9, 13, 18, 24, 31, 38)
"""The deck's cards in 12 steps: where the next step begins."""

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the seat that has moved knows: its own first, then the other's."""

    hand: tuple[Card, ...]
    expeditions: tuple[tuple[Pile, ...], tuple[Pile, ...]]
    discards: tuple[Pile, ...]
    deck: int
    streak: int
    memories: tuple[Memory, Memory]
    drew: bool
    """Whether its draw came from the deck."""


def must_draw_deck(view: View) -> bool:
    """Tell whether our rule against endless games allows the deck only."""
    return view.streak >= MAX_STREAK or sum(memory.pickups for memory in view.memories) >= MAX_PICKUPS


def inputs(position: Knowledge) -> tuple[Array, Array]:
    """Return the inputs of the suits [S, I] and of the whole [G]."""
    suits = np.zeros((len(SUITS), SUIT_INPUTS), np.float32)
    for suit in range(len(SUITS)):
        _suit(position, suit, suits[suit])
    whole = np.zeros(GLOBAL_INPUTS, np.float32)
    _whole(position, whole)
    return suits, whole


def _numbers(cards: Sequence[Card]) -> set[int]:
    return {card.value for card in cards if card.value != INVESTMENT}


def _investments(cards: Sequence[Card]) -> int:
    return sum(card.value == INVESTMENT for card in cards)


def _last(expedition: Pile) -> int:
    """Return the last number laid, 0 if there is none."""
    return expedition[-1].value if expedition else 0


def _of(suit: int, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.suit == suit]


def _suit(position: Knowledge, suit: int, x: Array) -> None:
    mine, theirs = (expeditions[suit] for expeditions in position.expeditions)
    hand, known = _of(suit, position.hand), _of(suit, position.memories[1].known)
    pile = position.discards[suit]
    in_sight = [*hand, *known, *mine, *theirs, *pile]
    unseen = set(range(2, 11)) - _numbers(in_sight)
    last, their_last = _last(mine), _last(theirs)
    playable = {value for value in _numbers(hand) if value > last}
    held = _investments(hand)
    x[:8] = (
        score(mine) / 40,
        score(theirs) / 40,
        sum(_numbers(mine)) / 40,
        sum(_numbers(theirs)) / 40,
        len(mine) / 8,
        len(theirs) / 8,
        sum(value for value in unseen if value > last) / 40,
        sum(playable) / 40,
    )
    x[8 + _investments(mine)] = x[12 + _investments(theirs)] = 1
    x[16 + max(last - 1, 0)] = x[26 + max(their_last - 1, 0)] = 1
    x[36], x[37] = len(mine) >= 8, len(theirs) >= 8
    _mark(x, 38, playable)
    if last:
        x[59] = held > 0
    else:
        x[47 : 47 + min(held, 3)] = 1
    _mark(x, 50, _numbers(hand) - playable)
    _mark(x, 60, {value for value in _numbers(known) if value > their_last})
    x[69] = _investments(known) > 0 and not their_last
    _mark(x, 70, unseen)
    x[79 : 79 + min(3 - _investments(in_sight), 3)] = 1
    _mark(x, 82, _numbers(pile))
    x[91 : 91 + min(_investments(pile), 3)] = 1
    _pile(x, pile, mine, theirs)
    x[111 + min(len(playable) + (0 if last else held), 4)] = 1
    x[116 + sum(position.deck >= step for step in _STEPS)] = 1


def _mark(x: Array, first: int, numbers: set[int]) -> None:
    for value in numbers:
        x[first + value - 2] = 1


def _pile(x: Array, pile: Pile, mine: Pile, theirs: Pile) -> None:
    x[94 + (0 if not pile else 1 if pile[-1].value == INVESTMENT else pile[-1].value)] = 1
    if pile:
        if can_follow(pile[-1], mine):
            x[105 if mine else 109] = 1
        if can_follow(pile[-1], theirs):
            x[106 if theirs else 110] = 1
    if len(pile) > 1:
        x[107], x[108] = can_follow(pile[-2], mine), can_follow(pile[-2], theirs)


def _whole(position: Knowledge, x: Array) -> None:
    mine, theirs = position.expeditions
    totals = [sum(map(score, expeditions)) for expeditions in position.expeditions]
    load, points = 0, 0
    for expedition in filter(None, mine):
        cards = [card for card in _of(expedition[0].suit, position.hand) if can_follow(card, expedition)]
        load += len(cards)
        points += sum(_numbers(cards)) * (1 + _investments(expedition))
    late = load - position.deck // 2
    own, other = position.memories
    known = sum(bool(theirs[card.suit]) and card.value > _last(theirs[card.suit]) for card in other.known)
    x[:8] = (
        (totals[0] - totals[1]) / 40,
        totals[0] / 40,
        totals[1] / 40,
        points / 40,
        other.pickups / 8,
        other.passes / 8,
        own.pickups / 8,
        late / 8,
    )
    x[8 + position.deck] = x[53 + min(position.streak, MAX_STREAK)] = 1
    x[62 + sum(map(bool, mine))] = x[68 + sum(map(bool, theirs))] = 1
    x[74 + max(0, min(late, 8) + 10)] = 1
    x[93 + min(other.pickups, 4)] = x[98 + min(other.passes, 5)] = 1
    x[104 + min(known, 4)] = 1
    for first, expeditions in ((109, mine), (113, theirs)):
        tops = zip(position.discards, expeditions, strict=True)
        x[first + min(3, sum(bool(pile and laid) and can_follow(pile[-1], laid) for pile, laid in tops))] = 1
    x[117] = position.drew
    if not other.pickups:
        x[118 + min(other.passes, 5)] = 1
