"""The loop that a referee spawns: read a message, decide, write one answer, flush; until the game ends.

A game's player is a subclass of `Player`, which says what the messages of its wire mean.
"""

import contextlib
import errno
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, TypeVar

from gamekit.deadline import Deadline
from gamekit.settings import complain, read_settings
from gamekit.wire.json_stream import Malformed, dumps, read_values

P = TypeVar("P")
"""What a message says: a state, or an observation of one."""
A = TypeVar("A")
"""An action."""

AT_ONCE = 0.001
"""Bytes that are read in fewer seconds were there before (guessed)."""

LONGEST_START = 10.0
"""Who was started so many seconds ago was not started for this game: an `exec` in a script, say (guessed)."""


@dataclass
class Player(ABC, Generic[P, A]):
    """One player on a pair of pipes; `read` and `write` move bytes, `complain` takes lines for a person."""

    policy: Callable[[P, Random, Deadline], A]
    read: Callable[[int], bytes]
    write: Callable[[bytes], None]
    complain: Callable[[str], None]
    rng: Random
    move_seconds: float = 1.0
    clock: Callable[[], float] = time.monotonic
    strict: bool = False
    log: Callable[[bytes], None] | None = None
    begun: float | None = None
    """When the process was started, on the clock: what waits for it then has waited since."""
    since: float = float("-inf")
    """From when on the seconds of a decision count: its message has come by now, and the answer before it is given."""
    move_nodes: int | None = None
    """The nodes that a search counts instead of seconds."""

    name: ClassVar[str]
    """The game's, which begins every line on standard error and the names of the settings."""
    greeting: ClassVar[str]
    """What a person is told who starts it in a terminal."""
    most_seconds: ClassVar[float] = float("inf")
    """The largest value that NAME_MOVE_SECONDS can set."""

    @abstractmethod
    def decode(self, message: object) -> P:
        """Return what a message says. Raises ValueError, which names the path and what was expected."""

    def is_over(self, message: object) -> bool:
        """Tell whether a message ends the game."""
        return False

    def is_note(self, message: object) -> bool:
        """Tell whether a message needs no answer."""
        return False

    @abstractmethod
    def legal(self, position: P) -> Container[A]:
        """Return what may be played. Raises ValueError, in words for a person, if there is nothing."""

    @abstractmethod
    def fallback(self, position: P) -> A:
        """Return what is played when the policy fails: something legal, at once."""

    @abstractmethod
    def answer(self, action: A) -> object:
        """Return the JSON value that answers a message."""

    def echo(self, message: object, answer: object) -> object:
        """Return the answer with what the wire has us repeat as it came in the message."""
        return answer

    @abstractmethod
    def show(self, position: P) -> object:
        """Return a position as a JSON value, for the line about a bug of ours."""

    def run(self) -> int:
        """Answer messages until the end; return the exit status: 2 if the last thing read was bad, else 0."""
        status = 0
        for item in read_values(self._read):
            if isinstance(item, Malformed):
                self.complain(item.message)
                status = 2
            elif self.is_over(item.data):
                return 0
            elif not self.is_note(item.data):
                status = self._answer(item.data)
        return status

    def _read(self, size: int) -> bytes:
        asked = self.clock()
        data = self.read(size)
        self.since = self.clock()
        if self.begun is not None and self.since - asked < AT_ONCE:
            self.since = self.begun
        self.begun = None
        return data

    def _answer(self, message: object) -> int:
        started = self.since
        try:
            position = self.decode(message)
            legal = self.legal(position)
        except ValueError as error:
            self.complain(str(error))
            return 2
        action = self.decide(position, legal, Deadline(self.clock, started + self.move_seconds, self.move_nodes))
        answer = self.echo(message, self.answer(action))
        self.write(dumps(answer) + b"\n")
        self.since = self.clock()
        if self.log:
            record = {"state": message, "answer": answer, "seconds": round(self.since - started, 6)}
            self.log(dumps(record) + b"\n")
        return 0

    def decide(self, position: P, legal: Container[A], deadline: Deadline) -> A:
        """Return a legal action. A bug in the policy costs the quality of a move, not the game, unless strict."""
        try:
            action = self.policy(position, self.rng, deadline)
            if action not in legal:
                raise ValueError(f"the policy chose {action!r}, which is not legal")
        except Exception as error:
            if self.strict:
                raise
            action = self.fallback(position)
            shown = dumps(self.show(position)).decode()
            self.complain(f"our bug, playing {action!r}: {type(error).__name__}: {error} in {shown}")
        return action


def play(
    kind: type[Player[P, A]], policy: Callable[[P, Random, Deadline], A], read: Callable[[int], bytes] | None = None
) -> int:
    """Play on standard input and output with the settings of the environment; return the exit status.

    `read` replaces the reading of standard input, for a caller that has read its first bytes.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # ends at once, without a traceback
    if os.isatty(0):
        complain(kind.greeting)
    settings = read_settings(kind.name, kind.move_seconds, kind.most_seconds)
    player = kind(
        policy=policy,
        read=read or _read,
        write=_write,
        complain=lambda line: complain(f"{kind.name}: {line}"),
        rng=settings.rng,
        move_seconds=settings.move_seconds,
        move_nodes=settings.move_nodes,
        strict=settings.strict,
        log=settings.log,
        begun=_begun(),
    )
    with contextlib.suppress(OSError):  # a closed one is the end of the input
        os.set_blocking(0, True)
    try:
        return player.run()
    except BrokenPipeError:
        return 0  # nobody listens any more
    except OSError as error:
        if error.errno == errno.EBADF:
            return 0  # nor ever did
        complain(f"{kind.name}: cannot go on, {error}")
        return 4 if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else 2


def _begun() -> float | None:
    """Return when this process was started, on the clock of time.monotonic; None where that can't be told."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])  # since the machine was started
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError, IndexError):
        return None
    return time.monotonic() - age if 0 <= age < LONGEST_START else None


def _read(size: int) -> bytes:
    try:
        return os.read(0, size)
    except OSError as error:
        if error.errno in (errno.EBADF, errno.EIO):  # closed before we started, or the terminal went away
            return b""
        raise


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
