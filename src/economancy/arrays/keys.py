"""Keys of positions at two seats: one integer for each, to find it in a table.

Zobrist keys (Zobrist 1970, "A new hashing method with application for game playing"), with sums instead of xor because
cards of one kind repeat. Positions that differ only by the names of the seats, or by the order of cards where it does
not matter, have the same key. Two others have the same one with a probability of about 2^-64.

Dimensions: B games, P seats (two).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import EARN_BY_COINS, KINDS, NUMBERS, UNKNOWN_BIT
from economancy.arrays.games import Bools, Games, Int64


def _scrambled(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers scrambled, one to one (the last steps of SplitMix64: Steele, Lea and Flood 2014)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


_BITS = KINDS + 2  # the kinds, the Stipend and unknown cards
_RANDOM = _scrambled(np.arange(1, 2 * _BITS + KINDS + 9, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
_OF_CARDS, _OF_USES, _OF_PILES, _OTHER = np.split(_RANDOM, np.cumsum([_BITS, _BITS, KINDS]))
_COINS, _BUYS, _EARNS, _FIGHTS, _DAY, _PHASE, _FIRST, _SECOND = _OTHER


def _by_bit(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers [_BITS] as a lookup table by the bit of a card; 0 for an empty slot."""
    table = np.zeros(UNKNOWN_BIT + 1, np.uint64)
    table[1 << np.arange(_BITS)] = numbers
    return table


_CARD, _USES = _by_bit(_OF_CARDS), _by_bit(_OF_USES)


def keys(games: Games) -> tuple[Int64, Bools]:
    """Return the key of each game [B], and whether it names the seats the other way round [B].

    An outcome that is stored under the key belongs to the first seat if false, to the second seat if true.
    """
    cards = games.cards.T  # [S, P, B]
    seats = (_CARD[cards] + _USES[cards] * _unsigned(games.uses)).sum(axis=0)
    seats += _unsigned(games.coins) * _COINS + _unsigned(games.buys) * _BUYS
    seats += (games.attacker == np.arange(games.seats)[:, None]) * _FIGHTS
    earners = (cards & EARN_BY_COINS) != 0
    if earners.any():  # their income depends on the cards before them
        before = np.where(np.logical_or.accumulate(earners, axis=0), 0, NUMBERS[cards]).sum(axis=0)
        seats += earners.any(axis=0) * before.astype(np.uint64) * _EARNS
    first, second = _scrambled(seats)
    shared = (_unsigned(games.left) * _OF_PILES[:, None]).sum(axis=0)
    shared += _unsigned(games.day) * _DAY + _unsigned(games.phase) * _PHASE
    shared += np.minimum(first, second) * _FIRST + np.maximum(first, second) * _SECOND
    return shared.view(np.int64), first > second


def _unsigned(array: NDArray[Any]) -> NDArray[np.uint64]:
    """Return an array, batch last; numbers below 0 wrap around."""
    return array.T.astype(np.int64).view(np.uint64)
