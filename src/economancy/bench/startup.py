"""How long from the start of a player to its first answer, beside the start of an interpreter with its libraries."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from statistics import median

from economancy.game import GAME
from gamekit.referee import TraceWriter, play_builtins

MOST_YARDSTICKS = 3.0
"""The bar of the executable's first answer, in times the yardstick's."""

MOST_SECONDS = 0.1
"""The bar of an answer in the middle of a game."""

AT_ONCE, MOST_SECONDS_AT_ONCE = 4, 3.0
"""So many executables, started at once, must all have given their first answer within so many seconds."""

ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}


def startup(executable: str, starts: int = 20) -> int:
    """Print medians over interleaved starts, and how the executable compares; return 1 if it misses a bar, else 0.

    The yardstick is an interpreter, `python -c "import numpy, orjson"` with one BLAS thread, from spawn to exit. The
    players are timed from spawn to the first byte of their answer to a first state, their input kept open, and then
    from a state in the middle of a game to the first byte of its answer. Last, some executables are started at once.
    Returns 2, with a line on standard error, if the executable cannot be started or does not answer.
    """
    players = {"source": [sys.executable, "-m", "economancy"], "executable": [os.path.abspath(executable)]}
    game = _states()
    messages = [game[0], game[len(game) // 2]]
    yardstick: list[float] = []
    seconds: dict[str, list[list[float]]] = {name: [] for name in players}
    try:
        for _ in range(starts):
            yardstick.append(_yardstick())
            for name, command in players.items():
                seconds[name].append(_answer_seconds(command, messages))
        at_once = _seconds_at_once(players["executable"], messages[0])
    except OSError as error:
        print(f"economancy bench: {error}", file=sys.stderr)
        return 2
    print(f"medians of {starts} starts; {'first answer':>15}{'middle of a game':>20}")
    print(f"interpreter, to its exit{1000 * median(yardstick):12.0f} ms{'-':>20}")
    for name, rows in seconds.items():
        first, middle = (median(times) for times in zip(*rows, strict=True))
        print(f"{name:23}{1000 * first:13.0f} ms{1000 * middle:17.2f} ms")
    ratio = first / median(yardstick)
    print(f"executable / interpreter: {ratio:.2f} (bar: {MOST_YARDSTICKS:g})")
    print(f"{AT_ONCE} started at once: the last answered after {at_once:.2f} s (bar: {MOST_SECONDS_AT_ONCE:g} s)")
    return int(ratio > MOST_YARDSTICKS or middle > MOST_SECONDS or at_once > MOST_SECONDS_AT_ONCE)


def _seconds_at_once(command: Sequence[str], message: bytes) -> float:
    """Return the seconds from the first of several starts to the last first answer."""
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
    """Return the states of a game, as they were sent to its players."""
    lines: list[bytes] = []
    start = GAME.new_game(2, "simple", Random(0))
    play_builtins(GAME, start, ("decent", "decent"), 0, trace=TraceWriter(GAME, lines.append))
    return [line for line in lines if b'"player":' in line]


def _yardstick() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy, orjson"], env=ENVIRONMENT, check=True)
    return time.perf_counter() - started


def _answer_seconds(command: Sequence[str], messages: Sequence[bytes]) -> list[float]:
    """Return the seconds to the first byte of each answer, the player's start included in the first."""
    seconds = []
    started = time.perf_counter()
    pipe = subprocess.PIPE
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
    return seconds
