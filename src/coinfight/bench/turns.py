"""`coinfight bench turns`: many turns by process in random positions; every answer is judged and timed.

With --games, the same as games of 64 own turns, so many at once: the wall time of a game is printed.
"""

import argparse
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from coinfight.game import GAME
from coinfight.protocol import LineError, decode_action, encode_state
from coinfight.rules import State, objection
from gamekit.bench.games import random_states
from gamekit.bench.machine import loop_milliseconds
from gamekit.game import AnyGame

GAME_TURNS = 64
"""No seat has more turns in a game: each costs its hand 1 of 64 at least."""

HELP = "many turns by process: faults and times"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare PROGRAM and how often."""
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="the program, such as player/coinfight")
    parser.add_argument("--runs", type=int, default=1000, help="turns (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5, 6], help="seats, in turns (2 to 6)")
    parser.add_argument("--seed", type=int, default=1, help="what the states are drawn from (%(default)s)")
    parser.add_argument("--limit", type=float, default=0.35, help="seconds of wall time a turn (%(default)s)")
    parser.add_argument("--games", type=int, default=0, help="so many games of 64 own turns at once instead")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print faults, and mean, highest and too long wall times a number of seats; return whether there was no fault."""
    rng = Random(arguments.seed)
    faults = 0
    print(f"calibration: a loop of a million turns takes {loop_milliseconds():.0f} ms")
    for seats in arguments.seats:
        if arguments.games:
            games = [_own_turns(random_states(GAME, seats, GAME_TURNS, rng)) for _ in range(arguments.games)]
            with ThreadPoolExecutor(arguments.games) as pool:
                played = list(pool.map(lambda game: [_turn(arguments.program, state) for state in game], games))
            faults += sum(fault for game in played for _, fault in game)
            totals = ", ".join(f"{sum(seconds for seconds, _ in game):.2f}" for game in played)
            print(f"{seats} seats: {arguments.games} games at once of {GAME_TURNS} own turns, {totals} s", flush=True)
            continue
        states = random_states(GAME, seats, arguments.runs // len(arguments.seats), rng)
        turns = [_turn(arguments.program, state) for state in states]
        seconds = [each for each, _ in turns]
        faults += sum(fault for _, fault in turns)
        late = sum(each > arguments.limit for each in seconds)
        print(
            f"{seats} seats: {len(seconds)} turns, mean {1000 * sum(seconds) / len(seconds):.1f} ms, "
            f"highest {1000 * max(seconds):.1f} ms, {late} over {arguments.limit:g} s",
            flush=True,
        )
    print(f"faults: {faults}")
    return not faults


def _own_turns(positions: Sequence[State]) -> list[State]:
    """Return the positions as the first, second and later own turns of a seat: the numbers of the turns tell so."""
    return [
        state._replace(turn=number * len(state.hands) + state.turn % len(state.hands))
        for number, state in enumerate(positions)
    ]


def _turn(program: Sequence[str], state: State) -> tuple[float, bool]:
    """Return the wall time of a turn, and whether it was a fault, which is printed."""
    started = time.perf_counter()
    done = subprocess.run(program, input=encode_state(state).encode(), capture_output=True, check=False)
    seconds = time.perf_counter() - started
    try:
        found = objection(state, decode_action(done.stdout.decode("latin-1"), state.denominations))
        reason = found.reason if found else None
    except LineError as error:
        reason = str(error)
    fault = bool(reason or done.returncode or done.stderr)
    if fault:
        print(f"fault: {reason}, status {done.returncode}, {done.stderr!r} in {state}")
    return seconds, fault
