"""Sets of change that may be taken for a coin: all of them, the largest, and the two greedy ones."""

from collections.abc import Iterator

from coinfight.rules.state import Counts


def value(denominations: Counts, counts: Counts) -> int:
    """Return what the coins are worth together."""
    return sum(map(int.__mul__, denominations, counts))


def change_sets(denominations: Counts, table: Counts, coin: int) -> Iterator[Counts]:
    """Yield every set of coins of the table worth less than the coin, sorted: the empty one first."""
    return _sets(denominations, table, coin - 1)


def _sets(denominations: Counts, table: Counts, most: int) -> Iterator[Counts]:
    if not table:
        yield ()
        return
    for count in range(min(table[0], most // denominations[0]) + 1):
        for rest in _sets(denominations[1:], table[1:], most - count * denominations[0]):
            yield (count, *rest)


def largest_sets(denominations: Counts, table: Counts, coin: int) -> list[Counts]:
    """Return the sets into which no further coin of the table fits, in the order of `change_sets`.

    A position's value never needs another set (measured: two seats solved with all sets give the same plies).
    """
    return sorted(
        chosen
        for chosen, room in _filled(denominations, table, coin - 1)
        if all(taken == there or face > room for taken, there, face in zip(chosen, table, denominations, strict=True))
    )


def _filled(denominations: Counts, table: Counts, room: int) -> Iterator[tuple[Counts, int]]:
    """Yield sets with the room that they leave; of the lowest denomination always as many as fit."""
    fitting = min(table[-1], room // denominations[-1])
    if len(table) == 1:
        yield (fitting,), room - fitting * denominations[-1]
        return
    for count in range(fitting + 1):
        for lower, left in _filled(denominations[:-1], table[:-1], room - count * denominations[-1]):
            yield (*lower, count), left


def greedy_change(denominations: Counts, table: Counts, coin: int, *, lowest_first: bool = False) -> Counts:
    """Return the change taken denomination by denomination, as many of each as fit, from the highest or the lowest.

    Only denominations below the coin are looked at. From the lowest this gives the most coins; from the highest
    the most value where each denomination divides the next.
    """
    taken = [0] * len(table)
    room = coin - 1
    order = range(len(table)) if lowest_first else range(len(table) - 1, -1, -1)
    for index in order:
        taken[index] = min(table[index], room // denominations[index])
        room -= taken[index] * denominations[index]
    return tuple(taken)
