"""Cards as bits, sets of kinds as bit masks (as bitboards in chess programs), and properties of sets as lookup tables.

A kind of card is one bit of an int16: bit k is the k-th of SHOP_CARDS, the next bit the Stipend, and the next any card
that the table lacks, which is inert. A set of kinds that fight is an index below SETS into the lookup tables, and so is
the bit of one such card.

The totals over a seat's cards (points, attacks, ...) are packed into one integer, its tally: the sum of the cards'
NUMBERS.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from economancy.rules.cards import DAYS, SHOP_CARDS, STIPEND, Card, card_named

KINDS = len(SHOP_CARDS)
SETS = 1 << KINDS
KIND_BITS = (1 << np.arange(KINDS)).astype(np.int16)  # [K]
STIPEND_BIT = SETS
UNKNOWN_BIT = SETS << 1
UNKNOWN = card_named("?")
"""Stands for all cards that the table lacks."""

_ALL = (*SHOP_CARDS, STIPEND, UNKNOWN)
_BITS = {card.name: 1 << k for k, card in enumerate(_ALL)}


def bit_of(card: Card) -> int:
    """Return the bit of a card; UNKNOWN_BIT for one that the table lacks."""
    return _BITS.get(card.name, UNKNOWN_BIT)


def card_of(bit: int) -> Card:
    """Return the card of a bit. Raises IndexError."""
    return _ALL[bit.bit_length() - 1]


def mask_of(chosen: Callable[[Card], object]) -> int:
    """Return the mask of the kinds for which `chosen` is true."""
    return sum(bit for name, bit in _BITS.items() if chosen(card_named(name)))


# Sets

_MOST_USES = max(max(card.attacks, card.defences) for card in SHOP_CARDS)
MAY_ATTACK = [sum(_BITS[card.name] for card in SHOP_CARDS if card.attacks > uses) for uses in range(_MOST_USES)]
MAY_DEFEND = [sum(_BITS[card.name] for card in SHOP_CARDS if card.defences > uses) for uses in range(_MOST_USES)]
"""The kinds that may still attack, or defend, by the number of uses today."""

EARN_BY_COINS = mask_of(lambda card: card.coins_per_income)
(COINS_PER_INCOME,) = {card.coins_per_income for card in SHOP_CARDS if card.coins_per_income}

_HAS = (np.arange(SETS)[:, None] >> np.arange(KINDS) & 1).astype(bool)  # [SETS, K]


def _column(number: Callable[[Card], int]) -> NDArray[np.int8]:
    return np.array([number(card) for card in SHOP_CARDS], np.int8)


def _highest(numbers: NDArray[np.int8]) -> NDArray[np.int8]:
    highest: NDArray[np.int8] = np.where(_HAS, numbers, 0).max(axis=1)
    return highest


def _masks(chosen: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Return the chosen kinds [..., K] as masks [...]."""
    masks: NDArray[np.int16] = np.where(chosen, KIND_BITS, 0).sum(axis=-1, dtype=np.int16)
    return masks


_ATTACK, _DEFENCE = _column(lambda card: card.attack), _column(lambda card: card.defence)
_COST = _column(lambda card: card.cost or 0)

ATTACK, DEFENCE, COST = _highest(_ATTACK), _highest(_DEFENCE), _highest(_COST)
DEFENCE_INCOME = _highest(_column(lambda card: card.defence_income))
"""The highest attack, or defence, in each set, [SETS]; 0 in the empty set."""

STRONGEST_ATTACK = _masks(_HAS & (ATTACK[:, None] == _ATTACK))
STRONGEST_DEFENCE = _masks(_HAS & (DEFENCE[:, None] == _DEFENCE))
"""The kinds of each set that have its highest attack, or defence, [SETS]."""

SAFE_AGAINST = _masks((DEFENCE[:, None] < _ATTACK) & (ATTACK[:, None] <= _DEFENCE))
"""The kinds that beat every kind of a set and survive the fight, [SETS]; all kinds for the empty set."""

AFFORDABLE = _masks(np.arange(_COST.max() + 1)[:, None] >= _COST)
"""The kinds that cost at most this many coins, [highest cost + 1]."""

NTH_KIND = np.sort(np.where(_HAS, KIND_BITS, SETS), axis=1).astype(np.int16) & (SETS - 1)
"""The bits of each set in order, then zeros, [SETS, K]."""

# Tallies

MOST_CARDS = 127
"""The most cards of one seat: they are counted in an int8. A full base shop for four seats sells 80."""

NUMBERS = np.zeros(UNKNOWN_BIT + 1, np.int64)
"""The numbers of the card with this bit, packed; see `unpack`."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A bit field of NUMBERS and of tallies, wide enough for the sum over MOST_CARDS cards.

    If the attributes are arrays [4], indexed by the day (0 is unused), it is one field for each day.
    """

    shift: NDArray[np.int64]
    mask: NDArray[np.int64]

    def of(self, tally: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the field's value in each tally, of any shape."""
        return (tally >> self.shift) & self.mask

    def on(self, day: NDArray[np.int8]) -> "Packed":
        """Return the field of each `day` [...], to be read from tallies [..., N]."""
        return Packed(self.shift[day][..., None], self.mask[day][..., None])


def _packed(*numbers: Callable[[Card], int]) -> list[Packed]:
    """Pack these numbers of every card into NUMBERS, and return their bit fields."""
    places, shift = [], 0
    for number in numbers:
        width = (MOST_CARDS * max(number(card) for card in _ALL)).bit_length()
        for card in _ALL:
            NUMBERS[bit_of(card)] += number(card) << shift
        places.append(Packed(np.array(shift), np.array((1 << width) - 1)))
        shift += width
    assert shift < NUMBERS.itemsize * 8
    return places


def _by_day(places: list[Packed]) -> Packed:
    places = [places[-1], *places]
    return Packed(np.array([place.shift for place in places]), np.array([place.mask for place in places]))


POINTS, ATTACKS, DEFENCES, CARDS_HELD, *_daily = _packed(
    lambda card: card.points,
    lambda card: card.attacks,
    lambda card: card.defences,
    lambda card: 1,
    *(lambda card, day=day: card.income[day - 1] for day in DAYS),
    *(lambda card, day=day: card.buys[day - 1] for day in DAYS),
)
INCOME, BUYS = _by_day(_daily[:3]), _by_day(_daily[3:])
