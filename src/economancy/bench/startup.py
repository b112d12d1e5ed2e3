"""`economancy bench startup`: the time from a player's start to its first answer, compared with a bare interpreter."""

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
"""Bar: the most time to the executable's first answer, as a multiple of the interpreter's (see `startup`)."""

MOST_SECONDS = 0.1
"""Bar: the most time of an answer in the middle of a game."""

AT_ONCE, MOST_SECONDS_AT_ONCE = 4, 3.0
"""Bar: the number of executables started at once, and the seconds within which all must give their first answer."""

ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}


def startup(executable: str, starts: int = 20) -> int:
    """Print medians over interleaved starts and the executable's ratio; return 1 if it misses a bar, else 0.

    The reference time is that of `python -c "import numpy, orjson"` with one BLAS thread, from spawn to exit. Players
    are timed from spawn to the first byte of the first answer, with their input kept open, and from a state in the
    middle of a game to the first byte of its answer. Last, some executables are started at once. Returns 2, with a line
    on standard error, if the executable cannot be started or does not answer.
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


def _yardstick() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy, orjson"], env=ENVIRONMENT, check=True)
    return time.perf_counter() - started


def _answer_seconds(command: Sequence[str], messages: Sequence[bytes]) -> list[float]:
    """Return the seconds to the first byte of each answer; the first includes the player's start."""
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
