"""A batch of games as arrays: the fields of `rules.state`, batch first. `arrays.rules` plays them as `rules` does.

Dimensions: B games, P seats, S slots for cards (in the order acquired, filled from the left), K kinds that shops sell.

Shapes are batch first, but memory is batch last (Fortran order), so that numpy reduces over slots and seats with whole
vectors of games: about 20 times as fast (measured). Every function that makes arrays for a batch keeps this order.

Coins are exact up to COIN_CAP. Above it only auctions depend on the exact number (the dearest card costs 5), and there
only on the order of the seats and the ratio of their coins. So if a seat holds more, the coins of all seats above
COIN_FLOOR are divided by the same number: the order never reverses, the ratio of large hoards stays, and coins up to
COIN_FLOOR do not change. Saving with two Stocks reaches COIN_CAP after about 60 days; one Stock never does in 100 days.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import KINDS, MOST_CARDS, NUMBERS, bit_of, card_of
from economancy.rules.cards import SHOP_CARDS
from economancy.rules.state import Attacking, Buying, End, Investing, OwnedCard, Phase, PlayerState, State, Stock

Bools = NDArray[np.bool_]
Int8 = NDArray[np.int8]
Int16 = NDArray[np.int16]
Int64 = NDArray[np.int64]
Indices = NDArray[np.intp]

INVESTING, ATTACKING, BUYING, END = range(4)
NOBODY = -1
NOT_SOLD = -1

COIN_CAP = 1 << 50
"""The most coins that are counted exactly: with it the income of 40 Stocks still fits in 63 bits (derived)."""

COIN_FLOOR = 1 << 20
"""Coins up to this number are never cut: 100 days of purchases cost less than 2,500 (derived)."""

_MOST = 127  # the largest int8

SPARE_SLOTS = 4
"""How many slots to add beyond the need when slots run out (measured: 2 to 8 are equally good)."""


@dataclass(frozen=True, eq=False)
class Games:
    """Games at any phase; the arrays are never changed in place. An eliminated seat holds no card."""

    day: Int8  # [B] 1 to 3
    phase: Int8  # [B] INVESTING, ATTACKING, BUYING or END
    attacker: Int8  # [B] the seat while ATTACKING, else NOBODY
    attacker_card: Int8  # [B] the slot of the card that the defenders answer; 0: none is named
    winner: Int8  # [B] the seat at the END; NOBODY: a draw, or the game goes on
    left: Int8  # [B, K] copies in the shop; NOT_SOLD: the shop has no such pile
    coins: Int64  # [B, P]
    buys: Int8  # [B, P]
    cards: Int16  # [B, P, S] the bit of the card; 0: the slot is empty, as the last always is
    uses: Int8  # [B, P, S] how often the card attacked or defended today
    tally: Int64  # [B, P] the sum of the cards' NUMBERS (see `cards`)
    types: Int8  # [B, P] the player types that a search at three or four seats assumes: see `rivals.types`

    def __len__(self) -> int:
        return len(self.day)

    def changed(self, **arrays: NDArray[Any]) -> "Games":
        """Return the games with these arrays replaced: as `dataclasses.replace`, unchecked, in a tenth of the time."""
        games = object.__new__(Games)
        games.__dict__.update(self.__dict__, **arrays)
        return games

    @property
    def seats(self) -> int:
        return self.coins.shape[1]

    @property
    def alive(self) -> Bools:
        """Which seats are still in the game, [B, P]."""
        alive: Bools = self.cards[:, :, 0] != 0
        return alive


def batch_of(states: Sequence[State]) -> Games:
    """Return these states, all with the same number of seats, as games.

    Cards that the table lacks become one inert kind. Piles without a price are left out: nobody can buy them. Copies,
    buys and uses are capped at 127. Raises ValueError for an empty sequence, different numbers of seats, more than
    MOST_CARDS cards of one seat, and a state with a fault.
    """
    seats = {len(state.players) for state in states}
    if len(seats) != 1:
        raise ValueError(f"expected states of one number of seats, got {sorted(seats)}")
    slots = max(len(player.cards) for state in states for player in state.players)
    if slots > MOST_CARDS:
        raise ValueError(f"expected at most {MOST_CARDS} cards of one seat, got {slots}")
    games = _empty(len(states), seats.pop(), min(slots + SPARE_SLOTS, MOST_CARDS + 1))
    for row, state in enumerate(states):
        _fill(games, row, state)
    return games


def _empty(batch: int, seats: int, slots: int) -> Games:
    def full(value: int, dtype: type, *shape: int) -> NDArray[Any]:
        return np.full((*reversed(shape), batch), value, dtype).T

    return Games(
        day=full(0, np.int8),
        phase=full(END, np.int8),
        attacker=full(NOBODY, np.int8),
        attacker_card=full(0, np.int8),
        winner=full(NOBODY, np.int8),
        left=full(NOT_SOLD, np.int8, KINDS),
        coins=full(0, np.int64, seats),
        buys=full(0, np.int8, seats),
        cards=full(0, np.int16, seats, slots),
        uses=full(0, np.int8, seats, slots),
        tally=full(0, np.int64, seats),
        types=full(0, np.int8, seats),
    )


def _fill(games: Games, row: int, state: State) -> None:
    games.day[row] = state.day
    match state.phase:
        case Investing():
            games.phase[row] = INVESTING
        case Attacking(attacker, card):
            games.phase[row], games.attacker[row], games.attacker_card[row] = ATTACKING, attacker, card or 0
        case Buying():
            games.phase[row] = BUYING
        case End(winner):
            games.winner[row] = NOBODY if winner is None else winner
        case fault:
            raise ValueError(f"expected a game without a fault, got {fault}")
    for stock in state.shop:
        if stock.card.cost is not None:
            games.left[row, bit_of(stock.card).bit_length() - 1] = min(stock.left, _MOST)
    for seat, (player, coins) in enumerate(zip(state.players, cut([p.coins for p in state.players]), strict=True)):
        games.coins[row, seat], games.buys[row, seat] = coins, min(player.buys, _MOST)
        games.tally[row, seat] = sum(NUMBERS[bit_of(owned.card)] for owned in player.cards)
        for slot, owned in enumerate(player.cards):
            games.cards[row, seat, slot], games.uses[row, seat, slot] = bit_of(owned.card), min(owned.uses, _MOST)


def cut(coins: Sequence[int]) -> Sequence[int]:
    """Return the coins of one game's seats, of any size, scaled as a batch holds them: unchanged up to COIN_CAP."""
    divisor = -(-max(coins) // COIN_CAP)
    return (
        coins if divisor <= 1 else [c if c <= COIN_FLOOR else COIN_FLOOR + (c - COIN_FLOOR) // divisor for c in coins]
    )


def state_of(games: Games, row: int) -> State:
    """Return one of the games as a state."""
    players = tuple(
        PlayerState(
            int(games.coins[row, seat]),
            int(games.buys[row, seat]),
            tuple(
                OwnedCard(card_of(int(bit)), int(uses))
                for bit, uses in zip(games.cards[row, seat], games.uses[row, seat], strict=True)
                if bit
            ),
        )
        for seat in range(games.seats)
    )
    piles = zip(SHOP_CARDS, games.left[row], strict=True)
    shop = sorted((Stock(card, int(left)) for card, left in piles if left != NOT_SOLD), key=lambda s: s.card.name)
    return State(int(games.day[row]), _phase_of(games, row), tuple(shop), players)


def _phase_of(games: Games, row: int) -> Phase:
    match int(games.phase[row]):
        case 0:
            return Investing()
        case 1:
            return Attacking(int(games.attacker[row]), int(games.attacker_card[row]) or None)
        case 2:
            return Buying()
        case _:
            winner = int(games.winner[row])
            return End(None if winner == NOBODY else winner)


def take(games: Games, index: Indices) -> Games:
    """Return the games of these rows, in this order; rows may repeat."""
    return Games(*(np.take(array.T, index, axis=-1).T for array in _arrays(games)))


def put(games: Games, index: Indices, part: Games) -> Games:
    """Return the games with these rows, all different, replaced by the games of `part`."""
    games, part = _same_slots([games, part])
    arrays = []
    for array, new in zip(_arrays(games), _arrays(part), strict=True):
        copy = array.copy(order="K")
        copy.T[..., index] = new.T
        arrays.append(copy)
    return Games(*arrays)


def concat(parts: Sequence[Games]) -> Games:
    """Return the games of all parts, one part after the other; all have the same number of seats."""
    columns = zip(*(_arrays(part) for part in _same_slots(parts)), strict=True)
    return Games(*(np.concatenate([array.T for array in column], axis=-1).T for column in columns))


def where(chosen: Bools, games: Games, other: Games) -> Games:
    """Return in each row the game of `games` if `chosen` [B], else that of `other`."""
    games, other = _same_slots([games, other])
    pairs = zip(_arrays(games), _arrays(other), strict=True)
    return Games(*(np.where(chosen, one.T, two.T).T for one, two in pairs))


def with_slots(games: Games, slots: int) -> Games:
    """Return the games with at least `slots` slots for cards, but at most MOST_CARDS + 1 (the last is always empty)."""
    slots = min(slots, MOST_CARDS + 1)
    if slots <= games.cards.shape[2]:
        return games
    shape = (slots, *games.cards.T.shape[1:])
    cards, uses = np.zeros(shape, np.int16), np.zeros(shape, np.int8)
    cards[: len(games.cards.T)], uses[: len(games.uses.T)] = games.cards.T, games.uses.T
    return games.changed(cards=cards.T, uses=uses.T)


def distinct(games: Games, *also: NDArray[np.integer[Any]]) -> tuple[Indices, Indices]:
    """Return the first row of each distinct game, in order, and for each row the index of its game among them.

    As `numpy.unique` with `return_index` and `return_inverse`. Rows that differ in an array of `also`, [B] each, are
    distinct too.
    """
    columns = [array.reshape(len(games), -1) for array in (*_arrays(games), *also)]
    table = np.ascontiguousarray(np.concatenate(columns, axis=1, dtype=np.int64))
    keys = table.view(np.dtype((np.void, table.dtype.itemsize * table.shape[1])))[:, 0]
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[places]


def lookup(table: NDArray[Any], index: NDArray[Any]) -> NDArray[Any]:
    """Return the table's entries at these indices, in a batch's memory order."""
    return table.take(index.T).T


def _same_slots(parts: Sequence[Games]) -> list[Games]:
    slots = max(part.cards.shape[2] for part in parts)
    return [with_slots(part, slots) for part in parts]


def _arrays(games: Games) -> list[NDArray[Any]]:
    return [*vars(games).values()]  # in the order of the fields: `changed` keeps it
