"""The front of `core.c`, whose contract stands at its top: what a seat sees goes in, its valued turns come out.

Nothing here needs numpy: weights are bytes, read from a file of floats.
"""

import ctypes
import functools
import math
from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path

from gamekit import compiled
from lost_cities.rules import INVESTMENT, SUITS, Card, Discard, Draw, Play, View
from lost_cities.search.turn_values import TurnValue, Weights

SOURCE = Path(__file__).with_name("core.c")
RANKS = 10
DECK = 5
_MOST = 160
_CARDS = len(SUITS) * RANKS
_FUNCTIONS = ("lc_appraise", "lc_turn_of_rule", "lc_train", "lc_play_pairs", "lc_weights_size", "lc_begin_weights")


class PlayerKind(IntEnum):
    """Who decides in the core: by values, or one of the opponents by rule."""

    VALUES = 0
    SIMPLE = 1
    BRED = 2
    POSITIVE = 3
    GREEDY = 4
    DISCARDER = 5
    HOARDER = 6


class Style(ctypes.Structure):
    """How a player of the core decides; the fields are explained in `core.c`."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("begin", ctypes.c_float),
        ("hope", ctypes.c_float),
        ("random", ctypes.c_float),
        ("draws", ctypes.c_int),
        ("winning", ctypes.c_float),
        ("soft", ctypes.c_float),
        ("heat", ctypes.c_float),
    )


class SeatView(ctypes.Structure):
    """What a seat sees; the fields are explained in `core.c`."""

    _fields_ = (
        ("hand", ctypes.c_uint8 * _CARDS),
        ("known", ctypes.c_uint8 * _CARDS),
        ("laid", ctypes.c_uint8 * _CARDS * 2),
        ("pile", ctypes.c_uint8 * 12 * len(SUITS)),
        ("in_pile", ctypes.c_uint8 * len(SUITS)),
        ("in_deck", ctypes.c_uint8),
        ("streak", ctypes.c_uint8),
        ("pickups", ctypes.c_uint8 * 2),
        ("passes", ctypes.c_uint8 * 2),
        ("question", ctypes.c_uint8),
        ("banned", ctypes.c_uint8),
    )


class _Candidate(ctypes.Structure):
    _fields_ = (
        ("card", ctypes.c_uint8),
        ("discards", ctypes.c_uint8),
        ("draw", ctypes.c_uint8),
        ("points", ctypes.c_float),
        ("chance", ctypes.c_float),
        ("value", ctypes.c_float),
    )


@functools.cache
def library() -> ctypes.CDLL:
    """Return the compiled core. Raises NoCoreError."""
    return compiled.load(SOURCE, "LOST_CITIES_CORE", _FUNCTIONS)


def code(card: Card) -> int:
    """Return the core's number of a card."""
    return card.suit * RANKS + (0 if card.value == INVESTMENT else card.value - 1)


def card_of(number: int) -> Card:
    """Return the card of a number of the core."""
    suit, rank = divmod(number, RANKS)
    return Card(suit, rank + 1 if rank else INVESTMENT)


def appraise(
    core: ctypes.CDLL, view: View, weights: Weights, winning: float, seconds: float = math.inf
) -> list[TurnValue]:
    """Return the turns of the seat that is asked, or its draws, valued with this weight of the chance to win.

    After these `seconds` fewer networks have to do, or only some of the turns come back.
    """
    out = (_Candidate * _MOST)()
    found = core.lc_appraise(
        ctypes.byref(as_seen(view)),
        weights.floats,
        weights.nets,
        weights.hidden,
        weights.top,
        ctypes.c_float(winning),
        ctypes.c_double(seconds),
        out,
    )
    return [_valued(out[i], view.drawing) for i in range(found)]


def _valued(candidate: _Candidate, drawing: bool) -> TurnValue:
    play: Play | Discard | None = None
    if not drawing:
        card = card_of(candidate.card)
        play = Discard(card) if candidate.discards else Play(card)
    return TurnValue(play, _draw(candidate.draw), candidate.points, candidate.chance, candidate.value)


def _draw(pile: int) -> Draw:
    return Draw(None if pile == DECK else pile)


def as_seen(view: View) -> SeatView:
    """Return what a seat sees as the core reads it."""
    seen = SeatView()
    _count(seen.hand, view.hand)
    _count(seen.known, view.memories[1].known)
    for seat, expeditions in enumerate(view.expeditions):
        for pile in expeditions:
            _count(seen.laid[seat], pile)
    for suit, pile in enumerate(view.discards):
        seen.in_pile[suit] = len(pile)
        for place, card in enumerate(pile):
            seen.pile[suit][place] = code(card)
    seen.in_deck, seen.streak = view.deck, min(view.streak, 255)
    for seat, memory in enumerate(view.memories):
        seen.pickups[seat], seen.passes[seat] = min(memory.pickups, 100), min(memory.passes, 100)
    seen.question = 0 if not view.drawing else 1 if view.discarded is None else 2
    seen.banned = DECK if view.discarded is None else view.discarded
    return seen


def _count(counts: "ctypes.Array[ctypes.c_uint8]", cards: Iterable[Card]) -> None:
    for card in cards:
        counts[code(card)] += 1
