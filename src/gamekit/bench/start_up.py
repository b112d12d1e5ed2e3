"""The time from a player's start to its first answer, beside a bare interpreter's; a game says how it is asked.

All are started in turn. CPU time is that of the whole life of a process that answers once, and ends with its input.
"""

import argparse
import contextlib
import os
import resource
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from gamekit.wire.lines import with_address
from gamekit.wire.tcp import HOST, PORT

HELP = "time from a player's start to its first answer"

AT_ONCE = 4
"""So many players are started at once in the end (guessed: a tournament on a small machine)."""

_ANSWER = 60.0  # seconds for a first answer, or it is none (guessed)


class StartBars(NamedTuple):
    """What the first executable may take at most: medians as multiples of the interpreter's, and seconds."""

    cpu_times: float | None = None
    answer_times: float | None = None
    most_cpu: float | None = None
    at_once: float | None = None


class FirstQuestion(NamedTuple):
    """How a game asks for the first answer, and the bars.

    `whole`: the question ends with the end of the input. `connects`: the player is given an address and asked there.
    """

    message: bytes
    bars: StartBars
    environment: Mapping[str, str] = MappingProxyType({})
    yardstick: Sequence[str] = ("-I", "-S", "-c", "pass")
    """The words of the interpreter that is started for comparison."""
    whole: bool = False
    connects: bool = False


class Start(NamedTuple):
    """Seconds of a start: of CPU time, and to the first answer."""

    cpu: float
    answer: float


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the executables and how often they are started."""
    many = f"paths or quoted commands; the bars are for the first (player/{game.name})"
    parser.add_argument("executables", nargs="*", default=[f"player/{game.name}"], metavar="EXECUTABLE", help=many)
    parser.add_argument("--starts", type=positive, default=20, metavar="N", help="of each (%(default)s)")


def measure(arguments: argparse.Namespace, question: FirstQuestion) -> bool:
    """Print medians and the executables' ratios; return whether the first meets every bar. Raises OSError."""
    yardstick = [os.path.realpath(sys.executable), *question.yardstick]
    commands = {name: shlex.split(name) for name in arguments.executables}
    bare: list[Start] = []
    found: dict[str, list[Start]] = {name: [] for name in commands}
    for _ in range(arguments.starts):
        bare.append(_timed(lambda: _run(yardstick, question)))
        for name, command in commands.items():
            found[name].append(_timed(lambda command=command: _first_answer(command, question)))  # type: ignore[misc]
    base = _medians(bare)
    print(f"{f'medians of {arguments.starts} starts':30}{'CPU time':>18}{'first answer':>18}{'most CPU':>12}")
    print(f"{'interpreter, to its exit':30}{1000 * base.cpu:15.2f} ms{1000 * base.answer:15.2f} ms")
    for name, starts in found.items():
        texts = (f"{1000 * mine:.2f} ms ({mine / its:.2f})" for mine, its in zip(_medians(starts), base, strict=True))
        print(f"{name:30}", *(f"{text:>17}" for text in texts), f"{1000 * max(starts).cpu:8.2f} ms")
    first, *_ = commands
    at_once = _seconds_at_once(commands[first], question)
    return _compare(first, found[first], base, at_once, question.bars)


def _compare(name: str, starts: Sequence[Start], base: Start, at_once: float, bars: StartBars) -> bool:
    """Print the figures that have a bar; return whether every bar is met."""
    mine = _medians(starts)
    rows = (
        (f"{name} / interpreter, CPU time:", mine.cpu / base.cpu, bars.cpu_times, ""),
        (f"{name} / interpreter:", mine.answer / base.answer, bars.answer_times, ""),
        ("CPU time at most:", max(starts).cpu, bars.most_cpu, " s"),
        (f"{AT_ONCE} started at once: the last answered after", at_once, bars.at_once, " s"),
    )
    for text, figure, bar, unit in rows:
        print(f"{text} {figure:.2f}{unit}{f' (bar: {bar:g}{unit})' if bar is not None else ''}")
    return all(bar is None or figure <= bar for _, figure, bar, _ in rows)


def _medians(starts: Sequence[Start]) -> Start:
    return Start(*map(median, zip(*starts, strict=True)))


def _timed(start: Callable[[], float]) -> Start:
    """Return the CPU seconds of the children that have started and ended in a call, and the seconds that it returns."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = start()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Start(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, answer)


def _environment(question: FirstQuestion) -> Mapping[str, str]:
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", **question.environment}


def _run(command: Sequence[str], question: FirstQuestion) -> float:
    started = time.perf_counter()
    subprocess.run(command, env=_environment(question), check=True)
    return time.perf_counter() - started


def _first_answer(command: Sequence[str], question: FirstQuestion) -> float:
    """Start a player, ask it, and let it end; return the seconds to the first byte of its answer. Raises OSError."""
    ask = _over_tcp if question.connects else _over_pipes
    answered = ask(command, question)
    if answered is None:
        raise OSError(f"expected an answer of {shlex.join(command)}")
    return answered


def _over_pipes(command: Sequence[str], question: FirstQuestion) -> float | None:
    started = time.perf_counter()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, env=_environment(question)) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended
            player.stdin.write(question.message)
        if question.whole:
            player.stdin.close()
        answer = player.stdout.read(1)
        seconds = time.perf_counter() - started
        player.stdin.close()
        player.stdout.read()
    return seconds if answer else None


def _over_tcp(command: Sequence[str], question: FirstQuestion) -> float | None:
    started = time.perf_counter()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(_ANSWER)
        host, port = listener.getsockname()
        words = [{HOST: host, PORT: str(port)}.get(word, word) for word in with_address(command)]
        nowhere = subprocess.DEVNULL
        with subprocess.Popen(words, stdout=nowhere, stderr=nowhere, env=_environment(question)):
            connection, _ = listener.accept()
            with connection:
                connection.sendall(question.message)
                answer = connection.recv(1)
                seconds = time.perf_counter() - started
    return seconds if answer else None


def _seconds_at_once(command: Sequence[str], question: FirstQuestion) -> float:
    """Start several players at once; return the seconds until the last has answered."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return max(pool.map(lambda _: _first_answer(command, question), range(AT_ONCE)))
