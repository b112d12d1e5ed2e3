"""What a player won, with its interval: games that depend on each other, such as the two of a pair, are a block."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from statistics import fmean

from gamekit.tournament.standings.statistics import Interval, mean_interval


@dataclass
class Score:
    """Shares of games: 1 for a win, and what a draw is worth. Blocks are independent, games of a block need not be."""

    _blocks: defaultdict[Hashable, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, share: float, block: Hashable) -> None:
        """Add the share of a game of this block."""
        self._blocks[block].append(share)

    @property
    def games(self) -> int:
        return sum(map(len, self._blocks.values()))

    @property
    def won(self) -> float:
        return sum(map(sum, self._blocks.values()))

    @property
    def interval(self) -> Interval:
        """The mean share of a block and its 95 % interval. Raises ValueError if there was no game."""
        return mean_interval([fmean(block) for block in self._blocks.values()])

    def __str__(self) -> str:
        low, high = 100 * self.interval.low, 100 * self.interval.high
        return f"{self.won:g} of {self.games}, {100 * self.won / self.games:.1f} % ({low:.1f}-{high:.1f})"
