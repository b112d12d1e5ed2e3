"""The command `tournament`: many games among two or more players."""

import argparse
import dataclasses
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gamekit.commands.common.arguments import a_seat
from gamekit.commands.common.entries import Entry, entries_of
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.status import Status
from gamekit.commands.contest.description import command_again, in_words, resumed, settings_of
from gamekit.commands.contest.games import Contest, add_game_arguments, add_run_arguments, set_up
from gamekit.commands.contest.lineup import add_table_arguments, balance_line, different_players, lay_tables
from gamekit.commands.contest.one_game import play_again
from gamekit.commands.contest.standings import print_results, results_document, write_csv
from gamekit.commands.contest.trial import who_cannot_play
from gamekit.commands.referee import counted
from gamekit.game import AnyGame
from gamekit.output import Unwritten, print_json
from gamekit.seeds import new_root
from gamekit.text import escaped
from gamekit.text.numbers import natural
from gamekit.tournament.arena import Job, Report, Void
from gamekit.tournament.folder import Folder
from gamekit.tournament.programs import identity
from gamekit.tournament.progress import LONG, WORTH_SAYING, Progress, duration_in_words
from gamekit.tournament.runner import FailedJob, LostJob
from gamekit.tournament.schedule import blocks_for
from gamekit.tournament.standings.results import Results

if TYPE_CHECKING:  # slow to import
    from gamekit.tournament.report.page import About, ReportPage

HELP = "play many games among players and rate them"
DESCRIPTION = """Plays games among two or more SEATs: built-ins' names, paths of executables (with a slash:
./bot), quoted commands ("python bot.py"). Every combination of different players meets at a table. Games are played in
blocks: one seating in every rotation, so that no player profits from its seat. A win scores 1, a draw 1/seats for
each. A player that breaks the rules, is late or dies forfeits: it scores 0, and the others share 1 equally, which does
not count as a win. A game whose process dies or is stopped, three times and by nobody's known fault, is void. Scores
and Elo have 95 % intervals over blocks."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_game_arguments(parser, game, openings=0)
    add_table_arguments(parser)
    add_run_arguments(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="keep traces, standard errors and the record in this folder"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write the results for a spreadsheet")
    parser.add_argument(
        "--publish",
        type=Path,
        metavar="FILE.zip",
        help="with --out: also write page, games and traces for a web server",
    )
    parser.add_argument("--anonymous", action="store_true", help="numbers for names there; FILE.key.csv says whose")
    parser.add_argument("--check", action="store_true", help="try every player first, and leave out who cannot play")
    parser.add_argument("--game", type=natural, metavar="N", help="play only this game again, and print its trace")
    parser.add_argument("--wire-log", type=Path, metavar="FILE", help="with --game: write the bytes on the wires here")
    parser.add_argument("--yes", action="store_true", help="do not ask before a tournament of more than half an hour")
    parser.add_argument("--pages", action="store_true", help="with --out: also write a page to watch each game")
    parser.add_argument(
        "--resume", action="store_true", help="continue the tournament in --out, even one that was killed"
    )
    parser.add_argument("--changed", action="store_true", help="continue even if a player's files have changed")
    parser.set_defaults(programs=None, players_on_record=None, changed_players=())
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write a live HTML report",
    )
    parser.add_argument(
        "--players",
        dest="players_in",
        type=Path,
        metavar="DIR",
        help="also each folder in DIR, started by its file `run`",
    )
    parser.add_argument(
        "players", nargs="*", metavar="SEAT", help=f"a player: {a_seat(game)}; NAME=SEAT; @FILE: a SEAT on each line"
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play the tournament; return the exit status."""
    with ExitStack() as stack:
        try:
            contest = _contest(arguments, game)
            if arguments.game is not None:
                blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
                return play_again(contest, blocks, arguments.game, arguments.wire_log)
            folder = _open_folder(arguments, contest)
            if folder is not None:
                stack.enter_context(closing(folder))
            results = Results([_names(contest, table) for table in contest.tables], contest.variants)
            page = _open_page(arguments, contest, results)
        except (OSError, ValueError, FailedJob, LostJob) as error:
            return complain(game, "tournament", words_of(error))
        return _play(arguments, contest, folder, results, page)


