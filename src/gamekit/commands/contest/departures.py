"""Players who leave a tournament after so many faults of their own, and the tables that are laid again without them.

All games of a player who has left are void. Each of its tables is laid again, with one of the others in its seat, and
played after all other tables: so there are as many games as if nobody had left.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import replace

from gamekit.commands.contest.games import Contest
from gamekit.tournament.arena import GameResult, Job
from gamekit.tournament.schedule import slot_of


class Departures:
    """Takes in the games of a contest in the order in which they ended; the same games give the same departures.

    `left` has the names of the players who have left, with the reasons of their faults. `tables` are all that were
    laid, as indices into the players: those of the contest, then those laid again. `planned` is how many games count in
    the end, whoever leaves.
    """

    def __init__(self, contest: Contest, blocks: int, after: int | None) -> None:
        """With `after` a player leaves upon that many games with a fault of its own; with None nobody does."""
        self.contest = contest
        self.tables = list(contest.tables)
        self.left: dict[str, list[str]] = {}
        self._blocks, self._after = blocks, after
        self._faults: defaultdict[str, list[str]] = defaultdict(list)
        self._seats = len(contest.tables[0])
        self.planned = blocks * len(contest.tables) * self._seats

    def job(self, number: int) -> Job:
        """Return the game of a number, from 0. Raises ValueError if there is none so far."""
        games = len(self.tables) * self._blocks * self._seats
        if not 0 <= number < games:
            raise ValueError(f"expected a game from 0 to {games - 1}, got {number}")
        if number < self.planned:
            return self.contest.job(number)
        again, rest = divmod(number - self.planned, self._blocks * self._seats)
        table = len(self.contest.tables) + again
        slot = slot_of([self.tables[table]], rest, len(self.contest.variants))
        return self.contest.job_of(replace(slot, number=number, table=table))

    def missing(self, played: Container[object]) -> Iterator[Job]:
        """Yield the games that are to be played; a player may leave meanwhile, and its games are left out.

        A table that is laid again meanwhile is for the next call.
        """
        numbers = range(len(self.tables) * self._blocks * self._seats)
        jobs = (self.job(number) for number in numbers if number not in played)
        return (job for job in jobs if not any(player.name in self.left for player in job.players))

    def counts(self, played: GameResult) -> bool:
        """Tell whether none of a game's players has left."""
        return self.left.keys().isdisjoint(played.seats)

    def take(self, played: GameResult) -> str | None:
        """Take in a game; return the name of the player who leaves because of it, if one does."""
        if self._after is None or played.culprit is None or not self.counts(played):
            return None
        name = played.seats[played.culprit]
        self._faults[name].append(played.reason or "")
        if len(self._faults[name]) < self._after:
            return None
        self.left[name] = self._faults[name]
        self._lay_again([player.name for player in self.contest.players].index(name))
        return name

    @property
    def fill_a_table(self) -> bool:
        """Whether there are enough players for a table; True as long as nobody has left."""
        return not self.left or len(self.contest.players) - len(self.left) >= self._seats

    def _lay_again(self, gone: int) -> None:
        """Lay the tables of a player again, each with the one of the others that sits at the fewest tables."""
        if not self.fill_a_table:
            return
        there = [number for number, player in enumerate(self.contest.players) if player.name not in self.left]
        standing = [table for table in self.tables if {*table} <= {*there, gone}]  # the others were laid again before
        at = Counter(seat for table in standing if gone not in table for seat in table)
        for table in standing:
            if gone in table:
                free = [player for player in there if player not in table]
                new = min(free, key=lambda player: at[player])
                self.tables.append(tuple(new if player == gone else player for player in table))
                at.update(self.tables[-1])
