"""`economancy analyse`: the value of each move in a position, and the loss of each move in a game."""

import argparse
from collections.abc import Iterable, Sequence
from random import Random

from rich.console import Console, RenderableType
from rich.progress import Progress

from economancy.analysis.analysed import Analyst, JointDecision, analyse_games, decision_of_move
from economancy.analysis.trace import TracedGame, read_trace, rounds
from economancy.pages.analysed_json import decision_json, game_json
from economancy.pages.analysed_text import decision_text, game_text
from economancy.pages.screen import heading
from economancy.policy.decision_rollouts import root_of
from economancy.protocol import decode_observation, decode_state
from economancy.rules.game import players_to_move
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame
from gamekit.output import print_json
from gamekit.pages.telling import new_console
from gamekit.text.numbers import positive
from gamekit.traces import Mismatch
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import MalformedInput, Value, read_values

HELP = "show the value of each move in a position, or the most costly moves of a game"
DESCRIPTION = """For a state: the moves of each seat to choose (only of `player`, if the state has one), with the
probability to play each, and each seat's probability to win after it. For a trace or a tournament's stream: the
probability to win day by day, and the most costly moves."""

STATE_ROLLOUTS = 20_000
"""Rollouts for each seat of a lone position without a trained value (guessed: about half a second)."""

TRACE_ROLLOUTS = 4_000
"""The same for each position of a trace (guessed: about 5 seconds for a game with four seats)."""


class Unfit(Exception):  # noqa: N818 - of the input, not an error of the program
    """The input cannot be analysed; the message says why."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="STATE|TRACE", help="a file of JSON; - is standard input")
    parser.add_argument("--json", action="store_true", help="print JSON; of a trace with the candidates of every move")
    parser.add_argument("--move", type=positive, metavar="N", help="of a trace: show the candidates of its move N")
    parser.add_argument("--game", type=positive, metavar="G", help="of a stream: its G-th game alone")
    parser.add_argument(
        "--rollouts",
        type=positive,
        metavar="N",
        help="rollouts for each seat that chooses, where there are no trained values "
        f"({STATE_ROLLOUTS}; in a trace {TRACE_ROLLOUTS})",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of the rollouts (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Analyse; return the exit status."""
    try:
        with open_trace(arguments.file) as file:
            values = list(read_values(file.read))
        if not values:
            raise Unfit("expected a state or a trace, got nothing")
        if len(values) == 1:
            return _show_decision(_decision(values[0], _analyst(arguments, STATE_ROLLOUTS)), arguments.json)
        games = _chosen(read_trace(game, values).games, arguments.game)
        if arguments.move is None:
            return _show_games(games, _analyst(arguments, TRACE_ROLLOUTS), arguments.json)
        return _show_move(games, arguments.move, _analyst(arguments, STATE_ROLLOUTS), arguments.json)
    except (Mismatch, ProtocolError, Unfit) as error:
        return complain(game, "analyse", f"{arguments.file}: {error}")
    except OSError as error:
        return complain(game, "analyse", f"{arguments.file}: {error.strerror}")


def _analyst(arguments: argparse.Namespace, rollouts: int) -> Analyst:
    return Analyst(arguments.seed, arguments.rollouts or rollouts)


def _decision(value: Value | MalformedInput, analyst: Analyst) -> JointDecision:
    """Return the analysis of a lone state. Raises ProtocolError, and Unfit if no seat has a choice."""
    if isinstance(value, MalformedInput):
        raise Unfit(f"line {value.line}: {value.message}")
    state = decode_state(value.data)
    movers = seats = players_to_move(state)
    if isinstance(value.data, dict) and "player" in value.data:
        observation = decode_observation(value.data)
        state = root_of(observation, Random(analyst.seed)).state
        movers, seats = players_to_move(state), (observation.seat,)
    if not movers:
        raise Unfit("expected a state in which somebody has to choose, got one in which nobody has")
    if not set(seats) <= set(movers):
        able = ", ".join(map(str, movers))
        raise Unfit(f"expected a `player` who has to choose ({able}), got {seats[0]}")
    names = [f"Player {seat + 1}" for seat in range(len(state.players))]
    return JointDecision(state, state.day, names, seats, {}, analyst(state, {}), analyst.rollouts_for(state))


def _chosen(games: Sequence[TracedGame], number: int | None) -> Sequence[TracedGame]:
    """Return the games, or the one of this number. Raises Unfit."""
    if number is None:
        return games
    if number > len(games):
        raise Unfit(f"expected --game from 1 to {len(games)}, got {number}")
    return games[number - 1 : number]


def _show_decision(decision: JointDecision, as_json: bool) -> int:
    if as_json:
        print_json(decision_json(decision))
    else:
        _print(decision_text(decision))
    return Status.FINE


def _show_move(games: Sequence[TracedGame], number: int, analyst: Analyst, as_json: bool) -> int:
    """Show a decision of a game. Raises Unfit."""
    if len(games) > 1:
        raise Unfit(f"expected --game with --move: there are {len(games)} games")
    moves = sum(step.seat is not None for step in games[0].steps)
    if number > moves:
        raise Unfit(f"expected --move from 1 to {moves}, got {number}")
    decision = decision_of_move(games[0], number - 1, analyst)
    if decision is None:
        raise Unfit(f"move {number} stands where the trace does not keep to the rules. {games[0].complaint}")
    return _show_decision(decision, as_json)


def _show_games(games: Sequence[TracedGame], analyst: Analyst, as_json: bool) -> int:
    """Show the games; return the exit status: the answer is no if one breaks off or breaks the rules."""
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("analysing", total=sum(len(rounds(game.steps)) for game in games))
        found = analyse_games(games, analyst, lambda: progress.advance(task))
    if as_json:
        print_json({"games": [game_json(one) for one in found]})
    else:
        for number, one in enumerate(found, start=1):
            if len(found) > 1:
                _print([heading(f"Game {number} of {len(found)}")])
            _print(game_text(one))
    return Status.NO if any(game.complaint for game in games) else Status.FINE


def _print(items: Iterable[RenderableType]) -> None:
    console = new_console()
    for item in items:
        console.print(item)
