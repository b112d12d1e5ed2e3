"""The loop that a referee spawns: read a message, decide, write one answer, flush; until the game ends.

A game's `Wire` says what the messages of its wire mean.
"""

import contextlib
import errno
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from gamekit.deadline import Deadline
from gamekit.settings import Settings, complain, read_settings, status_of
from gamekit.wire.json_stream import MalformedInput, dumps, read_values

P = TypeVar("P")
"""What a message says: a state, or an observation of one."""
A = TypeVar("A")
"""An action."""

AT_ONCE = 0.001
"""Bytes that are read in fewer seconds were there before (guessed)."""

LONGEST_START = 10.0
"""Who was started so many seconds ago was not started for this game: an `exec` in a script, say (guessed)."""


class Wire(ABC, Generic[P, A]):
    """What the JSON values of a game's wire mean to a player, and what it may answer."""

    name: str
    """The game's, which begins every line on standard error and the names of the settings."""
    move_seconds: float = 1.0
    """The time for a decision unless NAME_MOVE_SECONDS says otherwise."""
    most_seconds: float = float("inf")
    """The largest value that NAME_MOVE_SECONDS can set."""

    def is_over(self, message: object) -> bool:
        """Tell whether a message ends the game."""
        return False

    def is_note(self, message: object) -> bool:
        """Tell whether a message needs no answer: a note of a trace, such as the names of the players."""
        return isinstance(message, dict) and "meta" in message

    @abstractmethod
    def decode(self, message: object) -> P:
        """Return what a message says. Raises ValueError, which names the path and what was expected."""

    @abstractmethod
    def legal(self, position: P) -> Sequence[A]:
        """Return what may be played; the first is played when the policy fails.

        Raises ValueError, in words for a person, if there is nothing.
        """

    @abstractmethod
    def answer(self, message: object, action: A) -> object:
        """Return the JSON value that answers a message, with what the wire has us repeat as it came in the message."""


@dataclass
class PlayerLoop(Generic[P, A]):
    """One player on a pair of pipes; `read` and `write` move bytes."""

    wire: Wire[P, A]
    policy: Callable[[P, Random, Deadline], A]
    settings: Settings
    read: Callable[[int], bytes]
    write: Callable[[bytes], None]
    clock: Callable[[], float] = time.monotonic
    begun: float | None = None
    """When the process was started, on the clock: what waits for it then has waited since."""
    since: float = float("-inf")
    """From when on the seconds of a decision count: its message has come by now, and the answer before it is given."""

    def run(self) -> int:
        """Answer messages until the end; return the exit status: 2 if the last thing read was bad, else 0."""
        status = 0
        for item in read_values(self._read):
            if isinstance(item, MalformedInput):
                self.settings.complain(item.message)
                status = 2
            elif self.wire.is_over(item.data):
                return 0
            elif not self.wire.is_note(item.data):
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
        started, settings = self.since, self.settings
        try:
            position = self.wire.decode(message)
            legal = self.wire.legal(position)
        except ValueError as error:
            settings.complain(str(error))
            return 2
        deadline = Deadline(self.clock, started + settings.move_seconds, settings.move_nodes)
        action = settings.decide(
            lambda: self.policy(position, settings.rng, deadline), legal, legal[0], lambda: dumps(message).decode()
        )
        answer = self.wire.answer(message, action)
        self.write(dumps(answer) + b"\n")
        self.since = self.clock()
        if settings.log:
            settings.log(record(message, answer, self.since - started))
        return 0


def record(state: object, answer: object, seconds: float) -> bytes:
    """Return a line of a log: a message, the answer to it, and the seconds that it took."""
    return dumps({"state": state, "answer": answer, "seconds": round(seconds, 6)}) + b"\n"


def play(
    wire: Wire[P, A], policy: Callable[[P, Random, Deadline], A], read: Callable[[int], bytes] | None = None
) -> int:
    """Play on standard input and output with the settings of the environment; return the exit status.

    `read` replaces the reading of standard input, for a caller that has read its first bytes.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # ends at once, without a traceback
    if os.isatty(0):
        complain(f"{wire.name}: type or paste states as JSON; each is answered (Ctrl-D ends)")
    settings = read_settings(wire.name, wire.move_seconds, wire.most_seconds)
    player = PlayerLoop(wire, policy, settings, read or _read, _write, begun=_begun())
    with contextlib.suppress(OSError):  # a closed one is the end of the input
        os.set_blocking(0, True)
    try:
        return player.run()
    except BrokenPipeError:
        return 0  # nobody listens any more
    except OSError as error:
        if error.errno == errno.EBADF:
            return 0  # nor ever did
        settings.complain(f"cannot go on, {error}")
        return status_of(error)


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
