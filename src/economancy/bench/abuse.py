"""A stress test of an executable: bad messages, many players at once, and a long game."""

import argparse
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from random import Random
from selectors import EVENT_READ, DefaultSelector
from threading import Timer

from economancy.game import GAME
from economancy.policy import OURS
from economancy.protocol import decode_action, decode_observation
from economancy.rules.game import legal_actions
from economancy.rules.position import Position
from economancy.rules.state import Investing
from gamekit.answer import Answer
from gamekit.game import AnyGame, Fault, Observation, Seat
from gamekit.referee import play, play_builtins
from gamekit.seats import BuiltinSeat
from gamekit.text.numbers import positive, seconds
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import dumps, loads

HELP = "bad messages, many players at once, a long game: answers, time and memory"

MOST_MEGABYTES = 150
"""Bar: the most memory of a player, in a long game and after any message."""

MOST_SECONDS = 8.0
"""Bar: the longest time of an answer of many players at once; a referee allows ten."""

MOST_GROWTH = 1
"""Bar: the most growth in megabytes between the tenth and the hundredth day (guessed: noise)."""

Chunks = Iterable[bytes]

_MEGABYTE = 1_000_000
_ENVIRONMENT = {**os.environ, "ECONOMANCY_STRICT": "1"}


def messages() -> dict[str, Callable[[], Chunks]]:
    """Return bad messages by name, as chunks made on demand."""
    state = _states()[0]
    return {
        "a million bytes of objects": lambda: [b'{"a":[', *_repeat(b'{"a":1},', 1), b"1]}"],
        "a depth of 100,000": lambda: [b"[" * 100_000, b"]" * 100_000],
        "coins of a million digits": lambda: [state.replace(b'"coins":3', b'"coins":' + 1_000_000 * b"9", 1)],
        "invalid UTF-8": lambda: [b'{"name":"\xff\xfe\xc0\x80\xed\xa0\x80"}'],
        "duplicate keys": lambda: [state[:-1], b',"player":7,"player":[],"player":0,"player":5}'],
    }


def large_messages() -> dict[str, Callable[[], Chunks]]:
    """Return bad messages of 100 MB and more."""
    return {
        "a string of 100 MB": lambda: [b'{"day":"', *_repeat(b"x", 100), b'"}'],
        "an array of 100 MB": lambda: [b"[", *_repeat(b"12345678,", 100), b"1]"],
        "spaces, 100 MB in a state": lambda: [b"{", *_repeat(b" ", 100), b"}"],
        "a number of a billion digits": lambda: _repeat(b"9", 1000),
        "NUL bytes, 100 MB": lambda: _repeat(b"\0", 100),
    }


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("executable", nargs="?", default="player/economancy", help="the executable (%(default)s)")
    parser.add_argument("--little", action="store_true", help="without messages of 100 MB and more")
    parser.add_argument("--players", type=positive, default=64, metavar="N", help="at once (%(default)s)")
    parser.add_argument("--decisions", type=positive, default=10_000, metavar="N", help="of all these (%(default)s)")
    parser.add_argument("--days", type=positive, default=100, metavar="N", help="of the long game (%(default)s)")
    wait = "seconds after which a player that does not answer is killed (%(default)s)"
    parser.add_argument("--patience", type=seconds, default=600.0, metavar="S", help=wait)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Run all three tests and print the figures; return whether every bar is met. Raises OSError if it fails."""
    few = messages() if arguments.little else messages() | large_messages()
    start = partial(_start, arguments.executable, arguments.patience)
    good = [_bears(start, name, message) for name, message in few.items()]
    return all([*good, _crowd(start, arguments.players, arguments.decisions), _long_game(start, arguments.days)])


@dataclass
class PipedPlayer:
    """An executable on pipes."""

    process: subprocess.Popen[bytes]

    def send(self, chunks: Chunks) -> None:
        """Write a message and a line end. Raises OSError if the process has closed its input."""
        assert self.process.stdin is not None
        try:
            for chunk in chain(chunks, [b"\n"]):
                self.process.stdin.write(chunk)
        except BrokenPipeError:
            raise _ended() from None

    def answer(self) -> object:
        """Return the next answer. Raises OSError if there is none."""
        assert self.process.stdout is not None
        if not (line := self.process.stdout.readline()):
            raise _ended()
        return loads(line)

    def megabytes(self, field: str) -> float:
        """Return the memory of the process in megabytes: now (VmRSS) or at most so far (VmHWM)."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1000 for line in status if line.startswith(field))


_Start = Callable[..., PipedPlayer]


def _ended() -> OSError:
    return OSError("the executable ended, or was killed for its silence, instead of answering")


