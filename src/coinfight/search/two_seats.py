"""Two seats with the standard coins: every position solved, its move in a byte of tables/two_seats.bin."""

import os.path
from functools import cache

from coinfight.rules.change import largest_sets
from coinfight.rules.state import DENOMINATIONS, Action, Counts, State, seat_to_move

TABLE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "tables", "two_seats.bin")
TOTALS: Counts = (8, 6, 4, 2)
POSITIONS = 113_400
"""The product of (n+1)(n+2)/2 over the totals n: how many ways each denomination lies in two hands and the table."""
WON = 128
"""The bit of a byte that says that the mover wins; the others are the number of a move in `moves`."""


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
    """Return the table, a byte a position; from an archive too, if this module comes from one."""
    content: bytes = __spec__.loader.get_data(TABLE)  # type: ignore[union-attr]
    return content


def _entry(mover: Counts, other: Counts) -> int:
    return table()[index(mover, other)]


def choose(state: State) -> Action:
    """Return the table's move in a state to which it `applies`: one that wins if there is one."""
    seat = seat_to_move(state)
    return moves(state)[_entry(state.hands[seat], state.hands[1 - seat]) & ~WON]


def wins(state: State, action: Action) -> bool:
    """Tell whether the mover wins by an action (any, not only `moves`), if both play exactly from then on."""
    seat = seat_to_move(state)
    hand = [held - (face == action.coin) for face, held in zip(DENOMINATIONS, state.hands[seat], strict=True)]
    after = tuple(map(int.__add__, hand, action.change))
    return any(after) and not _entry(state.hands[1 - seat], after) & WON
