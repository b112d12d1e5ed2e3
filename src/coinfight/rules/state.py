"""What a game is made of: counts of coins on the table and in the hands, and a turn number."""

from typing import NamedTuple

Counts = tuple[int, ...]
"""How many coins of each denomination, in the order of `State.denominations`."""

DENOMINATIONS: Counts = (1, 5, 10, 25)
STARTING_HAND: Counts = (4, 3, 2, 1)


class State(NamedTuple):
    """A state of the game. `denominations` rise; `turn` counts slots: an eliminated seat keeps its slot."""

    denominations: Counts
    table: Counts
    hands: tuple[Counts, ...]
    turn: int


class Action(NamedTuple):
    """Pay one coin of the denomination `coin`, then take `change` from the table."""

    coin: int
    change: Counts


def seat_to_move(state: State) -> int:
    """Return the seat whose slot it is. After the end of a game it means nothing."""
    return state.turn % len(state.hands)


def alive(state: State) -> list[int]:
    """Return the seats that hold coins, in seat order."""
    return [seat for seat, hand in enumerate(state.hands) if any(hand)]
