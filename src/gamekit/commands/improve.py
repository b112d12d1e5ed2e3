"""The command `improve`: how far a player has come, and what cost it most."""

import argparse
import contextlib
import dataclasses
import json
import math
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.text import Text

from gamekit.analysis.games import Appraiser, Judgement
from gamekit.analysis.sources import read_folder
from gamekit.commands.common.arguments import a_seat
from gamekit.commands.common.entries import Entry, entries_of
from gamekit.commands.common.main import complain, job_words, words_of
from gamekit.commands.common.status import Status
from gamekit.commands.contest.departures import Departures
from gamekit.commands.contest.games import add_game_arguments, add_run_arguments, set_up
from gamekit.commands.contest.standings import new_table, score_text
from gamekit.deadline import Deadline
from gamekit.files import OwnFolder, read_whole
from gamekit.game import AnyGame
from gamekit.output import print_json
from gamekit.pages.appraisals import worst_text
from gamekit.pages.appraisals_json import worst_json
from gamekit.pages.telling import new_console
from gamekit.text import escaped
from gamekit.text.numbers import positive, seconds
from gamekit.tournament.arena import Void
from gamekit.tournament.folder import Folder
from gamekit.tournament.names import file_part
from gamekit.tournament.progress import Progress
from gamekit.tournament.runner import FailedJob, LostJob
from gamekit.tournament.standings.statistics import Interval, mean_interval
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import loads

HELP = "measure a player against weaker and stronger built-ins, and show its worst decisions"
DESCRIPTION = """Plays a player against a ladder of built-ins, the weakest first, from openings, and prints its score a
rung with the 95 % interval; then the decisions that cost it most. Each run is kept in DIR, and the next one says what
has changed since: run it, change the player, run it again."""
EXAMPLES = (
    '{game} improve "python bot.py"',
    "{game} improve --seconds 600 --against {ours} ./bot",
)

BLOCKS = 10_000
"""More than any time allows."""
ANALYSED = 0.3
"""The share of the time in which games are analysed (guessed)."""
SCORES = "scores.json"


@dataclass(frozen=True, slots=True)
class Rung:
    """What a player scored against a built-in: the scores of blocks, and its score in the run before."""

    name: str
    blocks: tuple[float, ...]
    before: tuple[float, ...] = ()

    @property
    def score(self) -> Interval:
        return mean_interval(self.blocks)

    @property
    def change(self) -> str:
        """Return what has changed since the run before, in words; nothing if there was none."""
        change = change_of_all([self])
        return "" if change is None else f"{change.mean:+.1%}: {_verdict(change)}"


def change_of_all(rungs: Sequence[Rung]) -> Interval | None:
    """Return how much higher the score is than in the run before, on average over the rungs of both; None without any.

    The distances to the bounds of all scores add up as squares (G. Y. Zou and A. Donner, "Construction of confidence
    limits about effect measures: a general approach", Statistics in Medicine 27, 2008).
    """
    pairs = [(rung.score, mean_interval(rung.before)) for rung in rungs if rung.before]
    if not pairs:
        return None
    mean = fmean(now.mean - then.mean for now, then in pairs)
    below = math.hypot(*(each for now, then in pairs for each in (now.mean - now.low, then.high - then.mean)))
    above = math.hypot(*(each for now, then in pairs for each in (now.high - now.mean, then.mean - then.low)))
    return Interval(mean, mean - below / len(pairs), mean + above / len(pairs))


