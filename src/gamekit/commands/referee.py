"""The command `referee`: one game, its trace on standard output, its result on standard error."""

import argparse
import contextlib
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from gamekit.answer import Answer, Kind
from gamekit.commands.common.arguments import (
    a_seat,
    add_limit_argument,
    add_sandbox_argument,
    add_timeout_argument,
    add_variant_arguments,
    surroundings_asked,
    variants_of,
)
from gamekit.commands.common.entries import Entry, entries_of
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame, ChildSettings, Seat, Surroundings
from gamekit.game.results import length_of, returns_of
from gamekit.output import ErrorLines, print_json
from gamekit.probes.bench import EXIT_SECONDS
from gamekit.referee import outcome, play
from gamekit.seats import how_to_check, open_seat
from gamekit.seeds import deal_seed, new_root, seat_seed
from gamekit.table import Table
from gamekit.text import escaped, escaped_lines
from gamekit.text.counts import counted
from gamekit.text.numbers import natural
from gamekit.tournament.names import short_name
from gamekit.tournament.programs import surroundings_of
from gamekit.traces import TraceWriter, first_state
from gamekit.wire.json_stream import loads, read_values

HELP = "play one game and print its trace"
DESCRIPTION = """Plays one game between SEATs. A SEAT is a built-in's name, the path of an executable (with a slash:
./bot), or a quoted command ("python bot.py"). The trace goes to standard output, one JSON value a line; the
result goes to standard error, and so does what players write to theirs, each line with the player's name. A player
that breaks the rules, is late or dies forfeits, which is exit status 3."""
EXAMPLES = (
    "{game} referee --seed 7 {ours} random > game.json",
    '{game} referee "python bot.py" random > game.json',
)

