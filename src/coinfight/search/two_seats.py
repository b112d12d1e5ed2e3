"""Two seats with the standard coins: every position solved, its moves in four bytes of tables/two_seats.bin."""

import os.path
from functools import cache

from coinfight.rules.change import largest_sets
from coinfight.rules.state import DENOMINATIONS, Action, Counts, State, seat_to_move

TABLE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "tables", "two_seats.bin")
TOTALS: Counts = (8, 6, 4, 2)
_BITS, _ODD = (1 << 64) - 1, 0x9E3779B97F4A7C15
POSITIONS = 113_400
"""The product of (n+1)(n+2)/2 over the totals n: how many ways each denomination lies in two hands and the table."""
WON = 1 << 31
"""The bit of an entry that says that the mover wins. Each of the lowest MOST_LISTED bits stands for a move, by its
number in `moves`, and says that it may be played: it wins, or the position is lost and it is about as good as the best
move. The bits between have the number of the best move."""
MOST_LISTED = 25


def applies(state: State) -> bool:
    """Tell whether a state is one of two full sets of the standard coins."""
    return (
        state.denominations == DENOMINATIONS
        and len(state.hands) == 2
        and tuple(map(sum, zip(state.table, *state.hands, strict=True))) == TOTALS
    )


def index(mover: Counts, other: Counts) -> int:
    """Return the number of a position from the hands of the mover and of the other seat."""
    number = 0
    for mine, its, total in zip(mover, other, TOTALS, strict=True):
        number = number * ((total + 1) * (total + 2) // 2) + mine * (total + 1) - mine * (mine - 1) // 2 + its
    return number


def moves(state: State) -> list[Action]:
    """Return the moves by largest sets, sorted: no other set is ever needed."""
    hand = state.hands[seat_to_move(state)]
    return [
        Action(coin, change)
        for coin, count in zip(state.denominations, hand, strict=True)
        if count
        for change in largest_sets(state.denominations, state.table, coin)
    ]


@cache
def table() -> bytes:
    """Return the table, four bytes a position, little-endian; from an archive too, if this module comes from one."""
    content: bytes = __spec__.loader.get_data(TABLE)  # type: ignore[union-attr]
    return content


def _entry(mover: Counts, other: Counts) -> int:
    return int.from_bytes(table()[4 * (at := index(mover, other)) : 4 * at + 4], "little")


def choices(state: State) -> list[Action]:
    """Return the table's moves in a state to which it `applies`: those that win, or the best where none does."""
    seat = seat_to_move(state)
    entry = _entry(state.hands[seat], state.hands[1 - seat])
    return [action for number, action in enumerate(moves(state)) if entry >> number & 1]


def choose(state: State, seed: int) -> Action:
    """Return one of `choices`, by the seed and the position, as the core does."""
    found, seat = choices(state), seat_to_move(state)
    key = 0
    for hand in (state.hands[seat], state.hands[1 - seat]):
        if any(hand):
            key = _mix(key * _ODD + sum(count << 8 * i for i, count in enumerate(hand)))
    start = (seed + 1) * _ODD & _BITS | 1
    return found[(_mix(start + (key or 1)) >> 32) * len(found) >> 32]


def _mix(number: int) -> int:
    number &= _BITS
    for _ in range(2):
        number = (number ^ number >> 32) * 0xD6E8FEB86659FD93 & _BITS
    return number ^ number >> 32


def wins(state: State, action: Action) -> bool:
    """Tell whether the mover wins by an action (any, not only `moves`), if both play exactly from then on."""
    seat = seat_to_move(state)
    hand = [held - (face == action.coin) for face, held in zip(DENOMINATIONS, state.hands[seat], strict=True)]
    after = tuple(map(int.__add__, hand, action.change))
    return any(after) and not _entry(state.hands[1 - seat], after) & WON
