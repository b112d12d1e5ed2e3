"""Many games as arrays: the fields of `rules.state`, batch first; `arrays.rules` plays them, `rules` is their model.

Dimensions: B games, P seats, S slots for cards (in the order acquired, filled from the left), K kinds that shops sell.

Shapes are batch first, but memory is batch last (Fortran order): so numpy reduces over slots and seats with whole
vectors of games, which was measured to be about 20 times as fast. Whatever makes arrays for a batch keeps that order.

Coins are exact up to COIN_CAP. Beyond it no purchase can tell the difference (the dearest card costs 5), only the
auction: there the order of the seats matters, and how often one can outbid another, which is their ratio. So in a
game in which a seat holds more, what any seat holds above COIN_FLOOR is divided by the same number: no order is
reversed, the ratio of hoards far above COIN_FLOOR stays, and coins up to COIN_FLOOR are not touched. Saving with two
Stocks gets there after some 60 days, with one Stock never in a game of 100.
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
"""The most coins that are counted exactly: from there the income of 40 Stocks still fits in 63 bits (derived)."""

COIN_FLOOR = 1 << 20
"""So many coins are never cut: 100 days of purchases cost less than 2,500 (derived)."""

_MOST = 127  # that an int8 holds

SPARE_SLOTS = 4
"""How many slots more than needed are made when they run out (measured: 2 to 8 are as good)."""


@dataclass(frozen=True, eq=False)
class Games:
    """Games at any phase; nobody writes into the arrays. A seat that is out holds no card."""

    day: Int8  # [B] 1 to 3
    phase: Int8  # [B] INVESTING, ATTACKING, BUYING or END
    attacker: Int8  # [B] the seat while ATTACKING, else NOBODY
    attacker_card: Int8  # [B] the slot of the card that the defenders answer; 0: none is named
    winner: Int8  # [B] the seat at the END; NOBODY: a draw, or the game goes on
    left: Int8  # [B, K] copies in the shop; NOT_SOLD: not even sold out
    coins: Int64  # [B, P]
    buys: Int8  # [B, P]
    cards: Int16  # [B, P, S] the bit of the card; 0: the slot is empty, as the last always is
    uses: Int8  # [B, P, S] how often the card attacked or defended today
    tally: Int64  # [B, P] what the cards amount to: the sum of their NUMBERS
    types: Int8  # [B, P] who plays there, for those that look ahead at three and four seats: see `rivals.types`

    def __len__(self) -> int:
        return len(self.day)

    def changed(self, **arrays: NDArray[Any]) -> "Games":
        """Return the games with these arrays instead of their own: `replace` in a tenth of the time, unchecked."""
        games = object.__new__(Games)
        games.__dict__.update(self.__dict__, **arrays)
        return games

    @property
    def seats(self) -> int:
        return self.coins.shape[1]

    @property
    def alive(self) -> Bools:
        """Which seats are in the game, [B, P]."""
        alive: Bools = self.cards[:, :, 0] != 0
        return alive


def batch_of(states: Sequence[State]) -> Games:
    """Return these states, of one number of seats, as games.

    Cards that the table lacks become one inert kind, piles without a price, which nobody can buy, are left out, and
    more copies, buys or uses than 127 count as so many. Raises ValueError for an empty sequence, different numbers of
    seats, more than MOST_CARDS cards of one seat, and a fault.
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
    """Return a game's coins, of any size, as a batch holds them: the same up to COIN_CAP."""
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
    """Return the games of these rows, in this order; a row may come more than once."""
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
    """Return the games of all the parts, of one number of seats, one after the other."""
    columns = zip(*(_arrays(part) for part in _same_slots(parts)), strict=True)
    return Games(*(np.concatenate([array.T for array in column], axis=-1).T for column in columns))


def where(chosen: Bools, games: Games, other: Games) -> Games:
    """Return row by row the one game or the other; chosen is [B]."""
    games, other = _same_slots([games, other])
    pairs = zip(_arrays(games), _arrays(other), strict=True)
    return Games(*(np.where(chosen, one.T, two.T).T for one, two in pairs))


def with_slots(games: Games, slots: int) -> Games:
    """Return the games with at least so many slots for cards, but no more than MOST_CARDS and an empty one."""
    slots = min(slots, MOST_CARDS + 1)
    if slots <= games.cards.shape[2]:
        return games
    shape = (slots, *games.cards.T.shape[1:])
    cards, uses = np.zeros(shape, np.int16), np.zeros(shape, np.int8)
    cards[: len(games.cards.T)], uses[: len(games.uses.T)] = games.cards.T, games.uses.T
    return games.changed(cards=cards.T, uses=uses.T)


def distinct(games: Games, *also: NDArray[np.integer[Any]]) -> tuple[Indices, Indices]:
    """Return a row of each different game, the first of its kind, in order, and of each game its kind's place there.

    Rows whose values in `also`, [B] each, differ count as different.
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
