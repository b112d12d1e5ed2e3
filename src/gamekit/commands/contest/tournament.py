"""A tournament under way: its games are played, kept and shown, and its results written at the end."""

import argparse
import dataclasses
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from itertools import islice

from rich.console import Console

from gamekit.builtins import is_brought
from gamekit.commands.common.main import complain, job_words
from gamekit.commands.common.status import Status
from gamekit.commands.contest.departures import Departures
from gamekit.commands.contest.description import settings_of
from gamekit.commands.contest.estimate import Paces, estimate, first_games, paces_of
from gamekit.commands.contest.lineup import balance_line
from gamekit.commands.contest.pages import new_results, open_page, publish
from gamekit.commands.contest.standings import print_results, results_document, write_csv
from gamekit.output import Unwritten, print_json
from gamekit.text import escaped
from gamekit.text.counts import counted
from gamekit.tournament.arena import GameResult, Job, Report, Void, play_job
from gamekit.tournament.folder import Folder
from gamekit.tournament.progress import LONG, WORTH_SAYING, Progress, duration_in_words
from gamekit.tournament.runner import FailedJob, LostJob

MANY = 4
"""Times as many games as show everybody's pace: fewer are not worth an estimate before them (guessed)."""


class Tournament:
    """Plays the games that are missing, keeps them, and shows the results of those that count."""

    def __init__(self, arguments: argparse.Namespace, departures: Departures, folder: Folder | None) -> None:
        """The folder's games are taken in. Raises ValueError and Unwritten for a page that cannot be written."""
        self._arguments, self._departures, self._folder = arguments, departures, folder
        self._contest = departures.contest
        self._game = self._contest.settings.game
        self._played: dict[int, GameResult] = folder.played if folder else {}
        self._void: list[Void] = []
        self._told = self._asked = False  # how long it will take; whether that is meant
        self._page = open_page(arguments, departures)
        self._count_again()
        self._progress = Progress(f"{self._game.name} tournament", departures.planned, self._results.games)

    def play(self) -> int:
        """Play what is missing; return the exit status. Raises KeyboardInterrupt, SystemExit and Unwritten."""
        progress, page = self._progress, self._page
        for name in self._arguments.changed_players:
            progress.warn(f"{name} is another program than when the record was begun")
        progress.warn(self._folder.damage if self._folder else None)
        try:
            with progress, page or nullcontext():
                self._tell_games()
                self._estimate()
                while self._play_missing():
                    pass
                if page and (self._arguments.seconds or not self._departures.fill_a_table):
                    page.total = page.done
            self._write_files()
        except (KeyboardInterrupt, SystemExit, Unwritten):  # also a signal's
            progress.say(self._how_to_go_on())
            raise
        except (FailedJob, LostJob) as error:
            progress.say(self._how_to_go_on())
            return complain(self._game, "tournament", job_words(self._game, error))
        self._report()
        if page and page.failure:
            raise page.failure
        return Status.NO if self._void else Status.FINE

    def _play_missing(self) -> bool:
        """Play the games that are known to be missing; tell whether tables were laid again meanwhile."""
        void = {each.job.number for each in self._void}
        laid = len(self._departures.tables)
        jobs = self._departures.missing(self._played.keys() | void)
        if self._arguments.seconds:
            jobs = _in_time(jobs, self._arguments.seconds, self._progress)
        self._take_all(self._contest.play(jobs, self._progress, repeat_late=True))
        return self._departures.fill_a_table and len(self._departures.tables) > laid and not self._arguments.seconds

    def _take_all(self, games: Generator[Report | Void, None, None]) -> None:
        """Take in games as they end, as long as the players fill a table."""
        with closing(games) as reports:
            for report in reports:
                if isinstance(report, Void):
                    self._void.append(report)
                else:
                    self._take(report)
                if not self._departures.fill_a_table:
                    return

    def _take(self, report: Report) -> None:
        """Take in a game that has just ended."""
        played, progress = report.played, self._progress
        if self._folder:
            self._folder.keep(report)
        self._played[played.game] = played
        if not self._departures.counts(played):
            return
        if name := self._departures.take(played):
            self._leave(name)
            return
        self._results.add(played)
        progress.advance()
        self._show(played)
        if not self._told and progress.knows_speed(self._contest.workers):
            self._told = True
            self._tell_time(progress.left, "left")

    def _leave(self, name: str) -> None:
        """Say that a player leaves, and make its games void."""
        before = self._results.games
        self._count_again()
        gone = before - self._results.games
        self._progress.take_back(gone)
        faults = counted(len(self._departures.left[name]), "faults of its own")
        self._progress.say(f"{name} leaves after {faults}: {counted(gone + 1, 'games')} are void")
        if not self._departures.fill_a_table:
            self._progress.say(f"the others fill no table of {self._results.seats}: the tournament ends")

    def _count_again(self) -> None:
        """Make results and page anew of the games that count."""
        self._results = new_results(self._departures)
        if self._page:
            self._page.begin(self._results)
        for played in filter(self._departures.counts, self._played.values()):
            self._results.add(played)
            if self._page:
                self._page.take(played)

    def _show(self, played: GameResult) -> None:
        """Put a game on the page, if there is one; that it can't be written is a warning, once."""
        if self._page:
            self._page.add(played, self._progress.pace(self._contest.workers), self._progress.warnings)
            if self._page.failure and str(self._page.failure) not in self._progress.warnings:
                self._progress.warn(str(self._page.failure))

    def _tell_games(self) -> None:
        """Say how many games there are to play."""
        arguments, contest, progress = self._arguments, self._contest, self._progress
        if arguments.seconds:
            progress.say(f"as many tables as fit into {duration_in_words(arguments.seconds)}")
            return
        balanced = balance_line(arguments, contest.tables, len(contest.players))
        games = f"{progress.total - progress.done} games"
        progress.say(f"{counted(len(contest.tables), 'tables')}, {games} to play{balanced}")

    def _estimate(self) -> None:
        """Say how long the games take. If there are many, one of each player whose pace nobody knows is played first.

        Raises KeyboardInterrupt as `_tell_time`.
        """
        contest, departures, progress = self._contest, self._departures, self._progress
        if self._arguments.seconds:
            return
        paces = self._paces()
        block = islice(departures.missing(self._played.keys()), len(contest.tables) * len(contest.tables[0]))
        first = first_games(block, (each.name for each in contest.players if each.name not in paces))
        if MANY * len(first) > progress.total - progress.done:
            return
        # Built-ins of ours play here: workers take longer to start than such a game.
        ours = not any(isinstance(each.program, tuple) or is_brought(each.program) for each in contest.players)
        here = (play_job(contest.settings, job) for job in first)
        self._take_all(here if ours else contest.play(first, progress, repeat_late=True))
        progress.measure_anew()
        words = "by the trial" if self._arguments.paces else "by the games on record"
        if first:
            words = f"by the first {len(first)} games" if first[1:] else "by the first game"
        self._tell_time(estimate(contest, progress.total - progress.done, self._paces()), words)

    def _paces(self) -> Paces:
        """Return the paces of who has played or was tried."""
        return {**self._arguments.paces, **paces_of(self._played.values())}

    def _tell_time(self, seconds: float, words: str) -> None:
        """Say how long it will take; ask once, in a terminal, whether that is meant if it is long.

        Raises KeyboardInterrupt if it is not.
        """
        progress = self._progress
        if self._arguments.seconds or seconds < WORTH_SAYING:
            return
        progress.say(f"about {duration_in_words(seconds)} {words}")
        long = seconds > LONG and not self._asked
        self._asked |= long
        if long and progress.is_terminal and not self._arguments.yes and not progress.ask("Go on?"):
            raise KeyboardInterrupt

    def _how_to_go_on(self) -> str:
        out, progress = self._arguments.out, self._progress
        how = f"go on with --out {out} --resume" if out else "nothing was kept (--out DIR keeps the games)"
        return f"stopped after {progress.done} of {progress.total} games; {how}"

    def _write_files(self) -> None:
        """Write what is asked for beside the page, at the end. Raises Unwritten, FailedJob and LostJob."""
        if self._arguments.publish and self._folder:
            games = [*filter(self._departures.counts, self._played.values())]
            self._progress.say(f"writes {self._arguments.publish}: a page for each of {counted(len(games), 'games')}")
            publish(self._arguments, self._departures, games)
        if self._arguments.csv:
            write_csv(self._arguments.csv, self._results)

    def _report(self) -> None:
        arguments, progress, results = self._arguments, self._progress, self._results
        repeats = results.total.copies.repeats()
        if arguments.json:
            document = {
                "settings": settings_of(arguments, self._contest),
                "games": progress.done,
                "seconds": round(progress.seconds, 3),
                "games_per_second": round(progress.speed, 3),
                "jobs": self._contest.workers,
                "warnings": progress.warnings,
                "left": self._departures.left,
                "void": [each.to_row() for each in self._void],
                "repeats": dataclasses.asdict(repeats),
                **results_document(results),
            }
            print_json(document)
            return
        console = Console(highlight=False)
        print_results(console, self._game, results)
        if line := repeats.line():
            console.print(line, soft_wrap=True)
        for name, reasons in self._departures.left.items():
            faults = counted(len(reasons), "faults of its own")
            console.print(f"{name} left after {faults}: {escaped(reasons[-1])}", soft_wrap=True, markup=False)
        kept = f"; kept in {escaped(str(arguments.out))}" if arguments.out else ""
        kept += f"; page {escaped(str(arguments.report))}" if arguments.report else ""
        kept += f"; {len(self._void)} void" if self._void else ""
        pace = progress.pace(self._contest.workers)
        console.print(f"{progress.done} games; {pace}; --seed {self._contest.seed}{kept}", soft_wrap=True)


def _in_time(jobs: Iterator[Job], seconds: float, progress: Progress) -> Iterator[Job]:
    """Yield the games of as many tables as fit into some seconds, and of one at least."""
    table, begun = -1, progress.done
    for number, job in enumerate(jobs, 1):
        ahead = number + begun - progress.done + len(job.players)
        takes = ahead / progress.later_speed if progress.later_speed else 0.0
        if table not in (-1, job.table) and progress.seconds + takes > seconds:
            return
        table = job.table
        yield job
