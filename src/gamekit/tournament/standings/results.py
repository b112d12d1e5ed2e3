"""The results of a tournament: scores and ratings with intervals, times, and the results of each table."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean

from gamekit.tournament.arena import GameResult
from gamekit.tournament.copies import Block, Copies
from gamekit.tournament.standings.pairs import Pairs
from gamekit.tournament.standings.statistics import Game, Interval, Rating, fit_elo, mean_interval


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that a player took for answers: how many, the median (to three digits) and the slowest."""

    count: int
    median: float | None
    slowest: float | None


@dataclass(frozen=True, slots=True)
class Fair:
    """Score and Elo in the games that were played to their end."""

    games: int
    score: Interval
    elo: Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results. `games` counts each seat that it held; so do the other counts.

    A win is the game's, not that another forfeited; `forfeits` are the games in which it committed a fault, which may
    have gone on (see `Game.after_fault`), and `spoilt` those that ended in another's. `score` is the mean share of a
    block. `fair` are score and Elo without the games that ended in a fault, None if there are no others.
    Length, moves and returns are means over its games; returns are None if no game ended by its rules. `first`
    are the answers that contain a start.
    """

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    spoilt: int
    score: Interval
    elo: Rating
    fair: Fair | None
    length: float
    moves: float
    returns: float | None
    first: Times
    rest: Times


@dataclass(frozen=True, slots=True)
class TableResult:
    """What happened at one table in one variant; wins and scores of its players by name."""

    players: tuple[str, ...]
    variant: str
    games: int
    draws: int
    forfeits: int
    wins: dict[str, int]
    scores: dict[str, float]


@dataclass
class _Tally:
    """Sums over the seats that one player held."""

    games: int = 0
    results: Counter[str] = field(default_factory=Counter)
    length: int = 0
    moves: int = 0
    returns: list[float] = field(default_factory=list)
    shares: defaultdict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))  # by block
    fair: defaultdict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    first: Counter[float] = field(default_factory=Counter)
    rest: Counter[float] = field(default_factory=Counter)

    def add(self, played: GameResult, seat: int, share: float) -> None:
        self.games += 1
        self.results["forfeit"] += seat in played.faults
        self.results["spoilt"] += played.forfeit not in (None, seat)
        if played.returns is not None:
            self.results["win" if share == 1 else "draw" if share else "loss"] += 1
        self.length += played.length
        self.moves += played.moves
        if played.returns is not None:
            self.returns.append(played.returns[seat])
        self.shares[played.table, played.block].append(share)
        if played.forfeit is None:
            self.fair[played.table, played.block].append(share)
        times = [*map(_three_digits, played.seconds[seat])]
        self.first.update(times[:1])
        self.rest.update(times[1:])

    def standing(self, name: str, elo: Rating, fair: Rating | None, copied: Collection[Block]) -> Standing:
        shares = [fmean(shares) for block, shares in self.fair.items() if block not in copied]
        games = sum(map(len, self.fair.values()))
        return Standing(
            name,
            self.games,
            self.results["win"],
            self.results["draw"],
            self.results["loss"],
            self.results["forfeit"],
            self.results["spoilt"],
            mean_interval([fmean(shares) for block, shares in self.shares.items() if block not in copied]),
            elo,
            Fair(games, mean_interval(shares), fair) if shares and fair else None,
            self.length / self.games,
            self.moves / self.games,
            fmean(self.returns) if self.returns else None,
            _times(self.first),
            _times(self.rest),
        )


@lru_cache(1 << 16)  # times of quick answers come again and again
def _three_digits(seconds: float) -> float:
    return float(f"{seconds:.3g}")


def _times(seconds: Counter[float]) -> Times:
    count = seconds.total()
    passed = 0
    for second in sorted(seconds):
        passed += seconds[second]
        if 2 * passed >= count:
            return Times(count, second, max(seconds))
    return Times(0, None, None)


class Standings:
    """Takes in games, in any order, and gives the standings of all so far.

    Scores and Elo, with their intervals, leave out copies of games of deterministic players (see `Copies`).
    """

    def __init__(self) -> None:
        self.copies = Copies()
        self._tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._games: list[tuple[Block, Game, bool]] = []
        self._standings: list[Standing] | None = None  # until the next game

    def add(self, played: GameResult) -> None:
        """Take in a game."""
        self._standings = None
        shares = played.shares()
        for seat, name in enumerate(played.seats):
            self._tallies[name].add(played, seat, shares[seat])
        block = played.table, played.block
        self._games.append((block, (played.seats, shares, block), played.forfeit is None))
        self.copies.add(played)

    def standings(self) -> list[Standing]:
        """Return the players' standings, the highest Elo first."""
        if self._standings is None:
            self._standings = self._fitted()
        return self._standings

    def _fitted(self) -> list[Standing]:
        copied = self.copies.copied_blocks()
        counted = [(game, fair) for block, game, fair in self._games if block not in copied]
        ratings = fit_elo(game for game, _ in counted)
        all_fair = all(fair for _, fair in counted)
        without = ratings if all_fair else fit_elo(game for game, fair in counted if fair)
        found = [
            self._tallies[name].standing(name, rating, without.get(name), copied) for name, rating in ratings.items()
        ]
        return sorted(found, key=lambda standing: -standing.elo.elo)


class Results:
    """All that a tournament reports: standings in all and by variant (if there are two), tables, and faults."""

    def __init__(self, tables: Sequence[Sequence[str]], variants: Collection[str]) -> None:
        """Tables are given as the names of their players."""
        self.total = Standings()
        self.by_variant = {variant: Standings() for variant in variants if len(variants) > 1}
        self.faults: list[GameResult] = []
        self.pairs = Pairs()
        self.seats = len(tables[0])
        self._tables = tables
        self._variants = list(variants)
        self._sums: defaultdict[tuple[int, str], Counter[object]] = defaultdict(Counter)

    def add(self, played: GameResult) -> None:
        """Take in a game."""
        self.total.add(played)
        if self.by_variant:
            self.by_variant[played.variant].add(played)
        self.pairs.add(played)
        if played.faults:
            self.faults.append(played)
        sums = self._sums[played.table, played.variant]
        sums["games"] += 1
        sums["forfeits"] += bool(played.faults)
        sums["draws"] += played.returns is not None and played.winner is None
        for seat, (name, share) in enumerate(zip(played.seats, played.shares(), strict=True)):
            sums["wins", name] += seat == played.winner
            sums["seats", name] += 1
            sums["shares", name] += share  # type: ignore[assignment]  # a Counter counts fractions as well

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(sums["games"] for sums in self._sums.values())

    def tables(self) -> list[TableResult]:
        """Return what happened at each table in each variant, in the order of the schedule."""
        keys = sorted(self._sums, key=lambda key: (key[0], self._variants.index(key[1])))
        return [self._table(table, variant, self._sums[table, variant]) for table, variant in keys]

    def _table(self, table: int, variant: str, sums: Counter[object]) -> TableResult:
        players = tuple(self._tables[table])
        return TableResult(
            players,
            variant,
            sums["games"],
            sums["draws"],
            sums["forfeits"],
            {name: sums["wins", name] for name in players},
            {name: sums["shares", name] / sums["seats", name] for name in players},
        )
