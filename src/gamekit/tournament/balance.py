"""So many tables that every player sits at equally many, and every two meet equally often, as nearly as that goes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

_STEPS, _MOST_STEPS = 200, 30_000
"""Exchanges tried for each table, and in all (guessed: 12 players at 60 tables of four need 300)."""
_LOOK = 300  # exchanges between looks whether it is done

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """How often the players sit at a table, and how often two meet: the least and the most."""

    tables: tuple[int, int]
    meetings: tuple[int, int]

    def line(self, players: int) -> str:
        """Return it in words."""
        return (
            f"each of {players} players at {_range(self.tables)} tables, every two meet {_range(self.meetings)} times"
        )


def balanced_tables(players: int, seats: int, tables: int, rng: Random) -> list[Table]:
    """Return so many tables of different players, the seats of each in any order.

    Tables of a player differ by one at most; meetings by one where it finds a design, else mostly by two.
    """
    dealt = _dealt(players, seats, rng)
    found = [list(next(dealt)) for _ in range(tables)]
    _improve(found, players, rng)
    return [tuple(rng.sample(table, seats)) for table in found]


def endless_tables(players: int, seats: int, rng: Random) -> Iterator[Table]:
    """Yield tables without end: whenever it stops, the players have sat at equally many, but for one."""
    for dealt in _dealt(players, seats, rng):
        yield tuple(rng.sample(dealt, seats))


def balance(tables: Sequence[Table], players: int) -> Balance:
    """Return how balanced some tables are."""
    seated = Counter(player for table in tables for player in table)
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    sits = [seated[player] for player in range(players)]
    meets = [met[pair] for pair in combinations(range(players), 2)]
    return Balance((min(sits), max(sits)), (min(meets), max(meets)))


def _dealt(players: int, seats: int, rng: Random) -> Iterator[list[int]]:
    """Yield tables without end: who waits longest sits down, of several those who have met least."""
    met = [[0] * players for _ in range(players)]
    seated = [0] * players
    while True:
        table: list[int] = []
        for _ in range(seats):
            free = [player for player in range(players) if player not in table]
            rng.shuffle(free)
            longest = min(seated[who] for who in free)
            waits = [who for who in free if seated[who] == longest]
            table.append(min(waits, key=lambda who: sum(map(met[who].__getitem__, table))))
            seated[table[-1]] += 1
        _count(met, table, 1)
        yield table


def _improve(tables: list[list[int]], players: int, rng: Random) -> None:
    """Exchange players of two tables while that makes meetings more equal, or leaves them as they are."""
    met = [[0] * players for _ in range(players)]
    for table in tables:
        _count(met, table, 1)
    pairs = list(combinations(range(players), 2))
    for step in range(min(_STEPS * len(tables), _MOST_STEPS)):
        if step % _LOOK == 0:
            meets = [met[one][other] for one, other in pairs]
            if max(meets) - min(meets) <= 1:
                return
        one, other = rng.sample(tables, 2) if len(tables) > 1 else (tables[0], tables[0])
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        if one[here] in other or other[there] in one:
            continue
        if _added(met, one[here], one, other[there], other) <= 0:
            _exchange(met, one, other, here, there)


def _added(met: list[list[int]], mine: int, one: Sequence[int], theirs: int, other: Sequence[int]) -> int:
    """Return what an exchange of a player of each table adds to the sum, over both, of how often every two met."""
    here = [each for each in one if each != mine]
    there = [each for each in other if each != theirs]
    both = sum(each in there for each in here)  # whom they leave at one table, and find at the other
    old, new = met[mine], met[theirs]
    added = sum(new[each] - old[each] + 1 for each in here) + sum(old[each] - new[each] + 1 for each in there)
    return added - 2 * both


def _exchange(met: list[list[int]], one: list[int], other: list[int], here: int, there: int) -> None:
    for table in (one, other):
        _count(met, table, -1)
    one[here], other[there] = other[there], one[here]
    for table in (one, other):
        _count(met, table, 1)


def _count(met: list[list[int]], table: Sequence[int], by: int) -> None:
    for one, other in combinations(table, 2):
        met[one][other] += by
        met[other][one] += by


def _range(bounds: tuple[int, int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"
