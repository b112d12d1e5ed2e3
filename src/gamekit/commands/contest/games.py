"""What `tournament` and `sprt` share: which games are played, on which workers, and what is reported meanwhile."""

import argparse
import os
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from gamekit.commands.common.arguments import (
    add_sandbox_argument,
    add_seats_argument,
    add_timeout_argument,
    add_variant_arguments,
    address,
    surroundings_asked,
    variants_of,
)
from gamekit.commands.common.entries import Entry
from gamekit.commands.common.version import version_text
from gamekit.game import AnyGame, ChildSettings
from gamekit.processes.load import TOO_BUSY, busy_before, busy_during
from gamekit.processes.sandbox import MEMORY
from gamekit.processes.scripts import require_interpreter
from gamekit.seats import how_to_check
from gamekit.seeds import deal_seed, game_seed, new_root
from gamekit.text import escaped
from gamekit.text.numbers import natural, positive, size
from gamekit.tournament.arena import GameSettings, Job, Player, Report, Void, make_opening, play_job
from gamekit.tournament.cluster import ClusterExecutor, cluster_slots
from gamekit.tournament.pools import ProcessPool, available_cores
from gamekit.tournament.programs import surroundings_of
from gamekit.tournament.progress import Progress
from gamekit.tournament.rows import check_report
from gamekit.tournament.runner import ATTEMPTS, run_jobs
from gamekit.tournament.schedule import Slot, schedule, slot_of

LONGEST_OPENING = 10
"""By then random play has ended most games, or left nothing to play for (guessed)."""

_OWN = ("out", "report", "csv", "publish", "wire_log")
"""Options of files and folders of a tournament's own, which no player in a sandbox sees."""

_TOLD = 3  # kinds of faults of a player that are shown as they come


def opening_length(text: str) -> int:
    """Return the length of an opening. Raises ArgumentTypeError."""
    if natural(text) > LONGEST_OPENING:
        raise argparse.ArgumentTypeError(f"expected 0 to {LONGEST_OPENING}, got {text}")
    return int(text)