def _contest(arguments: argparse.Namespace, game: AnyGame) -> Contest:
    """Return the contest that the arguments ask for. Raises OSError and ValueError."""
    if arguments.resume and arguments.out is None:
        raise ValueError("--resume needs --out DIR, the folder of the tournament to continue")
    for name in ("pages", "publish"):
        if getattr(arguments, name) and arguments.out is None:
            raise ValueError(f"--{name} needs --out DIR, the folder that games are kept in")
    if arguments.anonymous and arguments.publish is None:
        raise ValueError("--anonymous needs --publish FILE.zip, in which players have numbers for names")
    if arguments.wire_log and arguments.game is None:
        raise ValueError("--wire-log needs --game N, the game that is played again")
    entries = entries_of(game, arguments.players, arguments.players_in)
    arguments.player_names = [entry.name for entry in entries]
    players = different_players(arguments, entries)
    called = resumed(arguments, entries) if arguments.out else {}
    if arguments.seed is None:
        arguments.seed = new_root()
    contest = set_up(arguments, game, players, lay_tables(arguments, game, entries), called)
    if arguments.check:
        contest = _without_who_cannot_play(arguments, contest, players, called)
    settings = dataclasses.replace(contest.settings, keep_trace=arguments.out is not None)
    return dataclasses.replace(contest, settings=settings)


def _without_who_cannot_play(
    arguments: argparse.Namespace, contest: Contest, entries: Sequence[Entry], called: Mapping[str, str]
) -> Contest:
    """Return the contest among those who can play; say who cannot, and why. Raises OSError and ValueError."""
    game = contest.settings.game
    reasons = who_cannot_play(contest)
    for name, reason in reasons.items():
        print(f"{game.name} tournament: {name} cannot play and is left out: {escaped(reason)}", file=sys.stderr)
    left = [each for each, player in zip(entries, contest.players, strict=True) if player.name not in reasons]
    if len(left) == len(entries):
        return contest
    if arguments.table:
        raise ValueError("--table needs all of its SEATs")
    arguments.player_names = [entry.name for entry in left]
    arguments.programs = None if arguments.programs is None else [identity(entry.program) for entry in left]
    return set_up(arguments, game, left, lay_tables(arguments, game, left), called)


def _open_folder(arguments: argparse.Namespace, contest: Contest) -> Folder | None:
    """Return the folder of --out, if that is given. Raises RecordError, OSError and Unwritten."""
    if arguments.out is None:
        return None
    page = partial(_watch_page(), contest.settings.game) if arguments.pages else None
    games = total_games(arguments, contest)

    def job(number: int) -> Job:
        if not 0 <= number < games:
            raise ValueError(f"expected a game from 0 to {games - 1}, got {number}")
        return contest.job(number)

    return Folder(arguments.out, settings_of(arguments, contest), job, resume=arguments.resume, page=page)


def _watch_page() -> Callable[[AnyGame, str, bytes], str]:
    """Return the maker of pages to watch."""
    from gamekit.pages.watch import watch_page  # noqa: PLC0415 - slow to import

    return watch_page


def _names(contest: Contest, table: tuple[int, ...]) -> list[str]:
    return [contest.players[player].name for player in table]


def _open_page(arguments: argparse.Namespace, contest: Contest, results: Results) -> "ReportPage | None":
    """Return the page of --report, written once, if that is given. Raises ValueError and Unwritten."""
    if arguments.report is None:
        return None
    from gamekit.tournament.report.page import ReportPage  # noqa: PLC0415 - slow to import

    page = ReportPage(arguments.report, _about(arguments, contest), results)
    page.write("running")
    return page


def _about(arguments: argparse.Namespace, contest: Contest) -> "About":
    """Return what a page says beside results."""
    from gamekit.tournament.report.page import About  # noqa: PLC0415 - slow to import

    game = contest.settings.game
    return About(
        game=game,
        tables=[_names(contest, table) for table in contest.tables],
        settings=in_words(arguments, contest),
        command=command_again(arguments, contest),
        total=total_games(arguments, contest),
        out=arguments.out,
        pages=arguments.pages,
    )


def _publish(arguments: argparse.Namespace, contest: Contest, folder: Folder) -> None:
    """Write the archive of --publish, and the key of --anonymous beside it. Raises OSError and Unwritten."""
    from gamekit.tournament.report.publish import numbers_for, publish, write_key  # noqa: PLC0415 - slow to import

    names = {player.name: player.name for player in contest.players}
    if arguments.anonymous:
        names = numbers_for(contest.players, contest.seed)
        write_key(arguments.publish.with_suffix(".key.csv"), contest.players, names)
    publish(arguments.publish, _about(arguments, contest), contest.variants, folder.played.values(), names)


def total_games(arguments: argparse.Namespace, contest: Contest) -> int:
    """Return how many games the tournament has, at most."""
    blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
    return blocks * len(contest.tables) * int(arguments.seats)


