"""Win rates at three and four seats: of our policy, and of one other among its copies."""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from math import nan
from statistics import fmean

from economancy.bench.fair_openings import FAIR, PLAYOUTS, fair_seed
from economancy.bench.table_rows import COLUMNS, GROUPS, PercentBar, TableGroup, rows
from economancy.game import GAME
from economancy.search.value import trained
from gamekit.commands.contest.standings import percent, score_text
from gamekit.game import AnyGame, ChildSettings
from gamekit.seeds import derive_seed
from gamekit.text import escaped
from gamekit.text.numbers import positive, seconds
from gamekit.tournament.arena import GameResult, GameSettings, Job, Player, Report, play_job
from gamekit.tournament.pools import ProcessPool, available_cores
from gamekit.tournament.progress import Progress
from gamekit.tournament.runner import run_jobs
from gamekit.tournament.schedule import blocks_for, schedule
from gamekit.tournament.standings.statistics import Interval, mean_interval

HELP = "win rates at three and four seats, of ours and of one player among ours"

STARTS = 2
"""Kinds of starts, in turn: one block from the start of the game, the next from a random opening."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """A measurement: the number of games, the win rate with its 95 % interval, the win rates from the start and from
    openings (nan without such games), and the share of draws.
    """

    games: int
    won: Interval
    by_start: tuple[float, ...]
    draws: float


@dataclass
class Tally:
    """Collects the results of a row. The unit of independence is a block: one seating in all rotations."""

    faults: list[GameResult] = field(default_factory=list)
    _won: defaultdict[tuple[int, int], list[bool]] = field(default_factory=lambda: defaultdict(list))  # table and block
    _draws: Counter[int] = field(default_factory=Counter)  # by table

    def add(self, played: GameResult, first: str) -> None:
        """Add a game; it counts as won if the player named `first` won."""
        self._won[played.table, played.block].append(played.winner == played.seats.index(first))
        self._draws[played.table] += played.winner is None and played.forfeit is None
        if played.forfeit is not None:
            self.faults.append(played)

    def cell(self, tables: Collection[int] | None = None) -> WinRate:
        """Return the measurement at these tables, by number, or at all; each table has the same number of games."""
        chosen = {table for table, _ in self._won} if tables is None else set(tables)
        blocks = {block: won for block, won in self._won.items() if block[0] in chosen}
        games = sum(map(len, blocks.values()))
        won = mean_interval([fmean(block) for block in blocks.values()])
        starts = [[won for (_, block), won in blocks.items() if block % STARTS == start] for start in range(STARTS)]
        by_start = tuple(fmean(chain(*blocks)) if blocks else nan for blocks in starts)
        return WinRate(games, won, by_start, sum(self._draws[table] for table in chosen) / games)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--seats", type=int, choices=(3, 4), help="only tables with this number of seats")
    shop = parser.add_mutually_exclusive_group()
    shop.add_argument("--simple", action="store_const", const="simple", dest="only", help="only the simple shop")
    shop.add_argument("--base", action="store_const", const="base", dest="only", help="only the base shop")
    number = "a row, at least; 2.5 times as many for one-montecarlo (%(default)s)"
    parser.add_argument("--games", type=positive, default=400, metavar="N", help=number)
    parser.add_argument(
        "--opening-days", type=positive, default=1, metavar="N", help="random days of an opening (%(default)s)"
    )
    longest = "the longest time for a decision (%(default)s)"
    parser.add_argument("--move-seconds", type=seconds, default=game.move_seconds, metavar="S", help=longest)
    of_these = f"only these of {', '.join(GROUPS)}"
    parser.add_argument("--rows", nargs="+", choices=GROUPS, default=GROUPS, metavar="ROW", help=of_these)
    parser.add_argument("--jobs", type=positive, metavar="N", help="games at a time (this machine's cores)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="random seed (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame, rows_of: Callable[[int], Sequence[TableGroup]] = rows) -> bool:
    """Measure the rows selected by the arguments, of all for a number of seats, and print each as soon as it is done.

    Returns whether every bar is met and no built-in forfeits. Raises FailedJob, LostJob and OSError.
    """
    print("Wins of our policy, or of the one player in rows 'one ... among ours'. Every second block starts from a")
    print(f"random opening in which each seat wins at least {FAIR:g} of an even share of {PLAYOUTS} playouts.")
    print(f"--games {arguments.games} --opening-days {arguments.opening_days} --seed {arguments.seed}")
    met = True
    for column, (shop, seats) in enumerate(COLUMNS):
        if arguments.only in (None, shop) and arguments.seats in (None, seats):
            met &= _column(arguments, column, rows_of(seats))
    return met


def _column(arguments: argparse.Namespace, column: int, rows: Sequence[TableGroup]) -> bool:
    """Measure and print the selected rows of a column; return whether all is well."""
    shop, seats = COLUMNS[column]
    workers = arguments.jobs or available_cores()
    by_hand = "" if trained(shop, seats) else " (no learned values: our policy plays without them)"
    print(f"\n{seats} seats, {shop} shop{by_hand}; par is {percent(1 / seats)} %")
    print(f"{'':36}{'games':>6}   {'won % (95 %)':18}{'start':>6}{'random':>7}{'draws %':>9}   bar", flush=True)
    met = True
    for place, row in enumerate(rows):
        if row.group in arguments.rows:
            path = (arguments.seed, column, place)
            games = list(jobs_of(row, shop, round(row.scale * arguments.games), arguments.opening_days, path))
            play = partial(play_from_start, arguments.opening_days, arguments.move_seconds)
            tally = _play(play, games, row.first, workers, f"{row.title}; {seats} seats, {shop} shop")
            met &= print_row(row, tally, column)
    return met


def jobs_of(row: TableGroup, shop: str, games: int, days: int, path: tuple[int, int, int]) -> Iterator[Job]:
    """Yield at least `games` games, equally many at each table; all rows of a column have the same openings."""
    seats = len(row.tables[0])
    names = sorted({name for table in row.tables for name in table})
    tables = [tuple(names.index(name) for name in table) for table in row.tables]
    opening_seed = cache(partial(fair_seed, shop, seats, days))
    for slot in schedule(tables, blocks_for(-(-games // len(tables)), seats, STARTS), STARTS):
        yield Job(
            slot.number,
            slot.table,
            slot.block,
            shop,
            tuple(Player(names[index], names[index]) for index in slot.seats),
            derive_seed(*path, slot.table, slot.block, slot.rotation),
            opening_seed(derive_seed(*path[:2], slot.block)) if slot.block % STARTS else 0,
        )


def play_from_start(days: int, seconds: float, job: Job) -> Report:
    """Play a game from the start of its block; openings last `days` days, decisions at most these `seconds`, or the
    game's own. Raises what `play_job` raises.
    """
    settings = GameSettings(GAME, ChildSettings(GAME.wires[0], seconds), opening=days * (job.block % STARTS))
    return play_job(settings, job)


def _play(play: Callable[[Job], Report], jobs: Sequence[Job], first: str, workers: int, note: str) -> Tally:
    """Play the games and return their tally. Raises FailedJob, LostJob and OSError."""
    tally = Tally()
    progress = Progress("economancy bench tables", len(jobs))
    reports = run_jobs(play, jobs, partial(ProcessPool, workers), workers=workers)
    try:
        with progress, closing(reports):
            for report in reports:
                tally.add(report.played, first)
                progress.advance(note)
    except KeyboardInterrupt:
        progress.say(f"stopped after {progress.done} of {progress.total} games: {note}")
        raise
    return tally


def print_row(row: TableGroup, tally: Tally, column: int) -> bool:
    """Print a row's measurements, and those of each of its tables; return whether all bars are met, the tables' own
    too, and nobody forfeited.
    """
    met = _print_cell(row.title, tally.cell(), row.bar, column)
    if len(row.tables) > 1:
        for number, table in enumerate(row.tables):
            rivals = ", ".join(name.partition(":")[0] for name in table[1:])
            met &= _print_cell(f"  {rivals}", tally.cell([number]), row.table_bar, column)
        both = row.tables_with("points", "decent")
        met &= _print_cell("  where points and decent sit", tally.cell(both), row.draws_bar, column)
    for fault in tally.faults[:1]:
        assert fault.forfeit is not None
        print(
            f"  forfeits: {len(tally.faults)}, as of {fault.seats[fault.forfeit]}: {escaped(fault.reason or '')}",
            flush=True,
        )
    return met and not tally.faults


def _print_cell(title: str, cell: WinRate, bar: PercentBar | None, column: int) -> bool:
    """Print a measurement and its bar, if it has one; return whether the bar is met."""
    figures = {"won": cell.won.mean, "upper bound": cell.won.high, "draws": cell.draws}
    met = bar is None or bar.met(column, figures[bar.figure])
    words = bar.words(column) if bar else ""
    starts = "".join(f"{percent(share):>{width}}" for share, width in zip(cell.by_start, (6, 7), strict=True))
    line = f"{title:36}{cell.games:6}   {score_text(cell.won):18}{starts}{percent(cell.draws):>9}   {words}"
    print(line.rstrip() + ("" if met else ": missed"), flush=True)
    return met