def add_game_arguments(parser: argparse.ArgumentParser, game: AnyGame, openings: int) -> None:
    """Declare which games are played; `openings` is the default of --openings."""
    add_variant_arguments(parser, game, several=True)
    add_seats_argument(parser, game)
    parser.add_argument(
        "--openings",
        type=opening_length,
        default=openings,
        metavar="N",
        help=f"start each block after N {game.length_noun} of mostly random play (%(default)s); with 0, deterministic "
        "players repeat one game",
    )
    add_timeout_argument(parser, game)
    parser.add_argument(
        "--memory",
        type=size,
        metavar="SIZE",
        help="what all processes of a player may have in memory, such as 512M or 2G "
        f"(in a sandbox {MEMORY >> 20}M, else no limit)",
    )
    add_sandbox_argument(parser, "auto")
    parser.add_argument(
        "--seed", type=natural, metavar="N", help="the seed of all chance; the games do not depend on --jobs"
    )


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where games are played and how results are shown."""
    parser.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="number of games at a time (default: the cores of this machine, or the threads of the cluster)",
    )
    parser.add_argument(
        "--scheduler",
        type=address,
        metavar="tcp://HOST:PORT",
        help="play on the workers of this Dask scheduler; they need this package and the players at the same paths. "
        "Dask's ports run code for anybody who reaches them: keep them inside your network",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


@dataclass(frozen=True, slots=True)
class Contest:
    """The players, which of them meet at which tables (as indices into the players), and how the games are played."""

    players: tuple[Player, ...]
    tables: Sequence[tuple[int, ...]]
    variants: tuple[str, ...]
    settings: GameSettings
    seed: int
    workers: int
    open_executor: Callable[[], Executor]
    no_sandbox: str | None = None
    """Why players run without a sandbox though one was asked for."""
    other_version: str | None = None
    """Which workers have another version of ours."""

    def jobs(self, blocks: int) -> Iterator[Job]:
        """Yield the games of so many blocks of every table; the variants take turns from block to block."""
        return map(self.job_of, schedule(self.tables, blocks, len(self.variants)))

    def job(self, number: int) -> Job:
        """Return the game of a number, from 0."""
        return self.job_of(slot_of(self.tables, number, len(self.variants)))

    def job_of(self, slot: Slot) -> Job:
        """Return the game that is played there."""
        return Job(
            slot.number,
            slot.table,
            slot.block,
            self.variants[slot.block % len(self.variants)],
            tuple(self.players[player] for player in slot.seats),
            game_seed(self.seed, slot.table, slot.block, slot.rotation),
            deal_seed(self.seed, slot.table, slot.block),
        )

    def play(
        self, jobs: Iterable[Job], progress: Progress, *, repeat_late: bool = False
    ) -> Generator[Report | Void, None, None]:
        """Yield the games as they end; report void ones, the first faults of each player, and a machine too busy.

        With `repeat_late`, those with a late answer on a busy machine are played again at the end, alone, and only then
        yielded. Raises FailedJob and LostJob.
        """
        timed = any(isinstance(player.program, tuple) for player in self.players)  # a built-in is never late
        advice = {each.name: how_to_check(self.settings.game, each.program) for each in self.players}
        watch = _Watch(progress, self.settings.asked.timeout, advice)
        progress.warn(self.other_version)
        progress.warn(busy_before() if timed else None)
        if timed and self.no_sandbox:
            progress.warn(f"players run with all rights of yours, without a sandbox: {self.no_sandbox}")
        play: Callable[[Job], Report | Void] = partial(play_job, self.settings)
        try:
            for report in with_late_again(self, play, jobs, progress) if repeat_late else self.run(play, jobs):
                if isinstance(report, Void):
                    progress.warn(f"{report.job} is void after {ATTEMPTS} attempts: {report.reason}")
                else:
                    watch.see(report)
                yield report
        finally:  # a test that has decided stops early, and the warnings concern its games, too
            progress.warn(busy_during(watch.slowdowns) if timed else None)
            progress.warn(self._crowded() if watch.late else None)

    def run(
        self, play: Callable[[Job], Report | Void], jobs: Iterable[Job], workers: int | None = None
    ) -> Generator[Report | Void, None, None]:
        """Yield the games as they end, so many at a time. Raises FailedJob and LostJob."""
        workers = workers or self.workers
        games = run_jobs(play, jobs, self.open_executor, workers=workers, lost=Void, check=check_report)
        with closing(games) as reports:
            yield from reports

    def _crowded(self) -> str | None:
        """Return a warning if players of several tables may have taken each other's time."""
        commands = [isinstance(player.program, tuple) for player in self.players]
        at_once = self.workers * max(sum(commands[player] for player in table) for table in self.tables)
        if at_once <= (cores := available_cores()):
            return None
        return f"a player was late while up to {at_once} ran on {cores} cores: with fewer --jobs it may not be"


def with_late_again(
    contest: Contest, play: Callable[[Job], Report | Void], jobs: Iterable[Job], progress: Progress
) -> Iterator[Report | Void]:
    """Yield the games; those with a late answer on a busy machine are played again, one at a time, at the end.

    A game counts at once if the player that was late only waited: then it was not the machine that kept it.
    """
    under_way: dict[int, Job] = {}
    late: list[Job] = []
    names: Counter[str] = Counter()

    def noted() -> Iterator[Job]:
        for job in jobs:
            under_way[job.number] = job
            yield job

    for report in contest.run(play, noted()):
        job = under_way.pop(report.job.number if isinstance(report, Void) else report.played.game)
        slow = isinstance(report, Report) and report.slowdown is not None and report.slowdown >= TOO_BUSY
        if isinstance(report, Report) and slow and report.starved:
            late.append(job)
            names.update({report.played.seats[seat] for seat in report.starved})
        else:
            yield report
    if late:
        progress.say(
            f"{len(late)} games with a late answer on a busy machine are played again, alone, before they count "
            f"({', '.join(f'{name}: {times}' for name, times in names.most_common())})"
        )
        yield from contest.run(play, late, workers=1)


