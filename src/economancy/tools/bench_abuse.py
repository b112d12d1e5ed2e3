"""`economancy bench abuse`: how an executable bears messages that nobody should send, a crowd, and a long game."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from random import Random
from selectors import EVENT_READ, DefaultSelector

from economancy.policy import BUILTINS
from economancy.protocol import decode_action, decode_observation
from economancy.referee import BuiltinSeat, TraceWriter, play
from economancy.rules import legal_actions, new_game
from gamekit.json_stream import dumps, loads

MOST_MEGABYTES = 150
"""The bar of a player's memory over a long game, and in the face of any message."""

MOST_SECONDS = 10.0
"""The bar of an answer: a referee's usual limit."""

MOST_GROWTH = 1
"""The most megabytes that a player may grow by between the tenth and the hundredth day (guessed: noise)."""

PLAYERS, DECISIONS, DAYS = 64, 10_000, 100

Chunks = Iterable[bytes]

_MEGABYTE = 1_000_000
_ENVIRONMENT = {**os.environ, "ECONOMANCY_STRICT": "1"}


def messages() -> dict[str, Callable[[], Chunks]]:
    """Return messages that are no states, each by its name, as chunks made on demand."""
    state = _states(2)[0][:-1]
    return {
        "a string of 100 MB": lambda: [b'{"day":"', *_repeat(b"x", 100), b'"}'],
        "an array of 100 MB": lambda: [b"[", *_repeat(b"12345678,", 100), b"1]"],
        "a million bytes of objects": lambda: [b'{"a":[', *_repeat(b'{"a":1},', 1), b"1]}"],
        "spaces, 100 MB in a state": lambda: [b"{", *_repeat(b" ", 100), b"}"],
        "a depth of 100,000": lambda: [b"[" * 100_000, b"]" * 100_000],
        "a number of a billion digits": lambda: _repeat(b"9", 1000),
        "coins of a million digits": lambda: [state, b',"player":', *_repeat(b"9", 1), b"}"],
        "NUL bytes, 100 MB": lambda: _repeat(b"\0", 100),
        "invalid UTF-8": lambda: [b'{"name":"\xff\xfe\xc0\x80\xed\xa0\x80"}'],
        "duplicate keys": lambda: [state, b',"player":7,"player":[],"player":0,"player":5}'],
    }


def abuse(executable: str) -> int:
    """Measure all three and print the figures; return 1 if a bar is missed, else 0; 2 if nothing answers."""
    try:
        good = [_bears(executable, name, message) for name, message in messages().items()]
        good += [_crowd(executable), _long_game(executable)]
    except OSError as error:
        print(f"economancy bench: {error}", file=sys.stderr)
        return 2
    return int(not all(good))


