"""The command `tournament`: many games among two or more players."""

import argparse
import dataclasses
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from gamekit.commands.common.arguments import a_seat
from gamekit.commands.common.entries import Entry, entries_of
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.contest.departures import Departures
from gamekit.commands.contest.description import resumed, settings_of
from gamekit.commands.contest.games import Contest, add_game_arguments, add_run_arguments, set_up
from gamekit.commands.contest.lineup import add_table_arguments, different_players, lay_tables
from gamekit.commands.contest.one_game import play_again
from gamekit.commands.contest.tournament import Tournament
from gamekit.commands.contest.trial import try_players
from gamekit.files import OwnFolder
from gamekit.game import AnyGame
from gamekit.seeds import new_root
from gamekit.text import escaped
from gamekit.text.numbers import natural
from gamekit.tournament.folder import Folder
from gamekit.tournament.programs import identity
from gamekit.tournament.runner import FailedJob, LostJob
from gamekit.tournament.schedule import blocks_for

HELP = "play many games among players and rate them"
DESCRIPTION = """Plays games among two or more SEATs: built-ins' names, paths of executables (with a slash:
./bot), quoted commands ("python bot.py"). Every combination of different players meets at a table. Games are played in
blocks: one seating in every rotation, so that no player profits from its seat. A win scores 1, a draw 1/seats for
each. A player that breaks the rules, is late or dies forfeits: it scores 0, and the others share 1 equally, which does
not count as a win. A game whose process dies or is stopped, three times and by nobody's known fault, is void. Scores
and Elo have 95 % intervals over blocks."""
EXAMPLES = (
    '{game} tournament --games 200 "python bot.py" random {ours}',
    "{game} tournament --out DIR --report DIR/report.html --players bots",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_game_arguments(parser, game, openings=0)
    add_table_arguments(parser)
    add_run_arguments(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="keep traces, standard errors and the record (games.jsonl, of mode 600) in this folder",
    )
    parser.add_argument(
        "--errors", action="store_true", help="with --out: keep standard errors of every game, not only after a fault"
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
    parser.add_argument(
        "--game",
        type=natural,
        metavar="N",
        help="play only this game again, and print its trace; of a table laid again: with --out DIR --resume",
    )
    parser.add_argument("--wire-log", type=Path, metavar="FILE", help="with --game: write the bytes on the wires here")
    parser.add_argument("--yes", action="store_true", help="do not ask before a tournament of more than half an hour")
    parser.add_argument("--pages", action="store_true", help="with --out: also write a page to watch each game")
    parser.add_argument(
        "--resume", action="store_true", help="continue the tournament in --out, even one that was killed"
    )
    parser.add_argument("--changed", action="store_true", help="continue even if a player's files have changed")
    parser.set_defaults(programs=None, players_on_record=None, changed_players=(), paces={})
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
            blocks = blocks_for(arguments.games, arguments.seats, len(contest.variants))
            departures = Departures(contest, blocks, arguments.drop_after)
            # A game of a table that was laid again is one of those on record.
            folder = _open_folder(arguments, departures) if arguments.game is None or arguments.resume else None
            if folder is not None:
                stack.enter_context(closing(folder))
            if arguments.game is not None:
                return play_again(departures, arguments.game, arguments.wire_log)
            tournament = Tournament(arguments, departures, folder)
        except (OSError, ValueError, FailedJob, LostJob) as error:
            return complain(game, "tournament", words_of(error))
        return tournament.play()


def _contest(arguments: argparse.Namespace, game: AnyGame) -> Contest:
    """Return the contest that the arguments ask for. Raises OSError and ValueError."""
    if arguments.resume and arguments.out is None:
        raise ValueError("--resume needs --out DIR, the folder of the tournament to continue")
    for name in ("pages", "publish", "errors"):
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
    settings = dataclasses.replace(contest.settings, keep_trace=arguments.out is not None, keep_errors=arguments.errors)
    return dataclasses.replace(contest, settings=settings)


def _without_who_cannot_play(
    arguments: argparse.Namespace, contest: Contest, entries: Sequence[Entry], called: Mapping[str, str]
) -> Contest:
    """Return the contest among those who can play; say who cannot, and why. Raises OSError and ValueError."""
    game = contest.settings.game
    trial = try_players(contest)
    arguments.paces, reasons = trial.paces, trial.reasons
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


def _open_folder(arguments: argparse.Namespace, departures: Departures) -> Folder | None:
    """Return the folder of --out, if that is given. Raises RecordError, OSError and Unwritten."""
    if arguments.out is None:
        return None
    page = partial(_watch_page(), departures.contest.settings.game) if arguments.pages else None
    settings = settings_of(arguments, departures.contest)
    return Folder(OwnFolder(arguments.out), settings, departures, resume=arguments.resume, page=page)


def _watch_page() -> Callable[[AnyGame, str, bytes], str]:
    """Return the maker of pages to watch."""
    from gamekit.pages.watch import watch_page  # noqa: PLC0415 - slow to import

    return watch_page