def _start(executable: str, patience: float, stack: ExitStack, stderr: int = subprocess.DEVNULL) -> PipedPlayer:
    command = [os.path.abspath(executable)]
    pipe = subprocess.PIPE
    process = stack.enter_context(
        subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=stderr, env=_ENVIRONMENT)
    )
    stack.callback(process.kill)
    timer = Timer(patience, process.kill)
    timer.start()
    stack.callback(timer.cancel)
    return PipedPlayer(process)


def _repeat(text: bytes, megabytes: int) -> Iterator[bytes]:
    chunk = text * (_MEGABYTE // len(text))
    return (chunk for _ in range(megabytes))


def _bears(start: _Start, name: str, message: Callable[[], Chunks]) -> bool:
    """Tell whether a player reports a bad message in one line, stays within its memory, and answers the next one."""
    state = _states()[0]
    with ExitStack() as stack:
        player = start(stack, subprocess.PIPE)
        assert player.process.stderr is not None
        started = time.perf_counter()
        player.send(message())
        complaint = player.process.stderr.readline().decode(errors="replace").rstrip()
        player.send([state])
        fine = _is_legal(player.answer(), loads(state))
        took = time.perf_counter() - started
        most = player.megabytes("VmHWM")
        assert player.process.stdin is not None
        player.process.stdin.close()
        fine &= complaint.startswith("economancy: expected ") and not player.process.stderr.read()
    fine &= most <= MOST_MEGABYTES
    print(f"{'ok' if fine else 'BAD':4}{name:30}{took:6.1f} s{most:6.0f} MB  {complaint[:70]}", flush=True)
    return fine


def _crowd(start: _Start, players: int, decisions: int) -> bool:
    """Tell whether many players at once all answer legally and in time."""
    states = _states()
    slowest = first = 0.0
    answers = legal = 0
    with ExitStack() as stack:
        selector = stack.enter_context(DefaultSelector())
        for number in range(players):
            player = start(stack)
            assert player.process.stdout is not None
            selector.register(player.process.stdout, EVENT_READ, (player, number))
        started = time.perf_counter()
        while answers < decisions:
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
        took = time.perf_counter() - started
    fine = legal == answers and slowest <= MOST_SECONDS
    print(
        f"{'ok' if fine else 'BAD':4}{players} players at once on {os.cpu_count()} cores: {legal} of {answers} answers "
        f"legal in {took:.0f} s, the slowest after {slowest:.1f} s, first answers {first:.1f} s "
        f"(bar: {MOST_SECONDS:g})",
        flush=True,
    )
    return fine


@dataclass
class _WatchedSeat(Seat[Position]):
    """A seat that records its player's memory, in megabytes, at each bid: once a day."""

    player: PipedPlayer
    memory: list[float] = field(default_factory=list)
    decisions: int = 0
    errors: str = ""

    def ask(self, observation: Observation[Position]) -> Answer:
        if isinstance(observation.state.state.phase, Investing):
            self.memory.append(self.player.megabytes("VmRSS"))
        self.decisions += 1
        started = time.perf_counter()
        self.player.send([dumps(GAME.encode_observation(observation))])
        return Answer(self.player.answer(), time.perf_counter() - started)

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        """Do nothing: the same player goes on with the next game."""


def _long_game(start: _Start, days: int) -> bool:
    """Tell whether a player's memory stays small over so many days of games against itself, in one process."""
    rival = BuiltinSeat(GAME, GAME.policy(OURS), Random(1), GAME.move_seconds)
    games, fault = 0, False
    with ExitStack() as stack:
        player = start(stack)
        seat = _WatchedSeat(player)
        while len(seat.memory) < days and not fault:
            begun = GAME.with_limit(GAME.new_game(2, "base", Random(0)), days - len(seat.memory))
            fault = play(GAME, begun, [seat, rival]).forfeit is not None
            games += 1
        most = player.megabytes("VmHWM")
    days, growth = len(seat.memory), seat.memory[-1] - seat.memory[len(seat.memory) // 10 - 1]
    fine = not fault and most <= MOST_MEGABYTES and growth <= MOST_GROWTH
    print(
        f"{'ok' if fine else 'BAD':4}{days} days (games: {games}), {seat.decisions} decisions: {most:.0f} MB at most "
        f"(bar: {MOST_MEGABYTES}), {growth:+.1f} MB from day {days // 10} to day {days} (bar: {MOST_GROWTH})"
    )
    return fine


def _states() -> list[bytes]:
    """Return the states of a game of two that ask a seat for an action."""
    lines: list[bytes] = []
    start = GAME.new_game(2, "simple", Random(0))
    play_builtins(GAME, start, ("decent", "decent"), 0, trace=TraceWriter(GAME, lines.append))
    return [line.strip() for line in lines if b'"player":' in line]


def _is_legal(answer: object, state: object) -> bool:
    observation = decode_observation(state)
    return decode_action(answer) in legal_actions(observation.state, observation.seat)
