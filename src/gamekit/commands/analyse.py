"""The command `analyse`: what each decision of a game cost, and what a position is worth."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import Progress, TimeRemainingColumn
from rich.text import Text

from gamekit.analysis.games import Appraiser, GameAppraisal, Judgement
from gamekit.analysis.sources import Reader, Recording, read_file, read_folder
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import AnyGame, Observation
from gamekit.output import print_json
from gamekit.pages.appraisals import decision_text, game_text, worst_text
from gamekit.pages.appraisals_json import appraisal_json, game_json, worst_json
from gamekit.pages.telling import new_console
from gamekit.policies.appraisals import appraise
from gamekit.text import escaped
from gamekit.text.numbers import positive, seconds
from gamekit.traces import RECORD, Mismatch

HELP = "show what each decision of a game cost, or what a position is worth"
DESCRIPTION = """Reads a trace, a stream of traces, a player's log, a state alone, or the folder (or games.jsonl) of a
tournament played with --out. Of a game it prints the win shares along it and the decisions that cost most; of a state
the candidates. A decision's cost is the win share of the best candidate less that of the one played: from 5 % it is
an inaccuracy, from 10 % a mistake, from 20 % a blunder, unless that is within its margin of error."""
EXAMPLES = (
    "{game} analyse game.json",
    "{game} analyse --game 1 --move 3 game.json",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a file, - for standard input, or a tournament's folder")
    parser.add_argument("--game", type=positive, metavar="G", help="only game number G of the file")
    parser.add_argument("--move", type=positive, metavar="N", help="show all candidates of decision N of a game")
    parser.add_argument("--seat", type=positive, metavar="S", help="only the decisions of player S")
    parser.add_argument("--player", metavar="NAME", help="only the decisions of this player, over all games")
    parser.add_argument("--worst", type=positive, default=5, metavar="N", help="how many decisions to show (5)")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="the longest time for all (no limit)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of what is estimated (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Analyse; return the exit status."""
    return analyse(arguments, game)


def analyse(arguments: argparse.Namespace, game: AnyGame, own: Reader | None = None) -> int:
    """Analyse; `own` reads a format of the game's own. Returns the exit status: the answer is no if a game breaks off
    or breaks the rules.
    """
    try:
        if (folder := _folder(arguments.file)) is not None:
            return _over_games(arguments, game, list(read_folder(game, folder, arguments.player)))
        with open_trace(arguments.file) as file:
            content = file.read()
        found = read_file(game, arguments.file, content, own)
        if isinstance(found, Observation):
            names = [f"Player {seat + 1}" for seat in range(game.seats_of(found.state))]
            return _decision(arguments, game, found, names)
        return _recordings(arguments, game, found)
    except (Mismatch, ValueError) as error:
        return complain(game, "analyse", f"{arguments.file}: {error}")
    except OSError as error:
        return complain(game, "analyse", f"{error.filename or arguments.file}: {error.strerror}")


def _recordings(arguments: argparse.Namespace, game: AnyGame, found: Sequence[Recording]) -> int:
    """Show what is asked for of the games of a file; return the exit status. Raises ValueError."""
    if arguments.game is not None:
        if arguments.game > len(found):
            raise ValueError(f"expected --game from 1 to {len(found)}, got {arguments.game}")
        found = found[arguments.game - 1 : arguments.game]
    if arguments.move is not None:
        return _move(arguments, game, found)
    if arguments.player is not None:
        return _over_games(arguments, game, found)
    return _games(arguments, game, found)


def _folder(file: str) -> Path | None:
    """Return the folder of a tournament that the argument names, or None."""
    path = Path(file)
    if path.is_dir():
        return path
    return path.parent if path.name == RECORD else None


def _deadline(arguments: argparse.Namespace) -> Deadline:
    return NO_DEADLINE if arguments.seconds is None else Deadline.after(arguments.seconds, time.monotonic)


