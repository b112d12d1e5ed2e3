"""Whether two executables give the same answers, and the CPU time that each takes for them.

Each seat of each game is a process of both executables, one after the other, with a seed of its own: the state counted
last in it. Every second pair begins with the new one.
"""

import argparse
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from resource import RUSAGE_CHILDREN, getrusage

from economancy.protocol import decode_observation
from economancy.rules.game import legal_actions
from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import MalformedInput, dumps, loads, read_values

HELP = "whether two executables give the same answers, and their CPU times"

SEATS = range(4)

Script = list[bytes]
"""The states that one seat is asked about in one game, in order."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("old", help="an executable, such as one of an earlier version")
    parser.add_argument("--new", default="player/economancy", metavar="FILE", help="another one (%(default)s)")
    parser.add_argument("--states", type=positive, default=2000, metavar="N", help="at most (%(default)s)")
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="games whose states are asked about")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print what differs and the ratio of CPU times; return whether nothing differs. Raises OSError and ValueError."""
    old, new, traces = arguments.old, arguments.new, arguments.traces
    spent = {old: 0.0, new: 0.0}
    asked = differing = 0
    for number, script in enumerate(_scripts(traces, arguments.states)):
        asked += len(script)
        order = (old, new) if number % 2 else (new, old)
        given = {executable: _play(executable, script, asked, spent) for executable in order}
        differing += sum(one != other for one, other in zip(given[old], given[new], strict=True))
    print(f"{asked} states of {len(traces)} traces: {differing} answers differ")
    print(f"CPU ms a state, starts included: {1000 * spent[old] / asked:.1f} and {1000 * spent[new] / asked:.1f}")
    print(f"new / old: {spent[new] / spent[old]:.3f}")
    return not differing


def _scripts(traces: Sequence[str], states: int) -> Iterator[Script]:
    """Yield states that somebody can answer, a seat of a game at a time, as many of each game as there are to share."""
    left = states
    for done, path in enumerate(sorted(traces, key=os.path.getsize)):  # what short games leave goes to longer ones
        share = left // (len(traces) - done)
        for script in _seats(path):
            taken = script[:share]
            share -= len(taken)
            left -= len(taken)
            if taken:
                yield taken


def _seats(path: str) -> Iterable[Script]:
    """Return the states of a trace by the seat that can answer them."""
    seats: dict[int, Script] = {}
    with open(path, "rb") as file:
        for value in read_values(file.read):
            if isinstance(value, MalformedInput) or not isinstance(value.data, dict):
                continue
            for seat in SEATS:
                message = {**value.data, "player": seat}
                try:
                    observation = decode_observation(message)
                except ProtocolError:  # the end, or no such seat
                    continue
                if legal_actions(observation.state, seat):
                    seats.setdefault(seat, []).append(dumps(message))
    return seats.values()


def _play(executable: str, script: Script, seed: int, spent: dict[str, float]) -> list[object]:
    """Return the answers to a script, and add the CPU seconds they took."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [os.path.abspath(executable)],
        input=b"\n".join(script),
        capture_output=True,
        env={**os.environ, "ECONOMANCY_SEED": str(seed)},
        check=True,
    )
    after = getrusage(RUSAGE_CHILDREN)
    spent[executable] += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    given: list[object] = [loads(line) for line in done.stdout.splitlines()]
    if len(given) != len(script):
        raise ValueError(f"expected {len(script)} answers of {executable}, got {len(given)}")
    return given