def _play(
    arguments: argparse.Namespace,
    contest: Contest,
    folder: Folder | None,
    results: Results,
    page: "ReportPage | None",
) -> int:
    before = folder.played if folder else {}
    for played in before.values():
        results.add(played)
        if page:
            page.take(played)
    total = total_games(arguments, contest)
    progress = Progress(f"{contest.settings.game.name} tournament", total, len(before))

    for name in arguments.changed_players:
        progress.warn(f"{name} is another program than when the record was begun")
    progress.warn(folder.damage if folder else None)
    void: list[Void] = []

    jobs = _jobs(arguments, contest, before, progress)
    started = False

    try:
        with progress, page or nullcontext(), closing(contest.play(jobs, progress, repeat_late=True)) as reports:
            for report in reports:
                if isinstance(report, Void):
                    void.append(report)
                    continue
                if folder:
                    folder.keep(report)
                    folder.played[report.played.game] = report.played
                results.add(report.played)
                progress.advance()
                _show(page, report, progress, contest.workers)
                if not started and progress.knows_speed(contest.workers):
                    started = True
                    _tell_time(arguments, progress)
            if arguments.seconds and page:
                page.total = page.done
    except (KeyboardInterrupt, SystemExit, Unwritten):  # also a signal's
        progress.say(_how_to_go_on(arguments, progress))
        raise
    except (FailedJob, LostJob) as error:
        progress.say(_how_to_go_on(arguments, progress))
        message = "\n".join([str(error), *getattr(error, "__notes__", [])])
        return complain(contest.settings.game, "tournament", message)
    _write_files(arguments, contest, folder, results)
    _report(arguments, contest, results, progress, void)
    if page and page.failure:
        raise page.failure
    return Status.NO if void else Status.FINE


def _write_files(arguments: argparse.Namespace, contest: Contest, folder: Folder | None, results: Results) -> None:
    """Write what is asked for beside the page, at the end. Raises Unwritten."""
    if arguments.publish and folder:
        _publish(arguments, contest, folder)
    if arguments.csv:
        write_csv(arguments.csv, results)


def _jobs(
    arguments: argparse.Namespace, contest: Contest, before: Container[object], progress: Progress
) -> Iterator[Job]:
    """Return the games that are to be played, and say how many."""
    blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
    jobs: Iterator[Job] = (job for job in contest.jobs(blocks) if job.number not in before)
    if arguments.seconds:
        progress.say(f"as many tables as fit into {duration_in_words(arguments.seconds)}")
        return _in_time(jobs, arguments.seconds, progress)
    balanced = balance_line(arguments, contest.tables, len(contest.players))
    games = f"{progress.total - progress.done} games"
    progress.say(f"{counted(len(contest.tables), 'tables')}, {games} to play{balanced}")
    return jobs


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


def _tell_time(arguments: argparse.Namespace, progress: Progress) -> None:
    """Say how long it will take; ask, in a terminal, whether that is meant if it is long. Raises KeyboardInterrupt."""
    if arguments.seconds or progress.left < WORTH_SAYING:
        return
    progress.say(f"about {duration_in_words(progress.left)} left")
    long = progress.left > LONG
    if long and progress.is_terminal and not arguments.yes and not progress.ask("Go on?"):
        raise KeyboardInterrupt


def _show(page: "ReportPage | None", report: Report, progress: Progress, workers: int) -> None:
    """Put a game on the page, if there is one; that it can't be written is a warning, once."""
    if page:
        page.add(report.played, progress.pace(workers), progress.warnings)
        if page.failure and str(page.failure) not in progress.warnings:
            progress.warn(str(page.failure))


def _how_to_go_on(arguments: argparse.Namespace, progress: Progress) -> str:
    out = arguments.out
    how = f"go on with --out {out} --resume" if out else "nothing was kept (--out DIR keeps the games)"
    return f"stopped after {progress.done} of {progress.total} games; {how}"


def _report(
    arguments: argparse.Namespace, contest: Contest, results: Results, progress: Progress, void: Sequence[Void]
) -> None:
    if arguments.json:
        document = {
            "settings": settings_of(arguments, contest),
            "games": progress.done,
            "seconds": round(progress.seconds, 3),
            "games_per_second": round(progress.speed, 3),
            "jobs": contest.workers,
            "warnings": progress.warnings,
            "void": [each.to_row() for each in void],
            "repeats": dataclasses.asdict(results.total.copies.repeats()),
            **results_document(results),
        }
        print_json(document)
        return
    console = Console(highlight=False)
    print_results(console, contest.settings.game, results)
    if line := results.total.copies.repeats().line():
        console.print(line, soft_wrap=True)
    kept = f"; kept in {escaped(str(arguments.out))}" if arguments.out else ""
    kept += f"; page {escaped(str(arguments.report))}" if arguments.report else ""
    kept += f"; {len(void)} void" if void else ""
    console.print(
        f"{progress.done} games; {progress.pace(contest.workers)}; --seed {contest.seed}{kept}", soft_wrap=True
    )
