"""The command `replay`: a player is asked again what it was asked in a game."""

import argparse
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from gamekit.analysis.frames import WatchedGame, read_games
from gamekit.answer import Failure, Reply
from gamekit.commands.common.arguments import a_seat, add_sandbox_argument, add_timeout_argument, surroundings_asked
from gamekit.commands.common.entries import entries_of
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame, ChildSettings, Fault, Observation, Seat
from gamekit.pages.telling import new_console
from gamekit.seats import open_seat, tell_rounds
from gamekit.seeds import seat_seed
from gamekit.table import Step, judge
from gamekit.text import escaped, escaped_lines
from gamekit.text.numbers import natural, positive
from gamekit.tournament.programs import surroundings_of
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import read_values

HELP = "ask a player again what it was asked in a game"
DESCRIPTION = """Asks a player, in order, what its seat was asked in a game, tells it what followed, and shows where it
answers otherwise than the game has it, or gives no answer: the state, both answers, and the end of its standard error.
A player that decides by chance is to be given the game's --seed."""
EXAMPLES = (
    '{game} replay --seat 1 game.json "python bot.py"',
    "{game} replay --seat 2 --from 5 --most 1 game.json ./bot",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("trace", metavar="TRACE", help="a trace's file; - is standard input")
    parser.add_argument("player", metavar="SEAT", help=a_seat(game))
    parser.add_argument("--seat", type=positive, required=True, metavar="S", help="whose decisions: player S, from 1")
    parser.add_argument("--game", type=positive, default=1, metavar="G", help="game number G of a stream (1)")
    parser.add_argument(
        "--from", dest="first", type=positive, default=1, metavar="N", help="from its N-th decision (1)"
    )
    parser.add_argument("--most", type=positive, default=3, metavar="N", help="how many differences to show (3)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="the seed of the game (0)")
    add_timeout_argument(parser, game)
    add_sandbox_argument(parser, "off")


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision, by its number among its seat's, and what came back this time."""

    number: int
    step: Step[Any]
    reply: Reply
    action: Any


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Ask the player; return the exit status: the answer is no if it answers otherwise or not at all."""
    try:
        watched = _game(arguments, game)
        (entry,) = entries_of(game, [arguments.player])
        (place,) = surroundings_of([(entry.program, None)], surroundings_asked(arguments)[0])
        settings = ChildSettings(arguments.wire, arguments.timeout, strict=False, surroundings=place)
        with contextlib.ExitStack() as stack:
            seed = seat_seed(arguments.seed, arguments.seat - 1)
            player = stack.enter_context(open_seat(game, entry.program, seed, settings))
            asked, differences = compare(game, watched, player, arguments.seat - 1, arguments.first)
            errors = player.errors
    except Mismatch as mismatch:
        return complain(game, "replay", f"{arguments.trace}: {mismatch}")
    except (OSError, ValueError) as error:
        return complain(game, "replay", words_of(error))
    _show(game, watched, differences[: arguments.most])
    print(f"{asked} answers, {len(differences)} other than the game's")
    if differences and errors.strip():
        print("its standard error ended:", *escaped_lines(errors.strip()), sep="\n  ")
    return Status.NO if differences else Status.FINE


def _game(arguments: argparse.Namespace, game: AnyGame) -> WatchedGame[Any]:
    """Return the game that is asked for. Raises ValueError, OSError and Mismatch."""
    with open_trace(arguments.trace) as file:
        games = read_games(game, read_values(file.read))
    if arguments.game > len(games):
        raise ValueError(f"expected --game from 1 to {len(games)}, got {arguments.game}")
    found: WatchedGame[Any] = games[arguments.game - 1]
    if arguments.seat > len(found.names):
        raise ValueError(f"expected --seat from 1 to {len(found.names)}, got {arguments.seat}")
    return found


def compare(
    game: AnyGame, watched: WatchedGame[Any], player: Seat[Any], seat: int, first: int = 1
) -> tuple[int, list[Difference]]:
    """Ask a player what a seat was asked, from its decision number `first` on; return how often it was asked, and where
    it answered otherwise. It is asked no more once it gives no answer.
    """
    number = asked = 0
    found: list[Difference] = []
    for played in watched.rounds:
        for step in played.steps:
            if step.seat != seat or (number := number + 1) < first:
                continue
            reply = player.ask(Observation(game.observe(step.state, seat), seat))
            action, asked = judge(game, step.state, seat, reply), asked + 1
            if step.fault is not None or action != step.action:
                found.append(Difference(number, step, reply, action))
            if isinstance(reply, Failure):
                return asked, found
        tell_rounds(player, seat, [played])
    return asked, found


def _show(game: AnyGame, watched: WatchedGame[Any], differences: Sequence[Difference]) -> None:
    console = new_console()
    for one in differences:
        seat = one.step.seat
        seen = Observation(game.observe(one.step.state, seat), seat)
        before = _words(game, seen, one.step.fault or one.step.action, watched.names)
        console.print(Text(f"Decision {one.number} of {watched.names[seat]}", style="bold"))
        console.print(game.draw_text(seen, watched.names))
        console.print(Text(f"  the game has  {before}"))
        console.print(Text(f"  now           {_words(game, seen, one.action, watched.names)}"))
        console.print()


def _words(game: AnyGame, seen: Observation[Any], action: Any, names: Sequence[str]) -> str:
    if isinstance(action, Fault):
        return f"a fault: {escaped(action.reason)}"
    return game.choice_text(seen, action, names)
