"""Games that are copies of each other: deterministic players repeat a game from each first state and seating."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from gamekit.tournament.arena import GameResult

Block = tuple[int, int]
"""A table, and a block of its games."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """How many games there were, how many were different, and at how many tables the players are deterministic."""

    games: int
    different: int
    deterministic: int

    def line(self) -> str | None:
        """Return what a person should know about it, None if all games were different."""
        if self.games == self.different:
            return None
        counts = f"{self.games} games, {self.different} different"
        return f"{counts}; --openings N varies them: {_WHY}" if self.deterministic else counts


_WHY = "deterministic players repeat their games, and intervals count different ones"


class Copies:
    """Takes in games, in any order, and tells which are copies.

    The players of a table are called deterministic if something was repeated there, a first state with a seating, and
    every repetition had the same actions.
    """

    def __init__(self) -> None:
        self._games: defaultdict[int, defaultdict[object, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self._blocks: defaultdict[Block, list[tuple[object, str]]] = defaultdict(list)

    def add(self, played: GameResult) -> None:
        """Take in a game; one of which the actions are not known is different from all others."""
        first = played.variant, played.start or played.game, played.seats
        self._games[played.table][first][played.actions] += 1
        self._blocks[played.table, played.block].append((first, played.actions))

    def repeats(self) -> Repeats:
        """Return how many games were repeated."""
        counts = [actions for games in self._games.values() for actions in games.values()]
        deterministic = sum(self._is_deterministic(table) for table in self._games)
        return Repeats(sum(count.total() for count in counts), sum(map(len, counts)), deterministic)

    def copied_blocks(self) -> set[Block]:
        """Return the blocks of deterministic players that are copies of others, of which one of a kind is left out."""
        copied, seen = set(), set()
        deterministic = {table for table in self._games if self._is_deterministic(table)}
        for (table, block), games in sorted(self._blocks.items()):
            if table in deterministic:
                content = table, frozenset(games)
                if content in seen:
                    copied.add((table, block))
                seen.add(content)
        return copied

    def _is_deterministic(self, table: int) -> bool:
        counts = self._games[table].values()
        return all(len(count) == 1 for count in counts) and any(count.total() > 1 for count in counts)