@dataclass
class Player:
    """An executable on pipes."""

    process: subprocess.Popen[bytes]

    def send(self, chunks: Chunks) -> None:
        """Write a message and the end of its line."""
        assert self.process.stdin is not None
        for chunk in chain(chunks, [b"\n"]):
            self.process.stdin.write(chunk)

    def answer(self) -> object:
        """Return the next answer. Raises OSError if there is none."""
        assert self.process.stdout is not None
        if not (line := self.process.stdout.readline()):
            raise OSError("the executable ended instead of answering")
        return loads(line)

    def megabytes(self, field: str) -> float:
        """Return the memory that the process has (VmRSS) or had at most (VmHWM)."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1000 for line in status if line.startswith(field))


def _start(executable: str, stack: ExitStack, stderr: int = subprocess.DEVNULL) -> Player:
    command = [os.path.abspath(executable)]
    pipe = subprocess.PIPE
    process = stack.enter_context(
        subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=stderr, env=_ENVIRONMENT)
    )
    stack.callback(process.kill)
    return Player(process)


def _repeat(text: bytes, megabytes: int) -> Iterator[bytes]:
    chunk = text * (_MEGABYTE // len(text))
    return (chunk for _ in range(megabytes))


def _bears(executable: str, name: str, message: Callable[[], Chunks]) -> bool:
    """Tell whether a player complains of a message in one line, within its memory, and answers what comes after it."""
    state = _states(2)[0]
    with ExitStack() as stack:
        player = _start(executable, stack, subprocess.PIPE)
        assert player.process.stderr is not None
        started = time.perf_counter()
        player.send(message())
        complaint = player.process.stderr.readline().decode(errors="replace").rstrip()
        player.send([state])
        fine = _is_legal(player.answer(), loads(state))
        seconds = time.perf_counter() - started
        most = player.megabytes("VmHWM")
    fine &= most <= MOST_MEGABYTES
    print(f"{'ok' if fine else 'BAD':4}{name:30}{seconds:6.1f} s{most:6.0f} MB  {complaint[:70]}", flush=True)
    return fine


def _crowd(executable: str) -> bool:
    """Tell whether many players at once answer states of a game legally and in time."""
    states = _states(2)
    slowest = first = 0.0
    answers = legal = 0
    with ExitStack() as stack:
        selector = stack.enter_context(DefaultSelector())
        for number in range(PLAYERS):
            player = _start(executable, stack)
            assert player.process.stdout is not None
            selector.register(player.process.stdout, EVENT_READ, (player, number))
        started = time.perf_counter()
        while answers < DECISIONS:
            sent = time.perf_counter()
            waiting = {key.data[1]: key.data[0] for key in selector.get_map().values()}
            text = {number: states[(answers + number) % len(states)] for number in waiting}
            for number, player in waiting.items():
                player.send([text[number]])
            while waiting:
                for key, _ in selector.select():
                    player, number = key.data
                    legal += _is_legal(player.answer(), loads(text[number]))
                    slowest = max(slowest, time.perf_counter() - sent)
                    del waiting[number]
            first = first or slowest
            answers += len(text)
        seconds = time.perf_counter() - started
    fine = legal == answers and slowest <= MOST_SECONDS
    print(
        f"{'ok' if fine else 'BAD':4}{PLAYERS} players at once on {os.cpu_count()} cores: {legal} of {answers} answers "
        f"legal in {seconds:.0f} s, the slowest after {slowest:.1f} s, first answers {first:.1f} s "
        f"(bar: {MOST_SECONDS:g})",
        flush=True,
    )
    return fine


def _long_game(executable: str) -> bool:
    """Tell whether a player stays small over the states of a game that goes on for many days."""
    states = [loads(state) for state in _states(2)]
    memory = []
    with ExitStack() as stack:
        player = _start(executable, stack)
        for day in range(1, DAYS + 1):
            for state in states:
                assert isinstance(state, dict)
                player.send([dumps({**state, "day": day})])
                player.answer()
            memory.append(player.megabytes("VmRSS"))
        most = player.megabytes("VmHWM")
    growth = memory[-1] - memory[DAYS // 10 - 1]
    fine = most <= MOST_MEGABYTES and growth <= MOST_GROWTH
    print(
        f"{'ok' if fine else 'BAD':4}{DAYS} days, {DAYS * len(states)} decisions: {most:.0f} MB at most "
        f"(bar: {MOST_MEGABYTES}), {growth:+.1f} MB from day {DAYS // 10} to day {DAYS} (bar: {MOST_GROWTH})"
    )
    return fine


def _states(seats: int) -> list[bytes]:
    """Return the states of a game that ask a seat for an action."""
    lines: list[bytes] = []
    players = [BuiltinSeat(BUILTINS["decent"], Random(seat), time.monotonic, move_seconds=1.0) for seat in range(seats)]
    play(new_game(seats), players, trace=TraceWriter(lines.append))
    return [line.strip() for line in lines if b'"player":' in line]


def _is_legal(answer: object, state: object) -> bool:
    observation = decode_observation(state)
    return decode_action(answer) in legal_actions(observation.state, observation.seat)
