"""What the networks of `value` are shown of a position: numbers in [-1, 1] or so, most of them one-hot or thermometers.

Dimensions: B games, P seats, K kinds that the shop sells, F features. Arrays are [F, B]: a column a game.

The seats come in order, from seat 0; `rotated` makes another seat the first, which is how a network sees them all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.batch import ATTACKING, Games, Int64
from economancy.batch_cards import ATTACKS, DEFENCES, EARN_BY_COINS, INCOME, KIND_BITS, NUMBERS, POINTS, UNKNOWN_BIT
from economancy.batch_rules import attackers, defenders, is_seat
from economancy.cards import DAYS
from economancy.player_types import PlayerType

Features = NDArray[np.float32]

COINS = np.arange(25)[:, None]
COIN_LEADS = np.arange(-8, 9)[:, None]
POINT_LEADS = np.arange(-7, 8)[:, None]
MARGINS = np.arange(-4, 5)[:, None]
MOST_POINTS = np.arange(1, 12)[:, None]
COPIES = np.arange(1, 4)[:, None, None]
# How far the one-hot codes and thermometers reach: what lies beyond counts as the last (from the notes on strength).

_NIBBLE = 15
_PACKED = np.zeros(UNKNOWN_BIT + 1, np.int64)  # one of a kind, four bits a kind: a sum over the cards counts them all
_PACKED[KIND_BITS] = 1 << (4 * np.arange(len(KIND_BITS), dtype=np.int64))


@dataclass(frozen=True)
class Encoder:
    """Makes the features of games at a table of so many seats, with a shop that sells these kinds, at one phase."""

    seats: int
    kinds: tuple[int, ...]
    phase: int

    @cached_property
    def size(self) -> int:
        """How many features there are, F."""
        seat = 4 * len(self.kinds) + len(COINS) + 1 + len(MOST_POINTS) + 2 * len(DAYS) + 2
        rival = len(COIN_LEADS) + len(POINT_LEADS) + 2 * len(MARGINS)
        shared = len(DAYS) + 4 * len(self.kinds)
        if self.phase == ATTACKING:
            seat += 2 * len(self.kinds)
            shared += self.seats
        if self.seats > 2:  # with two it is all said already
            seat += len(PlayerType)
            shared += len(self.pairs) * (len(COIN_LEADS) + 2 * len(MARGINS))
        return self.seats * seat + (self.seats - 1) * rival + shared

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of rivals of the first seat."""
        return [*combinations(range(1, self.seats), 2)]

    def __call__(self, games: Games) -> Features:
        """Return the features [F, B] of games at this phase; where cards attack, none may be waiting for an answer."""
        return next(self.views(games, 1))

    def views(self, games: Games, number: int) -> Iterator[Features]:
        """Yield the features of the games as so many of the first seats see them: those of `rotated` games, but what
        is told of each seat is only computed once.
        """
        parts = _Parts(self, games)
        for first in range(number):
            features = np.empty((self.size, len(games)), np.float32)
            row = 0
            for block in parts.seen_from(first):
                features[row : row + len(block)] = block
                row += len(block)
            assert row == self.size
            yield features


