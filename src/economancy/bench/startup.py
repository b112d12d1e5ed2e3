"""The time from a player's start to its first answer, compared with a bare interpreter.

Medians over interleaved starts. The reference time is that of `python -c "import numpy, orjson"` with one BLAS thread,
from spawn to exit. Players are timed from spawn to the first byte of the first answer, with their input kept open, and
from a state in the middle of a game to the first byte of its answer; CPU time is that of their whole life, for these
two answers. Last, some of the first executable are started at once.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from statistics import median
from typing import NamedTuple

from economancy.game import GAME
from gamekit.game import AnyGame
from gamekit.numbers import positive
from gamekit.referee import play_builtins
from gamekit.traces import TraceWriter

HELP = "time to the first answer, compared with a bare interpreter"

MOST_YARDSTICKS = 1.6
"""Bar: the most time to the executable's first answer, as a multiple of the interpreter's (see `startup`)."""

MOST_SECONDS = 0.1
"""Bar: the most time of an answer in the middle of a game."""

AT_ONCE, MOST_SECONDS_AT_ONCE = 4, 3.0
"""Bar: the number of executables started at once, and the seconds within which all must give their first answer."""

ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--starts", type=positive, default=20, metavar="N", help="of each (%(default)s)")
    many = "executables to compare; the bars are for the first (player/economancy)"
    parser.add_argument("executables", nargs="*", default=["player/economancy"], help=many)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print medians and the executables' ratios; return whether the first meets every bar. Raises OSError."""
    executables, starts = arguments.executables, arguments.starts
    source = [sys.executable, "-m", "economancy.player"]
    players = {"source": source} | {path: [os.path.abspath(path)] for path in executables}
    states = _states()
    messages = [states[0], states[len(states) // 2]]
    yardstick: list[Start] = []
    found: dict[str, list[Start]] = {name: [] for name in players}
    for _ in range(starts):
        yardstick.append(_yardstick())
        for name, command in players.items():
            found[name].append(_start(command, messages))
    at_once = _seconds_at_once(players[executables[0]], messages[0])
    base = _medians(yardstick)
    print(f"{f'medians of {starts} starts':30}{'CPU time':>17}{'first answer':>17}{'middle of a game':>18}")
    print(f"{'interpreter, to its exit':30}{1000 * base.cpu:14.0f} ms{1000 * base.first:14.0f} ms")
    medians = {name: _medians(rows) for name, rows in found.items()}
    for name, one in medians.items():
        texts = (f"{1000 * mine:.0f} ms ({mine / its:.2f})" for mine, its in zip(one[:2], base, strict=False))
        print(f"{name:30}", *(f"{text:>16}" for text in texts), f"{1000 * one.middle:14.2f} ms")
    first, middle = medians[executables[0]].first / base.first, medians[executables[0]].middle
    print(f"{executables[0]} / interpreter: {first:.2f} (bar: {MOST_YARDSTICKS:g})")
    print(f"{AT_ONCE} started at once: the last answered after {at_once:.2f} s (bar: {MOST_SECONDS_AT_ONCE:g} s)")
    return first <= MOST_YARDSTICKS and middle <= MOST_SECONDS and at_once <= MOST_SECONDS_AT_ONCE


class Start(NamedTuple):
    """Seconds of a start: of CPU time, to the first answer, and of the answer in the middle of a game."""

    cpu: float
    first: float
    middle: float = 0.0


def _medians(starts: Sequence[Start]) -> Start:
    return Start(*map(median, zip(*starts, strict=True)))


def _seconds_at_once(command: Sequence[str], message: bytes) -> float:
    """Start several players at once; return the seconds until all have given their first answer."""
    pipe = subprocess.PIPE
    started = time.perf_counter()
    with ExitStack() as stack:
        players = [
            stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, env=ENVIRONMENT))
            for _ in range(AT_ONCE)
        ]
        for player in players:
            assert player.stdin is not None
            player.stdin.write(message + b"\n")
            player.stdin.flush()
        for player in players:
            assert player.stdout is not None
            player.stdout.readline()
        return time.perf_counter() - started


def _states() -> list[bytes]:
    """Return the states of a game, as sent to its players."""
    lines: list[bytes] = []
    start = GAME.new_game(2, "simple", Random(0))
    play_builtins(GAME, start, ("decent", "decent"), 0, trace=TraceWriter(GAME, lines.append))
    return [line for line in lines if b'"player":' in line]


def _yardstick() -> Start:
    before, started = _cpu_of_children(), time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy, orjson"], env=ENVIRONMENT, check=True)
    seconds = time.perf_counter() - started
    return Start(_cpu_of_children() - before, seconds)


def _start(command: Sequence[str], messages: Sequence[bytes]) -> Start:
    """Start a player, and return the times to the first bytes of its answers to two messages."""
    seconds = []
    pipe = subprocess.PIPE
    before, started = _cpu_of_children(), time.perf_counter()
    with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, env=ENVIRONMENT) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        for message in messages:
            player.stdin.write(message + b"\n")
            answer = player.stdout.read(1)
            seconds.append(time.perf_counter() - started)
            if not answer:
                raise OSError(f"{command[0]} did not answer")
            player.stdout.readline()
            started = time.perf_counter()
        player.stdin.close()
    return Start(_cpu_of_children() - before, *seconds)


def _cpu_of_children() -> float:
    """Return the CPU seconds of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
