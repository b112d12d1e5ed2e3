"""The command `tournament`: many games among two or more players."""

import argparse
import dataclasses
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gamekit.commands.arguments import a_seat
from gamekit.commands.contest import Contest, add_game_arguments, add_run_arguments, set_up
from gamekit.commands.entries import Entry, entries_of, require_different
from gamekit.commands.main import complain, words_of
from gamekit.commands.referee import counted
from gamekit.commands.standings import print_results, results_document
from gamekit.commands.status import Status
from gamekit.game import AnyGame
from gamekit.numbers import positive
from gamekit.output import Unwritten, print_json
from gamekit.text import escaped
from gamekit.tournament.arena import Job, Void
from gamekit.tournament.folder import Folder, recorded_settings
from gamekit.tournament.programs import identity, on_record
from gamekit.tournament.progress import Progress
from gamekit.tournament.results import Results
from gamekit.tournament.runner import FailedJob, LostJob
from gamekit.tournament.schedule import blocks_for, make_tables

if TYPE_CHECKING:  # slow to import
    from gamekit.tournament.report.page import ReportPage

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
    parser.add_argument(
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="games at each table, rounded up to whole blocks (%(default)s)",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--copies", action="store_true", help="tables may also have several copies of a player")
    who.add_argument("--table", action="store_true", help="one table of exactly these SEATs, which may repeat")
    parser.add_argument("--gauntlet", action="store_true", help="only tables of the first player against others")
    add_run_arguments(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="keep traces, standard errors and the record in this folder"
    )
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
            folder = _open_folder(arguments, contest)
            if folder is not None:
                stack.enter_context(closing(folder))
            results = Results([_names(contest, table) for table in contest.tables], contest.variants)
            page = _open_page(arguments, contest, results)
        except (OSError, ValueError) as error:
            return complain(game, "tournament", words_of(error))
        return _play(arguments, contest, folder, results, page)


def _contest(arguments: argparse.Namespace, game: AnyGame) -> Contest:
    """Return the contest that the arguments ask for. Raises OSError and ValueError."""
    if arguments.resume and arguments.out is None:
        raise ValueError("--resume needs --out DIR, the folder of the tournament to continue")
    if arguments.pages and arguments.out is None:
        raise ValueError("--pages needs --out DIR, the folder that they are kept in")
    entries, tables = _tables(arguments, game)
    called = _resume(arguments, entries) if arguments.out else {}
    contest = set_up(arguments, game, entries, tables, called)
    settings = dataclasses.replace(contest.settings, keep_trace=arguments.out is not None)
    return dataclasses.replace(contest, settings=settings)


def _resume(arguments: argparse.Namespace, entries: Sequence[Entry]) -> dict[str, str]:
    """Take what the record knows with --resume: the seed, and who plays; return what it calls who is typed otherwise.

    Raises OSError, and ValueError if a player has changed.
    """
    arguments.programs = [identity(entry.program) for entry in entries]
    recorded = recorded_settings(arguments.out) if arguments.resume else {}
    seed = recorded.get("seed")
    if arguments.seed is None and isinstance(seed, int):
        arguments.seed = seed
    if recorded and "programs" not in recorded:  # of an earlier version
        arguments.programs = None
    known = on_record(recorded, arguments.programs or [])
    if known is None:
        return {}
    if known.changed and not arguments.changed:
        names = ", ".join(map(repr, known.changed))
        raise ValueError(f"{names}: another program than when the record was begun; --changed goes on all the same")
    arguments.players_on_record, arguments.programs = known.texts, known.programs
    arguments.changed_players = known.changed
    return dict(zip((entry.name for entry in entries), known.texts, strict=True))


def _tables(arguments: argparse.Namespace, game: AnyGame) -> tuple[list[Entry], list[tuple[int, ...]]]:
    """Return the players, and the tables as tuples of indices into the players. Raises OSError and ValueError."""
    entries = entries_of(game, arguments.players, arguments.players_in)
    require_different(entries, copies=arguments.copies or arguments.table)
    texts = [entry.name for entry in entries]
    if arguments.table:
        if arguments.gauntlet:
            raise ValueError("--gauntlet chooses tables, and --table is one: leave out one of them")
        if len(texts) not in game.seats:
            raise ValueError(f"expected a table of {game.seats[0]} to {game.seats[-1]} SEATs, got {len(texts)}")
        different = list({entry.name: entry for entry in entries}.values())
        if arguments.seats not in (game.seats[0], len(texts)):
            raise ValueError(f"--table with {len(texts)} SEATs has {len(texts)} seats: leave out --seats")
        arguments.seats = len(texts)
        return different, [tuple([each.name for each in different].index(text) for text in texts)]
    tables = make_tables(len(texts), arguments.seats, copies=arguments.copies, gauntlet=arguments.gauntlet)
    if not tables:
        fill = f"{counted(len(texts), 'players')} fill{'s' if len(texts) == 1 else ''}"
        raise ValueError(f"{fill} no table of {arguments.seats}: give more SEATs, or use --copies")
    return entries, tables


def _open_folder(arguments: argparse.Namespace, contest: Contest) -> Folder | None:
    """Return the folder of --out, if that is given. Raises RecordError, OSError and Unwritten."""
    if arguments.out is None:
        return None
    page = partial(_watch_page(), contest.settings.game) if arguments.pages else None
    return Folder(arguments.out, _settings(arguments, contest), resume=arguments.resume, page=page)


def _watch_page() -> Callable[[AnyGame, str, bytes], str]:
    """Return the maker of pages to watch."""
    from gamekit.pages.watch import watch_page  # noqa: PLC0415 - slow to import

    return watch_page


def _settings(arguments: argparse.Namespace, contest: Contest) -> dict[str, object]:
    """Return what the games depend on; it must be the same when a tournament is resumed."""
    names = ("programs", "seats", "games", "copies", "table", "gauntlet", "openings", "timeout", "wire", "memory")
    return {
        **{name: getattr(arguments, name) for name in names},
        "players": arguments.players_on_record or [player.name for player in contest.players],
        f"{contest.settings.game.variant_noun}s": contest.variants,
        "seed": contest.seed,
    }


def _names(contest: Contest, table: tuple[int, ...]) -> list[str]:
    return [contest.players[player].name for player in table]


def _total(arguments: argparse.Namespace, contest: Contest) -> int:
    """Return how many games the tournament has."""
    blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
    return blocks * len(contest.tables) * int(arguments.seats)


def _open_page(arguments: argparse.Namespace, contest: Contest, results: Results) -> "ReportPage | None":
    """Return the page of --report, written once, if that is given. Raises ValueError and Unwritten."""
    if arguments.report is None:
        return None
    from gamekit.tournament.report.page import About, ReportPage  # noqa: PLC0415 - slow to import

    game = contest.settings.game
    about = About(
        game=game,
        tables=[_names(contest, table) for table in contest.tables],
        settings=_in_words(arguments, contest),
        command=command_again(arguments, contest),
        total=_total(arguments, contest),
        out=arguments.out,
        pages=arguments.pages,
    )
    page = ReportPage(arguments.report, about, results)
    page.write("running")
    return page


def _in_words(arguments: argparse.Namespace, contest: Contest) -> dict[str, str]:
    """Return the settings as the page lists them."""
    game = contest.settings.game
    opening = f"{counted(arguments.openings, game.length_noun)} of random play" if arguments.openings else "none"
    memory = "no limit" if arguments.memory is None else f"{arguments.memory >> 20} MiB for each process of a player"
    return {
        "seats": str(arguments.seats),
        game.variant_noun: ", ".join(contest.variants),
        "opening": opening,
        "limit for an answer": f"{arguments.timeout:g} s",
        "memory": memory,
        "wire": arguments.wire,
        "games at a time": str(contest.workers),
        "seed": str(contest.seed),
    }


def command_again(arguments: argparse.Namespace, contest: Contest) -> str:
    """Return the command that plays the same games, for a shell."""
    game = contest.settings.game
    words: list[object] = [game.name, "tournament"]
    if arguments.variant is not None:
        words += [f"--{game.variant_noun}", arguments.variant]
    words += [option for option, chosen in game.variant_options.items() if chosen == arguments.variants]
    words += [] if arguments.table else ["--seats", arguments.seats]
    words += ["--games", arguments.games, "--openings", arguments.openings, "--timeout", arguments.timeout]
    words += ["--wire", arguments.wire] if len(game.wires) > 1 else []
    words += ["--memory", f"{arguments.memory >> 20}M"] if arguments.memory is not None else []
    words += [f"--{option}" for option in ("copies", "table", "gauntlet") if getattr(arguments, option)]
    return escaped(shlex.join(str(word) for word in [*words, "--seed", contest.seed, *_players(arguments)]))


def _players(arguments: argparse.Namespace) -> list[object]:
    named = ["--players", arguments.players_in] if arguments.players_in else []
    return [*named, *arguments.players]


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
    total = _total(arguments, contest)
    progress = Progress(f"{contest.settings.game.name} tournament", total, len(before))

    for name in arguments.changed_players:
        progress.warn(f"{name} is another program than when the record was begun")
    void: list[Void] = []

    def jobs() -> Iterator[Job]:
        blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
        return (job for job in contest.jobs(blocks) if job.number not in before)

    try:
        with progress, page or nullcontext(), closing(contest.play(jobs(), progress)) as reports:
            for report in reports:
                if isinstance(report, Void):
                    void.append(report)
                    continue
                if folder:
                    folder.keep(report)
                results.add(report.played)
                progress.advance()
                if page:
                    page.add(report.played, progress.pace(contest.workers), progress.warnings)
    except (KeyboardInterrupt, Unwritten):
        how = f"go on with --out {arguments.out} --resume" if folder else "nothing was kept (--out DIR keeps the games)"
        progress.say(f"stopped after {progress.done} of {total} games; {how}")
        raise
    except (FailedJob, LostJob) as error:
        message = "\n".join([str(error), *getattr(error, "__notes__", [])])
        return complain(contest.settings.game, "tournament", message)
    _report(arguments, contest, results, progress, void)
    return Status.NO if void else Status.FINE


def _report(
    arguments: argparse.Namespace, contest: Contest, results: Results, progress: Progress, void: Sequence[Void]
) -> None:
    if arguments.json:
        document = {
            "settings": _settings(arguments, contest),
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