_AT_THE_END = "write one answer to each message, and exit when the last has come"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_variant_arguments(parser, game)
    parser.add_argument("--from", dest="start", metavar="FILE", help="start from the first state in this file (JSON)")
    add_limit_argument(parser, game, f"end the game after N {game.length_noun}")
    add_timeout_argument(parser, game)
    add_sandbox_argument(parser, "off")
    parser.add_argument(
        "--seed", type=natural, metavar="N", help="the seed of all chance: the same seed, the same game"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead, the trace in it")
    parser.add_argument("--quiet", action="store_true", help="do not show what players write to their standard error")
    parser.add_argument("players", nargs="+", metavar="SEAT", help=f"a player: {a_seat(game)}; NAME=SEAT")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play the game; return the exit status."""
    seed = new_root() if arguments.seed is None else arguments.seed
    settings = ChildSettings(arguments.wire, arguments.timeout, strict=False)
    with contextlib.ExitStack() as stack:
        try:
            entries = entries_of(game, arguments.players)
            names = [each.name for each in entries]
            state = _start(arguments, game, seed, len(entries))
            places = surroundings_of([(each.program, None) for each in entries], surroundings_asked(arguments)[0])
            if not arguments.quiet:
                places = [_heard(stack, seat, *each) for seat, each in enumerate(zip(entries, places, strict=True))]
            seats = [
                stack.enter_context(
                    open_seat(game, each.program, seat_seed(seed, seat), replace(settings, surroundings=place))
                )
                for seat, (each, place) in enumerate(zip(entries, places, strict=True))
            ]
        except (OSError, ValueError) as error:
            return complain(game, "referee", words_of(error))
        lines: list[bytes] = []
        write = lines.append if arguments.json else _print
        ended = play(game, state, seats, trace=TraceWriter(game.speaking(arguments.wire), write, names))
        if arguments.json:
            print_json(_document(ended, names, seed, lines))
        _report(ended, names, seed)
        _show_faults(ended)
        _show_departures(ended, seats)
        _show_errors(ended, entries, seats, quiet=arguments.quiet)
    return Status.FAULT if ended.faults else Status.FINE


def _heard(stack: contextlib.ExitStack, seat: int, entry: Entry, place: Surroundings) -> Surroundings:
    """Return where a player runs, with its standard error shown as it comes, until the stack is closed."""
    lines = ErrorLines(f"Player {seat + 1} ({short_name(entry.name)})")
    return replace(place, hear=stack.enter_context(contextlib.closing(lines)))


def _start(arguments: argparse.Namespace, game: AnyGame, seed: int, seats: int) -> Any:
    """Return the state to start from. Raises OSError and ValueError."""
    if arguments.start is None:
        (variant,) = variants_of(arguments, game, seats)
        state = game.new_game(seats, variant, random.Random(deal_seed(seed)))
    elif arguments.variant or arguments.variants:
        raise ValueError(f"--from brings its own {game.variant_noun}: leave out the options that choose one")
    else:
        with open_trace(arguments.start) as file:
            try:
                state, found = first_state(game, read_values(file.read))
            except ValueError as error:
                raise ValueError(f"{arguments.start}: {error}") from error
        if found != seats:
            raise ValueError(f"{arguments.start}: a game of {found} players, but {seats} SEATs were given")
    return state if arguments.max_length is None else game.with_limit(state, arguments.max_length)


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _document(ended: Table[Any], names: Sequence[str], seed: int, lines: Sequence[bytes]) -> dict[str, object]:
    """Return a game that is over as a JSON object; seats are counted from 0."""
    game, forfeit = ended.game, ended.forfeit
    return {
        "game": game.name,
        "players": names,
        "seed": seed,
        "outcome": outcome(ended, names),
        "returns": returns_of(game, ended.state) if forfeit is None else None,
        "forfeit": None if forfeit is None else forfeit.seat,
        "faults": [{"seat": each.seat, "reason": escaped(each.reason)} for each in ended.faults],
        "length": length_of(game, ended.state),
        "length_noun": game.length_noun,
        "moves": ended.moves,
        "seconds": ended.seconds,
        "trace": [loads(line) for line in lines],
    }


def _report(ended: Table[Any], names: Sequence[str], seed: int) -> None:
    game = ended.game
    players = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
    print(outcome(ended, names), file=sys.stderr)
    length = counted(length_of(game, ended.state), game.length_noun)
    moves = counted(ended.moves, "moves")
    print(f"{length if length == moves else f'{length}, {moves}'}; players: {players}; --seed {seed}", file=sys.stderr)


def _show_faults(ended: Table[Any]) -> None:
    """Print the faults that did not end the game."""
    faults = ended.faults
    for fault in islice(faults, len(faults) - (ended.forfeit is not None)):
        print(f"fault of Player {fault.seat + 1}: {escaped(fault.reason)}", file=sys.stderr)


def _show_departures(ended: Table[Any], seats: Sequence[Seat[Any]]) -> None:
    """Print what players do at the end instead of exiting, which changes no result; of a wrong answer, those after."""
    wrong = ended.latest is not None and isinstance(ended.latest.reply, Answer)
    for number, seat in enumerate(seats):
        if ended.forfeit is not None and not (wrong and ended.forfeit.seat == number):
            continue
        flaw = seat.leaving(EXIT_SECONDS)
        if flaw and (ended.forfeit is None or flaw.kind == Kind.UNASKED):
            print(f"Player {number + 1} {escaped(flaw.reason)}; {_AT_THE_END}", file=sys.stderr)


def _show_errors(ended: Table[Any], entries: Sequence[Entry], seats: Sequence[Seat[Any]], *, quiet: bool) -> None:
    """Print what the players with a fault wrote last, if it was not shown as it came, and how to find out more."""
    for seat in dict.fromkeys(fault.seat for fault in ended.faults):
        program, text = entries[seat].program, seats[seat].errors.strip()
        if text and (quiet or isinstance(program, str)):
            print(f"standard error of Player {seat + 1} ended:", *escaped_lines(text), sep="\n  ", file=sys.stderr)
        if advice := how_to_check(ended.game, program):
            print(advice, file=sys.stderr)