class _Parts:
    """What the features of some games are put together from."""

    def __init__(self, encoder: Encoder, games: Games) -> None:
        self.seats, self.pairs = encoder.seats, encoder.pairs
        kinds = np.array(encoder.kinds)
        left = games.left.T[kinds]  # [K, B]
        self.shared = np.concatenate([games.day == np.array(DAYS)[:, None], *_thermometer(left), left / 4])
        fighting = encoder.phase == ATTACKING
        held = _counts(games.cards, kinds)
        fighters = (attackers(games.cards, games.uses), defenders(games.cards, games.uses)) if fighting else ()
        usable = [_counts(part, kinds) / 2 for part in fighters]
        self.seat = [
            np.concatenate(
                [
                    *_thermometer(held[:, seat]),
                    held[:, seat] / 4,
                    *(counts[:, seat] for counts in usable),
                    *_purse(games, seat),
                ],
                dtype=np.float32,
            )
            for seat in range(self.seats)
        ]
        self.coins, self.points = games.coins.T, POINTS.of(games.tally).T  # [P, B]
        self.attacks, self.defences = _fights(games, *fighters)
        self.attacker = is_seat(games.attacker, self.seats).T if fighting else None
        self.alive = games.alive.T
        self.types = games.types.T

    def seen_from(self, first: int) -> Iterator[NDArray[Any]]:
        """Yield the blocks of features, [?, B] each, with this seat as the first."""
        seats = [(first + place) % self.seats for place in range(self.seats)]
        yield self.shared
        yield from (self.seat[seat] for seat in seats)
        yield from (self.points[seat] >= MOST_POINTS for seat in seats)
        for rival in seats[1:]:
            yield _one_hot(self.coins[first] - self.coins[rival], COIN_LEADS)
            yield _one_hot(self.points[first] - self.points[rival], POINT_LEADS)
            yield from self._margins(first, rival)
        if self.attacker is not None:
            yield self.attacker[seats]
        if self.seats > 2:
            yield self.alive[seats]
            for player_type in [*PlayerType][1:]:
                yield np.equal(self.types[seats], player_type)
            for one, other in ((seats[one], seats[other]) for one, other in self.pairs):
                yield _one_hot(self.coins[one] - self.coins[other], COIN_LEADS)
                yield from self._margins(one, other)

    def _margins(self, one: int, other: int) -> Iterator[NDArray[np.bool_]]:
        """How many more attacks each has left today than the other has defences."""
        yield _one_hot(self.attacks[one] - self.defences[other], MARGINS)
        yield _one_hot(self.attacks[other] - self.defences[one], MARGINS)


def _counts(cards: NDArray[np.int16], kinds: NDArray[np.intp]) -> Int64:
    """Return how many cards of each kind a seat has, [K, P, B], of cards [B, P, S]."""
    packed = _PACKED[cards.T].sum(axis=0)
    shifts = 4 * kinds[:, None, None]
    counts: Int64 = packed >> shifts & _NIBBLE
    return counts


def _fights(
    games: Games, can_attack: NDArray[np.int16] | None = None, can_defend: NDArray[np.int16] | None = None
) -> tuple[Int64, Int64]:
    """Return how often each seat can still attack and defend today, [P, B] each, with these cards if cards attack."""
    if can_attack is None or can_defend is None:
        return ATTACKS.of(games.tally).T, DEFENCES.of(games.tally).T
    defences = DEFENCES.of(NUMBERS[can_defend.T]) - games.uses.T * (can_defend.T != 0)
    return ATTACKS.of(NUMBERS[can_attack.T]).sum(axis=0), defences.sum(axis=0)


def _purse(games: Games, seat: int) -> Iterator[NDArray[Any]]:
    """Coins, buys, and what a card that earns by the coins held finds to its left on each day."""
    coins = games.coins.T[seat]
    yield _one_hot(coins, COINS)
    yield np.log2(1 + coins)[None] / 8
    yield games.buys.T[seat] >= np.array([1, 2])[:, None]
    cards = games.cards.T[:, seat]  # [S, B]
    earners = (cards & EARN_BY_COINS) != 0
    has = earners.any(axis=0)
    yield has[None] & np.ones((len(DAYS), 1), bool)
    if not has.any():
        yield np.zeros((len(DAYS), len(games)))
        return
    left_of_it = np.where(np.logical_or.accumulate(earners, axis=0), 0, NUMBERS[cards]).sum(axis=0)  # [B]
    yield np.array([INCOME.on(np.array(day)).of(left_of_it) for day in DAYS]) * has / 4


def rotated(games: Games, seat: int) -> Games:
    """Return the games with this seat as the first, those after it next, and the first ones last."""
    if seat == 0:
        return games

    def turned(array: NDArray[Any]) -> NDArray[Any]:
        return np.roll(array.T, -seat, axis=-2).T

    def moved(seats: NDArray[np.int8]) -> NDArray[np.int8]:
        return np.where(seats < 0, seats, (seats - seat) % games.seats).astype(np.int8)

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


def _thermometer(counts: Int64) -> Iterator[NDArray[np.bool_]]:
    """Return [K, B] three times: at least one, two, three of counts [K, B]."""
    yield from counts >= COPIES


def _one_hot(numbers: Int64, places: Int64) -> NDArray[np.bool_]:
    hot: NDArray[np.bool_] = np.clip(numbers, places[0], places[-1]) == places
    return hot