def _appraised(
    arguments: argparse.Namespace, game: AnyGame, recordings: Sequence[Recording]
) -> Iterator[tuple[Recording, GameAppraisal[Any]]]:
    """Yield each game with its appraisal, the time shared among them; a bar shows how far it is."""
    deadline, screen = _deadline(arguments), Console(stderr=True)
    columns = (*Progress.get_default_columns()[:-1], TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("analysing", total=sum(len(one.rounds) for one in recordings))
        for number, one in enumerate(recordings):
            if number and not deadline.remaining():
                print(f"{game.name} analyse: time is up after {number} of {len(recordings)} games", file=sys.stderr)
                return
            part = deadline if arguments.seconds is None else deadline.part(1 / (len(recordings) - number))
            appraiser = Appraiser(game, arguments.seed, one.alone)
            yield one, appraiser.appraise(one.rounds, part, lambda: progress.advance(task))


def _games(arguments: argparse.Namespace, game: AnyGame, recordings: Sequence[Recording]) -> int:
    """Show games one by one; return the exit status."""
    shown = []
    seat = None if arguments.seat is None else arguments.seat - 1
    for number, (one, found) in enumerate(_appraised(arguments, game, recordings), 1):
        if arguments.json:
            complaint = None if one.complaint is None else escaped(one.complaint)
            shown.append({**game_json(game, found, one.names), "complaint": complaint})
            continue
        if len(recordings) > 1:
            _print([Text(f"Game {number} of {len(recordings)}", style="bold")])
        if one.complaint:
            _print([Text(f"This is no whole game by the rules. {one.complaint}", style="red"), Text()])
        _print(game_text(game, one, found, found.worst(arguments.worst, seat)))
    if arguments.json:
        print_json({"game": game.name, "games": shown})
    return Status.NO if any(one.complaint for one in recordings) else Status.FINE


def _over_games(arguments: argparse.Namespace, game: AnyGame, recordings: Sequence[Recording]) -> int:
    """Show the most costly decisions of a player, or of all, over all games; return the exit status."""
    if not recordings:
        raise ValueError(
            "expected games with traces, got none" + (f" of {arguments.player!r}" * bool(arguments.player))
        )
    worst: list[tuple[str, Sequence[str], Judgement[Any]]] = []
    decisions, lost = 0, 0.0
    for one, found in _appraised(arguments, game, recordings):
        wanted = [each for each in found.judgements if _is_wanted(arguments, one, each)]
        decisions, lost = decisions + len(wanted), lost + sum(each.cost for each in wanted)
        worst += [(escaped(one.source), one.names, each) for each in wanted if each.is_sure]
        worst = sorted(worst, key=lambda each: -each[2].cost)[: arguments.worst]
    if arguments.json:
        listed = worst_json(game, worst)
        print_json({"game": game.name, "decisions": decisions, "lost": lost, "worst": listed})
        return Status.FINE
    who = escaped(arguments.player) if arguments.player else "all players"
    _print(
        [Text(f"{decisions:.0f} decisions of {who} in {len(recordings)} games: {lost:.2f} wins lost in all"), Text()]
    )
    _print(worst_text(game, worst, boards=True))
    return Status.FINE


def _is_wanted(arguments: argparse.Namespace, recording: Recording, one: Judgement[Any]) -> bool:
    name = recording.names[one.step.seat]
    return arguments.player in (None, name) and arguments.seat in (None, one.step.seat + 1)


def _move(arguments: argparse.Namespace, game: AnyGame, recordings: Sequence[Recording]) -> int:
    """Show one decision with all candidates; return the exit status."""
    if len(recordings) > 1:
        raise ValueError(f"expected --game with --move: there are {len(recordings)} games")
    one = recordings[0]
    steps = ((at, step) for at, played in enumerate(one.rounds) for step in played.steps)
    found = next(islice(steps, arguments.move - 1, None), None)
    if found is None:
        raise ValueError(
            f"expected --move from 1 to {sum(len(each.steps) for each in one.rounds)}, got {arguments.move}"
        )
    at, step = found
    before = one.rounds[at].before
    view = Observation(game.observe(before, step.seat), step.seat)
    return _decision(arguments, game, view, one.names, None if step.fault else step.action)


def _decision(
    arguments: argparse.Namespace,
    game: AnyGame,
    observation: Observation[Any],
    names: Sequence[str],
    played: Any = None,
) -> int:
    """Show what a position is worth, and beside its candidates what its seat has played; return the exit status."""
    able = game.players_to_move(observation.state)
    if game.perfect_information and observation.seat not in (None, *able):
        raise ValueError(f"expected a state for who moves ({', '.join(names[seat] for seat in able)})")
    actions = {} if played is None or observation.seat is None else {observation.seat: played}
    appraisal = appraise(game, observation, actions, Random(arguments.seed), _deadline(arguments))
    if appraisal is None:
        raise ValueError("expected a position that the game has values for")
    if observation.seat is not None:  # others that move at once are not asked for
        appraisal = replace(appraisal, candidates={observation.seat: appraisal.candidates.get(observation.seat, ())})
    if arguments.json:
        print_json({"game": game.name, **appraisal_json(game, appraisal)})
    else:
        _print(decision_text(game, observation, appraisal, names, played))
    return Status.FINE


def _print(items: Iterable[RenderableType]) -> None:
    console = new_console()
    for item in items:
        console.print(item)