@dataclass
class _Watch:
    """Watches the games as they end, for faults and for a busy machine."""

    progress: Progress
    timeout: float
    advice: Mapping[str, str]
    slowdowns: list[float] = field(default_factory=list)
    late: bool = False
    _faults: dict[str, set[str | None]] = field(default_factory=dict)

    def see(self, report: Report) -> None:
        if report.slowdown is not None:
            self.slowdowns.append(report.slowdown)
        played = report.played
        if played.culprit is None:
            return
        self.late |= played.was_late(self.timeout)
        name = played.seats[played.culprit]
        told = self._faults.setdefault(name, set())
        if played.reason not in told and len(told) < _TOLD:
            advice = "" if told else self.advice.get(name, "")
            told.add(played.reason)
            what = "has a fault" if played.forfeit is None else "forfeits"
            self.progress.say(f"game {played.game}: {name} {what}: {played.reason}{advice and f' ({advice})'}")


def set_up(
    arguments: argparse.Namespace,
    game: AnyGame,
    entries: Sequence[Entry],
    tables: Sequence[tuple[int, ...]],
    called: Mapping[str, str] = {},
) -> Contest:
    """Return the contest that the arguments ask for, between these players; `called` renames some.

    Raises OSError and ValueError, which say what is wrong with the arguments.
    """
    seats = len(tables[0])
    variants = variants_of(arguments, game, seats)
    seed = new_root() if arguments.seed is None else arguments.seed
    for variant in variants:
        make_opening(game, seats, variant, arguments.openings, seed)
    workers, open_executor, other_version = _executor(arguments, game, entries)
    base, no_sandbox = surroundings_asked(arguments)
    hidden = [os.path.abspath(path) for name in _OWN if (path := getattr(arguments, name, None))]
    places = surroundings_of([(entry.program, entry.folder) for entry in entries], base, hidden)
    names = _names([called.get(entry.name, entry.name) for entry in entries])
    players = tuple(Player(*each) for each in zip(names, (entry.program for entry in entries), places, strict=True))
    settings = GameSettings(game, ChildSettings(arguments.wire, arguments.timeout), arguments.openings)
    return Contest(players, tables, variants, settings, seed, workers, open_executor, no_sandbox, other_version)


def _executor(
    arguments: argparse.Namespace, game: AnyGame, entries: Sequence[Entry]
) -> tuple[int, Callable[[], Executor], str | None]:
    """Return how many games are played at a time, on what, and which of it has another version of ours.

    Raises OSError and ValueError.

    With --check, it is the trial that finds what cannot be executed.
    """
    if arguments.scheduler is not None:
        try:
            slots, other_version = cluster_slots(arguments.scheduler, (play_job, game), version_text)
        except ImportError as error:
            raise ValueError(f"--scheduler needs the extra `cluster`: {error}") from error
        return arguments.jobs or slots, partial(ClusterExecutor, arguments.scheduler), other_version
    try:
        os.getcwd()  # processes of a pool begin by going there
    except FileNotFoundError:
        raise ValueError("the current folder does not exist any more: go to another one") from None
    for entry in () if getattr(arguments, "check", False) else entries:
        if isinstance(entry.program, tuple):
            program = game.program_of(entry.program)
            if shutil.which(program) is None:
                raise ValueError(f"{program!r} is no program that can be executed")
            require_interpreter(program)
    workers = arguments.jobs or available_cores()
    return workers, partial(ProcessPool, workers), None


def _names(texts: Sequence[str]) -> list[str]:
    """Return the texts as names, escaped, and numbered from the second time on that one is given."""
    times: Counter[str] = Counter()
    names = []
    for text in map(escaped, texts):
        times[text] += 1
        names.append(text if times[text] == 1 else f"{text}#{times[text]}")
    return names
