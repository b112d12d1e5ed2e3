"""The games of a tournament: which players meet at which tables, in which seats, each with a number and a seed.

Games come in blocks: a block is one seating in every rotation, so that no player profits from its seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, count, permutations


@dataclass(frozen=True, slots=True)
class Slot:
    """A game to be played: its number, table, block and rotation, all from 0, and the players by seat."""

    number: int
    table: int
    block: int
    rotation: int
    seats: tuple[int, ...]


def make_tables(players: int, seats: int, *, copies: bool = False, gauntlet: bool = False) -> list[tuple[int, ...]]:
    """Return every combination of players 0 to `players` - 1 that fills this many seats, in lexicographic order.

    With `copies` a player may hold several seats; with `gauntlet` player 0 holds one seat at every table, and
    only the others fill the rest.
    """
    choose = combinations_with_replacement if copies else combinations
    if gauntlet:
        return [(0, *others) for others in choose(range(1, players), seats - 1)]
    return list(choose(range(players), seats))


def blocks_for(games: int, seats: int, variants: int = 1) -> int:
    """Return how many blocks make up at least so many games, a multiple of `variants` and at least one of each."""
    return variants * max(1, -(-games // (seats * variants)))


def rotations(seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Return a seating in every rotation: as many as there are seats."""
    return [(*seats[shift:], *seats[:shift]) for shift in range(len(seats))]


def schedule(tables: Sequence[tuple[int, ...]], blocks: int | None = None, variants: int = 1) -> Iterator[Slot]:
    """Yield the games of so many blocks of every table, or without end; block by block, so that all tables advance.

    Blocks take turns at `variants` (two shops, say): block b is of variant b % variants. Within a variant they
    go through the orders around the table that rotation does not reach: from three seats on there are several.
    """
    games = count() if blocks is None else range(blocks * len(tables) * len(tables[0]))
    return (slot_of(tables, number, variants) for number in games)


def slot_of(tables: Sequence[tuple[int, ...]], number: int, variants: int = 1) -> Slot:
    """Return the game of a number, from 0, in that schedule."""
    rest, rotation = divmod(number, len(tables[0]))
    block, table = divmod(rest, len(tables))
    orders = _orders(tables[table])
    return Slot(number, table, block, rotation, rotations(orders[block // variants % len(orders)])[rotation])


@cache
def _orders(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the orders around a table that rotation does not reach."""
    return [(table[0], *rest) for rest in dict.fromkeys(permutations(table[1:]))]
