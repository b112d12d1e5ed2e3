"""Player against player, at tables of any size: who was placed above whom in the games that both played."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import combinations
from statistics import fmean

from gamekit.tournament.arena import GameResult
from gamekit.tournament.copies import Block
from gamekit.tournament.standings.statistics import Interval, mean_interval

Pair = tuple[str, str]


class Pairs:
    """Takes in games, in any order, and gives for every two players the share of games in which one was above.

    Above is who has the higher return; equal ones share. Who forfeits is below the others, of whom nothing is known.
    """

    def __init__(self) -> None:
        self._above: defaultdict[Pair, defaultdict[Block, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, played: GameResult) -> None:
        """Take in a game."""
        for one, other in combinations(range(len(played.seats)), 2):
            above = _above(played, one, other)
            names = played.seats[one], played.seats[other]
            if above is None or names[0] == names[1]:
                continue
            if names[0] > names[1]:
                names, above = names[::-1], 1 - above
            self._above[names][played.table, played.block].append(above)

    def scores(self, copied: Collection[Block] = ()) -> Mapping[Pair, tuple[Interval, int]]:
        """Return for both orders of each pair the share of the first, and of how many games.

        Blocks that are copies of others are left out; a pair without any other has no score.
        """
        found: dict[Pair, tuple[Interval, int]] = {}
        for (one, other), blocks in self._above.items():
            means = [fmean(shares) for block, shares in blocks.items() if block not in copied]
            if not means:
                continue
            games = sum(map(len, blocks.values()))
            score = mean_interval(means)
            found[one, other] = score, games
            found[other, one] = Interval(1 - score.mean, 1 - score.high, 1 - score.low), games
        return found


def _above(played: GameResult, one: int, other: int) -> float | None:
    if played.forfeit is not None:
        return {one: 0.0, other: 1.0}.get(played.forfeit)
    assert played.returns
    first, second = played.returns[one], played.returns[other]
    return 0.5 if first == second else float(first > second)
