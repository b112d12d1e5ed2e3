"""`economancy referee`: one game, its trace on standard output, who won and why on standard error."""

import argparse
import contextlib
import random
import sys
from collections.abc import Iterable, Sequence

from economancy.commands.verify import open_trace
from economancy.protocol import ProtocolError, decode_observation, decode_state, is_trace_note
from economancy.referee import ChildSeat, Game, Seat, TraceWriter, outcome, play
from economancy.rules.game import MAX_DAYS, new_game, players_to_move
from economancy.rules.state import Attacking, Fault, State
from economancy.tournament.seats import A_SEAT, add_shop_arguments, add_timeout_argument, open_seat, positive, shop_of
from gamekit.wire.json_stream import Malformed, Value, read_values

HELP = "play one game and print its trace"
DESCRIPTION = """Plays one game between 2 to 4 SEATs. A SEAT is a built-in's name (decent), the path of an executable
(with a slash: player/economancy), or a quoted command ("python bot.py"). The trace goes to standard output, one JSON
value a line; who won and why to standard error. A player that breaks the rules, is late or dies forfeits, which ends
the game, as the real referee does."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_shop_arguments(parser)
    parser.add_argument("--from", dest="start", metavar="FILE", help="start from the first state in this file (JSON)")
    parser.add_argument(
        "--max-days", type=positive, default=MAX_DAYS, metavar="N", help="call a draw after N days (%(default)s)"
    )
    add_timeout_argument(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="what all chance comes from; the same seed, the same game"
    )
    parser.add_argument(
        "--dialect",
        choices=("referee", "assignment"),
        default="referee",
        help="spell attacker_card as the referee does (default) or attacker-card as the assignment",
    )
    parser.add_argument("seats", nargs="+", metavar="SEAT", help=f"2 to 4 players: {A_SEAT}")


def run(arguments: argparse.Namespace) -> int:
    """Play the game; return the exit status."""
    try:
        state = _start(arguments)
    except (OSError, ValueError) as error:
        return _usage(str(error))
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    with contextlib.ExitStack() as stack:
        try:
            seats = [
                stack.enter_context(open_seat(text, seed, seat, arguments.timeout, arguments.dialect))
                for seat, text in enumerate(arguments.seats)
            ]
        except (OSError, ValueError) as error:
            return _usage(str(error))
        game = play(state, seats, max_days=arguments.max_days, trace=TraceWriter(_print, arguments.dialect))
        _report(game, arguments.seats, seed)
        _show_errors(game, seats)
    return 0


def _start(arguments: argparse.Namespace) -> State:
    """Return the state to start from. Raises OSError and ValueError."""
    seats = len(arguments.seats)
    if arguments.start is None:
        return new_game(seats, shop_of(arguments, seats))
    if arguments.shop is not None or arguments.cards is not None:
        raise ValueError("--from brings its own shop: leave out --base, --simple and --shop")
    with open_trace(arguments.start) as file:
        try:
            state = _first_state(read_values(file.read))
        except ProtocolError as error:
            raise ValueError(f"{arguments.start}: {error}") from error
    if len(state.players) != seats:
        raise ValueError(f"{arguments.start}: a game of {len(state.players)} players, but {seats} SEATs were given")
    return state


def _first_state(items: Iterable[Value | Malformed]) -> State:
    """Return the first state of a stream, from which a game can go on. Raises ProtocolError."""
    for item in items:
        if isinstance(item, Malformed):
            raise ProtocolError(item.message)
        if is_trace_note(item.data):
            continue
        state = decode_state(item.data)
        if not players_to_move(state):
            raise ProtocolError("expected a state in which somebody moves")
        if _is_inside_a_defence(state, item.data):
            raise ProtocolError(
                "expected a state from before the first defender's choice, which cannot be told from it"
            )
        return state
    raise ProtocolError("expected a state, got nothing")


def _is_inside_a_defence(state: State, message: object) -> bool:
    """Tell whether the state was shown to a defender after another: its card may be tapped for this very fight."""
    if not isinstance(state.phase, Attacking) or state.phase.attacker_card is None:
        return False
    seat = decode_observation(message).seat if isinstance(message, dict) and "player" in message else 0
    before = state.players[:seat]
    return any(seat != state.phase.attacker and not player.out for seat, player in enumerate(before))


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _report(game: Game, names: Sequence[str], seed: int) -> None:
    players = ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
    print(f"{outcome(game.state, names)}", file=sys.stderr)
    print(f"{game.days} days, {game.moves} moves; seats: {players}; --seed {seed}", file=sys.stderr)


def _show_errors(game: Game, seats: Sequence[Seat]) -> None:
    """Print what the player that forfeited wrote to its standard error last."""
    if isinstance(game.state.phase, Fault):
        seat = seats[game.state.phase.forfeit]
        if isinstance(seat, ChildSeat) and (text := seat.child.stderr_tail.strip()):
            print("its standard error ended:", *text.splitlines(), sep="\n  ", file=sys.stderr)


def _usage(message: str) -> int:
    print(f"economancy referee: {message}", file=sys.stderr)
    return 2