def _verdict(change: Interval) -> str:
    return "better" if change.low > 0 else "worse" if change.high < 0 else "not enough games to tell"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found: the player, the folder with its games, its rungs, how many games were analysed, and the most
    costly decisions in them.
    """

    player: str
    folder: Path
    rungs: Sequence[Rung]
    analysed: int
    worst: Sequence[tuple[str, Sequence[str], Judgement[Any]]]


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_game_arguments(parser, game, openings=2)
    add_run_arguments(parser)
    ladder = ", ".join(game.ladder)
    parser.add_argument("--against", action="append", metavar="SEAT", help=f"a rung; may be repeated ({ladder})")
    parser.add_argument("--seconds", type=seconds, default=120.0, metavar="S", help="for everything (%(default)g)")
    parser.add_argument("--worst", type=positive, default=10, metavar="N", help="decisions to show (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where runs are kept (improve-NAME)")
    parser.add_argument("player", metavar="SEAT", help=a_seat(game))


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play and analyse; return the exit status."""
    started = time.monotonic()
    try:
        player, *against = entries_of(game, [arguments.player, *(arguments.against or game.ladder)])
        against = [each for each in against if each.name != player.name]
        if not against:
            raise ValueError(f"expected another player than {player.name} to play against (--against SEAT)")
        arguments.out = arguments.out or Path(f"improve-{file_part(player.name)}")  # which no player sees
        rungs = []
        with closing(OwnFolder(arguments.out)) as runs:  # whose else it is may lead what is written elsewhere
            folder, before = _next_run(arguments.out, player.name)
            with closing(OwnFolder(folder, runs)) as own:
                for number, rung in enumerate(against):
                    left = (1 - ANALYSED) * arguments.seconds - (time.monotonic() - started)
                    limit = time.monotonic() + max(0.0, left) / (len(against) - number)
                    place = OwnFolder(own.path / f"{number + 1}-{file_part(rung.name)}", own)
                    blocks = _play(arguments, game, (player, rung), place, limit)
                    if blocks:
                        rungs.append(Rung(rung.name, tuple(blocks), tuple(before.get(rung.name, ()))))
                scores = {rung.name: rung.blocks for rung in rungs}
                own.replace(SCORES, json.dumps({"player": player.name, "scores": scores}).encode())
        left = max(ANALYSED * arguments.seconds, arguments.seconds - (time.monotonic() - started))
        analysed, worst = _worst(arguments, game, player.name, folder, Deadline.after(left, time.monotonic))
    except (OSError, ValueError, Mismatch) as error:
        return complain(game, "improve", words_of(error) if not isinstance(error, Mismatch) else str(error))
    except (FailedJob, LostJob) as error:
        return complain(game, "improve", job_words(game, error))
    outcome = Outcome(player.name, folder, rungs, analysed, worst)
    if arguments.json:
        print_json(_document(game, outcome, arguments.seats))
    else:
        _show(game, outcome, arguments.seats, arguments.openings)
    return Status.FINE


def _next_run(runs: Path, player: str) -> tuple[Path, Mapping[str, Sequence[float]]]:
    """Return the folder of this run, and what the player's last one scored a rung. Raises OSError and ValueError."""
    numbers = [int(path.name) for path in runs.glob("*") if re.fullmatch(r"\d{3,}", path.name)]
    paths = (runs / f"{number:03}" / SCORES for number in sorted(numbers, reverse=True))
    kept = (_scores(path) for path in paths if path.exists())
    before = next((scores for name, scores in kept if name == player), {})
    return runs / f"{max(numbers, default=0) + 1:03}", before


def _scores(path: Path) -> tuple[str, Mapping[str, Sequence[float]]]:
    """Return what is kept of a run, which people edit: whose it is, and its scores. Raises OSError and ValueError."""
    with contextlib.suppress(ValueError):
        match loads(read_whole(path, 1 << 20)):
            case {"player": str(name), "scores": dict(scores)} if all(map(_is_scores, scores.values())):
                return name, scores
    raise ValueError(f"{path}: expected a 'player' and its 'scores', lists of numbers from 0 to 1")


def _is_scores(value: object) -> bool:
    return isinstance(value, list) and all(type(each) in (int, float) and 0 <= each <= 1 for each in value)


