"""Input features of the value networks: numbers in about [-1, 1], most of them one-hot or thermometer codes.

Dimensions: B games, P seats, K kinds that the shop sells, F features. Arrays are [F, B]: a column a game.

The seats come in order, from seat 0. To see a position from another seat, `rotated` makes that seat the first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import ATTACKS, DEFENCES, EARN_BY_COINS, INCOME, KIND_BITS, NUMBERS, POINTS, UNKNOWN_BIT
from economancy.arrays.games import ATTACKING, Games, Indices, Int8, Int64
from economancy.arrays.rules import attackers, defenders, is_seat
from economancy.rivals.types import PlayerType
from economancy.rules.cards import DAYS

Features = NDArray[np.float32]

DAY_PLACES = np.array(DAYS)[:, None]
COINS = np.arange(25, dtype=np.int8)[:, None]
BUYS = np.array([1, 2])[:, None]
COIN_LEADS = np.arange(-8, 9, dtype=np.int8)[:, None]
POINT_LEADS = np.arange(-7, 8, dtype=np.int8)[:, None]
MARGINS = np.arange(-4, 5, dtype=np.int8)[:, None]
MOST_POINTS = np.arange(1, 12)[:, None]
COPIES = np.arange(1, 4)[:, None, None]
# The ranges of the one-hot and thermometer codes: larger numbers count as the last place (from earlier experiments).

_NIBBLE = 15
_PACKED = np.zeros(UNKNOWN_BIT + 1, np.int64)  # a 1 in the four bits of each kind: the sum over cards counts every kind
_PACKED[KIND_BITS] = 1 << (4 * np.arange(len(KIND_BITS), dtype=np.int64))


@dataclass(frozen=True)
class Encoder:
    """Computes the features of games at one phase, for a fixed number of seats and a shop of fixed kinds."""

    seats: int
    kinds: tuple[int, ...]
    phase: int

    @cached_property
    def size(self) -> int:
        """The number of features, F."""
        seat = 4 * len(self.kinds) + len(COINS) + 1 + len(MOST_POINTS) + 2 * len(DAYS) + 2
        rival = len(COIN_LEADS) + len(POINT_LEADS) + 2 * len(MARGINS)
        shared = len(DAYS) + 4 * len(self.kinds)
        if self.phase == ATTACKING:
            seat += 2 * len(self.kinds)
            shared += self.seats
        shared += comb(self.seats - 1, 2) * (len(COIN_LEADS) + 2 * len(MARGINS))
        if self.seats > 2:
            seat += len(PlayerType)
        return self.seats * seat + (self.seats - 1) * rival + shared

    def __call__(self, games: Games) -> Features:
        """Return the features [F, B] of games at this phase; in the attack phase no named card may await an answer."""
        return next(self.views(games, 1))

    def views(self, games: Games, number: int) -> Iterator[Features]:
        """Yield the features of the games from the view of each of the first `number` seats: the same as the features
        of `rotated` games, but the shared work is done once.
        """
        told = _told(self, games)
        rows = np.concatenate([block.reshape(-1, len(games)) for block in told], dtype=np.float32)
        shapes = tuple(block.shape[:-1] for block in told)
        for first in range(number):
            yield rows.take(_order(shapes, first), axis=0)


class _Told(NamedTuple):
    """The feature blocks [..., B] of all seats, from which each view selects and orders its own. The same structure
    also holds the blocks' row numbers [...].
    """

    shared: NDArray[Any]  # [?, B]
    seat: NDArray[Any]  # [P, ?, B]
    points: NDArray[Any]  # [P, ?, B]
    lead: NDArray[Any]  # [P, P, ?, B] lead in coins of one seat over another
    ahead: NDArray[Any]  # [P, P, ?, B] lead in points
    margin: NDArray[Any]  # [P, P, ?, B] attacks left today of one seat minus defences left of another
    fighter: NDArray[Any]  # [P, 1, B] whether the seat attacks; [P, 0, B] outside the attack phase
    person: NDArray[Any]  # [1 + T, P, B] in the game, and one-hot type but the first; [0, P, B] with two seats


def _told(encoder: Encoder, games: Games) -> _Told:
    kinds, seats = np.array(encoder.kinds), encoder.seats
    left, held = games.left.T[kinds], _counts(games.cards, kinds)  # [K, B], [P, K, B]
    fighting = encoder.phase == ATTACKING
    fighters = (attackers(games.cards, games.uses), defenders(games.cards, games.uses)) if fighting else ()
    usable = [_counts(part, kinds) / 2 for part in fighters]
    coins, points = games.coins.T, POINTS.of(games.tally).T  # [P, B]
    attacks, defences = _fights(games, *fighters)
    person = [games.alive.T[None], np.array([*PlayerType][1:])[:, None, None] == games.types.T]
    return _Told(
        np.concatenate([games.day == DAY_PLACES, _thermometer(left), left / 4]),
        np.concatenate([_thermometer(held), held / 4, *usable, *_purse(games)], axis=1),
        points[:, None] >= MOST_POINTS,
        _one_hot(coins[:, None] - coins, COIN_LEADS),
        _one_hot(points[:, None] - points, POINT_LEADS),
        _one_hot(attacks[:, None] - defences, MARGINS),
        is_seat(games.attacker, seats).T[:, None][:, :fighting],
        np.concatenate(person)[: None if seats > 2 else 0],  # with two seats it adds nothing
    )


@lru_cache
def _order(shapes: tuple[tuple[int, ...], ...], first: int) -> Indices:
    """Return the row numbers [F], in order, of the view with seat `first` as the first, for blocks of these shapes."""
    ends = accumulate(map(prod, shapes))
    told = _Told(*(np.arange(end - prod(shape), end).reshape(shape) for end, shape in zip(ends, shapes, strict=True)))
    number = len(told.seat)
    seats = [(first + place) % number for place in range(number)]
    parts = [told.shared, told.seat[seats], told.points[seats]]
    for rival in seats[1:]:
        parts += [told.lead[first, rival], told.ahead[first, rival]]
        parts += [told.margin[first, rival], told.margin[rival, first]]
    parts += [told.fighter[seats], told.person[:, seats]]
    for one, other in combinations(seats[1:], 2):
        parts += [told.lead[one, other], told.margin[one, other], told.margin[other, one]]
    return np.concatenate([part.ravel() for part in parts])


def _counts(cards: NDArray[np.int16], kinds: NDArray[np.intp]) -> Int8:
    """Return how many cards of each kind a seat has, [P, K, B], of cards [B, P, S]."""
    packed = _PACKED[cards.T].sum(axis=0)
    counts: Int8 = (packed[:, None] >> 4 * kinds[:, None] & _NIBBLE).astype(np.int8)
    return counts


def _fights(
    games: Games, can_attack: NDArray[np.int16] | None = None, can_defend: NDArray[np.int16] | None = None
) -> tuple[Int64, Int64]:
    """Return the attacks and the defences that each seat has left today, [P, B] each; in the attack phase those of the
    given cards.
    """
    if can_attack is None or can_defend is None:
        return ATTACKS.of(games.tally).T, DEFENCES.of(games.tally).T
    defences = DEFENCES.of(NUMBERS[can_defend.T]) - games.uses.T * (can_defend.T != 0)
    return ATTACKS.of(NUMBERS[can_attack.T]).sum(axis=0), defences.sum(axis=0)


def _purse(games: Games) -> Iterator[NDArray[Any]]:
    """Yield coins, buys, and for each day the income of the cards to the left of the first card that earns by the
    coins held, [P, ?, B] each.
    """
    coins, cards = games.coins.T, games.cards.T  # [P, B], [S, P, B]
    yield _one_hot(coins, COINS)
    yield np.log2(1 + coins)[:, None] / 8
    yield games.buys.T[:, None] >= BUYS
    earners = (cards & EARN_BY_COINS) != 0
    has = earners.any(axis=0)[:, None]  # [P, 1, B]
    yield has & np.ones((len(DAYS), 1), bool)
    if not has.any():
        yield np.zeros((len(coins), len(DAYS), len(games)))
        return
    left_of_it = np.where(np.logical_or.accumulate(earners, axis=0), 0, NUMBERS[cards]).sum(axis=0)  # [P, B]
    yield INCOME.on(np.array(DAYS)).of(left_of_it[:, None]) * has / 4


def rotated(games: Games, seat: int) -> Games:
    """Return the games with the seats rotated so that `seat` becomes seat 0."""
    return reordered(games, np.roll(np.arange(games.seats), -seat)) if seat else games


def reordered(games: Games, order: Indices) -> Games:
    """Return the games with the seats in another order, [P]: `order[0]` becomes seat 0."""
    places = np.argsort(order).astype(np.int8)

    def turned(array: NDArray[Any]) -> NDArray[Any]:
        return array.T.take(order, axis=-2).T

    def moved(seats: NDArray[np.int8]) -> NDArray[np.int8]:
        return np.where(seats < 0, seats, places[seats])

    return games.changed(
        attacker=moved(games.attacker),
        winner=moved(games.winner),
        coins=turned(games.coins),
        buys=turned(games.buys),
        cards=turned(games.cards),
        uses=turned(games.uses),
        tally=turned(games.tally),
        types=turned(games.types),
    )


def _thermometer(counts: Int8) -> NDArray[np.bool_]:
    """Return whether counts [..., K, B] are at least one, two and three, as [..., 3 K, B]."""
    least: NDArray[np.bool_] = counts[..., None, :, :] >= COPIES
    return least.reshape(*counts.shape[:-2], -1, counts.shape[-1])


def _one_hot(numbers: Int64, places: Int8) -> NDArray[np.bool_]:
    """Return the one-hot code of numbers [..., B] over `places` [N, 1], as [..., N, B]."""
    hot: NDArray[np.bool_] = np.clip(numbers, places[0], places[-1]).astype(np.int8)[..., None, :] == places
    return hot
