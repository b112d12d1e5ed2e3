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

_ATTACK, _DEFENCE, _COST, _DEFENCE_INCOME = (
    np.array(column, np.int8)
    for column in zip(*((c.attack, c.defence, c.cost or 0, c.defence_income) for c in SHOP_CARDS), strict=True)
)  # [K] each


def _strongest(numbers: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Return the highest of the kinds' numbers [K] in each set, and the kinds of the set that have it, [SETS] both.

    Each kind doubles the tables: behind the sets without it come the same sets with it.
    """
    highest, having = np.zeros(1, np.int8), np.zeros(1, np.int16)
    for bit, number in zip(KIND_BITS, numbers, strict=True):
        more = np.where(highest < number, bit, np.where(highest == number, having | bit, having))
        highest, having = np.concatenate([highest, np.maximum(highest, number)]), np.concatenate([having, more])
    return highest, having


def _masks(chosen: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Return the chosen kinds [..., K] as masks [...]."""
    masks: NDArray[np.int16] = np.where(chosen, KIND_BITS, 0).sum(axis=-1, dtype=np.int16)
    return masks


(ATTACK, STRONGEST_ATTACK), (DEFENCE, STRONGEST_DEFENCE) = _strongest(_ATTACK), _strongest(_DEFENCE)
"""The highest attack, or defence, in each set, and the kinds of the set that have it, [SETS]; 0 in the empty set."""

COST, DEFENCE_INCOME = _strongest(_COST)[0], _strongest(_DEFENCE_INCOME)[0]
"""The highest in each set, [SETS]."""

_NUMBERS = np.arange(max(_ATTACK.max(), _DEFENCE.max()) + 1)[:, None]
SAFE_AGAINST = _masks((_NUMBERS < _ATTACK)[:, None] & (_NUMBERS <= _DEFENCE))[DEFENCE, ATTACK]
"""The kinds that beat every kind of a set and survive the fight, [SETS]; all kinds for the empty set."""

AFFORDABLE = _masks(np.arange(_COST.max() + 1)[:, None] >= _COST)
"""The kinds that cost at most this many coins, [highest cost + 1]."""


def _in_order() -> NDArray[np.int16]:
    """Return the bits of each set in order, then zeros, [SETS, K]."""
    table = np.zeros((SETS, KINDS), np.int16)
    for bit in map(int, KIND_BITS):
        table[bit : 2 * bit] = table[:bit]
        table[np.arange(bit, 2 * bit), np.bitwise_count(np.arange(bit))] = bit
    return table


NTH_KIND = _in_order()

# Tallies

MOST_CARDS = 127
"""The most cards of one seat: they are counted in an int8. A full base shop for four seats sells 80."""

NUMBERS = np.zeros(UNKNOWN_BIT + 1, np.int64)
"""The numbers of the card with this bit, packed; see `unpack`."""


@dataclass(frozen=True, slots=True)
class BitField:
    """A bit field of NUMBERS and of tallies, wide enough for the sum over MOST_CARDS cards.

    If the attributes are arrays [4], indexed by the day (0 is unused), it is one field for each day.
    """

    shift: NDArray[np.int64]
    mask: NDArray[np.int64]

    def of(self, tally: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the field's value in each tally, of any shape."""
        return (tally >> self.shift) & self.mask

    def on(self, day: NDArray[np.int8]) -> "BitField":
        """Return the field of each `day` [...], to be read from tallies [..., N]."""
        return BitField(self.shift[day][..., None], self.mask[day][..., None])


def _packed(*numbers: Callable[[Card], int]) -> list[BitField]:
    """Pack these numbers of every card into NUMBERS, and return their bit fields."""
    places, shift = [], 0
    for number in numbers:
        width = (MOST_CARDS * max(number(card) for card in _ALL)).bit_length()
        for card in _ALL:
            NUMBERS[bit_of(card)] += number(card) << shift
        places.append(BitField(np.array(shift), np.array((1 << width) - 1)))
        shift += width
    assert shift < NUMBERS.itemsize * 8
    return places


def _by_day(places: list[BitField]) -> BitField:
    places = [places[-1], *places]
    return BitField(np.array([place.shift for place in places]), np.array([place.mask for place in places]))


POINTS, ATTACKS, DEFENCES, CARDS_HELD, *_daily = _packed(
    lambda card: card.points,
    lambda card: card.attacks,
    lambda card: card.defences,
    lambda card: 1,
    *(lambda card, day=day: card.income[day - 1] for day in DAYS),
    *(lambda card, day=day: card.buys[day - 1] for day in DAYS),
)
INCOME, BUYS = _by_day(_daily[:3]), _by_day(_daily[3:])