def _play(
    arguments: argparse.Namespace, game: AnyGame, entries: tuple[Entry, Entry], place: OwnFolder, limit: float
) -> list[float]:
    """Play a rung until a moment on the clock, one block at least; return the player's score of each whole block."""
    contest = set_up(arguments, game, entries, [(0,) + (1,) * (arguments.seats - 1)])
    contest = dataclasses.replace(contest, settings=dataclasses.replace(contest.settings, keep_trace=True))
    kept = Folder(place, {"seed": contest.seed}, Departures(contest, BLOCKS, None), resume=False)
    scores: defaultdict[int, list[float]] = defaultdict(list)
    progress = Progress(f"{game.name} improve: {entries[1].name}", BLOCKS * arguments.seats)
    with closing(kept), progress, closing(contest.play(contest.jobs(BLOCKS), progress)) as reports:
        for report in reports:
            if isinstance(report, Void):
                continue
            kept.keep(report)
            played = report.played
            scores[played.block].append(played.shares()[played.seats.index(contest.players[0].name)])
            progress.advance()
            if time.monotonic() >= limit and any(len(each) == arguments.seats for each in scores.values()):
                break
    return [fmean(each) for each in scores.values() if len(each) == arguments.seats]


def _worst(
    arguments: argparse.Namespace, game: AnyGame, name: str, folder: Path, deadline: Deadline
) -> tuple[int, list[tuple[str, Sequence[str], Judgement[Any]]]]:
    """Return in how many games there was time to look, of each rung in turn, and the player's most costly decisions."""
    found: list[tuple[str, Sequence[str], Judgement[Any]]] = []
    rungs = [read_folder(game, path, name) for path in sorted(folder.iterdir()) if path.is_dir()]
    games = 0
    for one in _in_turn(rungs):
        if not deadline.remaining():
            break
        appraisal, games = Appraiser(game, 1).appraise(one.rounds, deadline), games + 1
        own = [each for each in appraisal.judgements if one.names[each.step.seat] == name and each.is_sure]
        found = sorted([*found, *((one.source, one.names, each) for each in own)], key=lambda each: -each[2].cost)
        found = found[: arguments.worst]
    return games, found


def _in_turn(several: Sequence[Iterator[Any]]) -> Iterator[Any]:
    """Yield the first of each, then the second of each, until all are done."""
    waiting = list(several)
    while waiting:
        for one in list(waiting):
            try:
                yield next(one)
            except StopIteration:
                waiting.remove(one)


def _document(game: AnyGame, outcome: Outcome, seats: int) -> dict[str, object]:
    scores = {
        rung.name: {"games": len(rung.blocks) * seats, **dataclasses.asdict(rung.score)} for rung in outcome.rungs
    }
    return {
        "player": outcome.player,
        "scores": scores,
        "change": None if (change := change_of_all(outcome.rungs)) is None else dataclasses.asdict(change),
        "analysed": outcome.analysed,
        "worst": worst_json(game, outcome.worst),
        "kept": str(outcome.folder),
    }


def _show(game: AnyGame, outcome: Outcome, seats: int, openings: int) -> None:
    again = ["since the last run"] if any(rung.before for rung in outcome.rungs) else []
    table = new_table(f"{outcome.player} against", "", "games", "score % (95 %)", *again)
    for rung in outcome.rungs:
        row = (str(len(rung.blocks) * seats), score_text(rung.score), *([rung.change] if again else []))
        table.add_row(Text(rung.name), *row)
    console = new_console()
    console.print(table)
    if outcome.rungs[1:] and (change := change_of_all(outcome.rungs)):
        interval = f"{change.low:+.1%} to {change.high:+.1%}"
        console.print(f"On average over all: {change.mean:+.1%} ({interval}): {_verdict(change)}.")
    if openings:
        noun = f"{openings} {game.length_noun}"
        console.print(f"Each game began after {noun} of mostly random moves: scores are nearer to 50 % for it.")
    console.print(f"{outcome.analysed} games were analysed.")
    for item in worst_text(game, outcome.worst, boards=True):
        console.print(item)
    console.print(Text(f"\nKept in {escaped(str(outcome.folder))}. Change the player, and run the same command again."))
