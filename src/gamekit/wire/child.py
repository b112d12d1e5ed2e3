"""Talking to a child process that plays a game: a message there, a value back in time; a transport and a splitter."""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol, Self

from gamekit.answer import Answer, Failure, Kind
from gamekit.processes import usage
from gamekit.processes.guard import GRACE
from gamekit.wire.json_stream import MalformedInput, Value, dumps
from gamekit.wire.log import current_log
from gamekit.wire.pipes import THE_MACHINE_S
from gamekit.wire.running_time import RunningTime
from gamekit.wire.transport import Transport

MAX_OUTPUT = 1 << 20
"""Bytes that a child may write for one answer (guessed: a hundred times the longest real one)."""

_LOOK = 0.25  # seconds between looks whether a child died whose output something else keeps open (guessed)


class Splitter(Protocol):
    """Splits what a child writes into answers, as `JsonSplitter` and `LineSplitter` do."""

    noun: str
    """What an answer is called."""
    reading: str
    """How a player of this wire reads what it is sent, in words for its author."""
    ending: str
    """How an answer ends, in words."""

    def feed(self, chunk: bytes) -> Iterator[Value | MalformedInput]:
        """Yield what the chunk completes."""

    def close(self) -> Iterator[Value | MalformedInput]:
        """Yield what the end of the output completes or cuts off."""


class ChildPlayer:
    """A child process that answers messages with values; a context manager that ends it.

    Whatever the child does, no method raises, blocks much beyond the time it is given (a quarter of a second),
    or keeps more than a few times `max_output` in memory. One thread at a time may use it.
    """

    def __init__(
        self,
        transport: Transport,
        splitter: Splitter,
        *,
        max_output: int = MAX_OUTPUT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Talk over a transport, which is ended with this. `max_output` is how many bytes may come for one answer."""
        self.splitter: Splitter = splitter
        self._transport, self._max_output, self._clock = transport, max_output, clock
        self._items: deque[Value | MalformedInput] = deque()  # read, not yet asked for
        self._written = 0  # bytes, since the last answer
        self._early = False  # it has answered before it was asked
        self._asked, self._came = 0, 0  # messages, and values and errors
        self._at_end = False
        self._owed = transport.seconds_to_start  # counts against the first answer
        self._log = current_log()

    @property
    def pid(self) -> int:
        return self._transport.process.pid

    @property
    def stderr_tail(self) -> str:
        """The last 4 KiB that were read from its standard error."""
        return self._transport.errors

    @property
    def unfinished(self) -> bool:
        """Whether it has written something that is no whole answer yet."""
        return self._written > 0 and not self._items

    def cpu_seconds(self) -> float:
        """Return the processor time of the child and all that it started, as far as they still run, in seconds."""
        return usage.cpu_seconds(self.pid)

    def ask(self, message: bytes, timeout: float) -> Answer | Failure:
        """Send a message and return the next value that the child writes, or why none came within some seconds.

        The first time includes the start of the process, but not what the caller did between starting and asking it;
        time in which this process was stopped counts for nobody. Values that it wrote unasked answer the next requests,
        and from then on its answers are early.
        After a failure the child still runs. One that killed or stopped its parent process has failed, whatever it
        answers; so has one that is late and turns out to use too much. Raises OSError if the machine could not run it.
        """
        if self._transport.process.ended:
            raise ValueError("expected a child that was not closed")
        came = self._ask(message, timeout)
        harm = self._transport.process.harm()
        if self._transport.process.never_ran:
            self._require_machine()
        if harm is None and isinstance(came, Failure) and came.kind == Kind.LATE:
            harm = self._transport.process.excess()
        return came if harm is None else Failure(Kind.DEAD, harm, came.seconds)

    def _require_machine(self) -> None:
        """Raise OSError if a sandbox did not run its program for what the machine lacks, as it says itself."""
        for number in sorted(THE_MACHINE_S):
            if os.strerror(number) in self.stderr_tail:
                raise OSError(number, os.strerror(number), self.stderr_tail.partition(":")[0])

    def _ask(self, message: bytes, timeout: float) -> Answer | Failure:
        running, owed, self._owed = RunningTime(self._clock), self._owed, 0.0
        self._look_for_early()
        self._asked += bool(message)
        self._note(">", message)
        self._transport.send(message)
        seconds, wait = owed, 0.0
        while not self._items and self._written <= self._max_output:
            self._poll(wait)  # what has come is read before the clock is looked at
            late = seconds >= timeout
            seconds = owed + running.look(wait)
            if self._items:
                break
            if self._at_end:
                return self._gone(seconds)
            if late:
                return Failure.late(timeout, seconds)
            wait = min(max(timeout - seconds, 0.0), _LOOK)
        return self._take(seconds)

    def tell(self, message: bytes) -> None:
        """Send the last message, or the part that is taken at once, and let the child read the end of its input."""
        self._note(">", message)
        self._transport.send(message)
        self._transport.end_input()

    def leaving(self, seconds: float) -> Failure | None:
        """Wait some seconds for the child to exit, which was told the end; return what it does instead, or None."""
        came = self.ask(b"", seconds)
        if isinstance(came, Answer):
            self._poll(_LOOK)
            when = "answered a message twice" if self._came > self._asked + 1 else "answered when the game was over"
            shown = str(came.value) if isinstance(came.value, str) else dumps(came.value).decode()
            return Failure(Kind.UNASKED, f"{when}: {shown:.40}", came.seconds)
        if came.kind in (Kind.GARBAGE, Kind.FLOOD):
            return replace(came, kind=Kind.UNASKED, reason=f"when the game was over, it {came.reason}")
        if came.kind == Kind.LATE:
            return replace(came, kind=Kind.STAYS, reason=f"still ran {seconds:g} s after the end of the game")
        return None

    def close(self, grace: float = GRACE) -> None:
        """End the child and everything it started; a second call does nothing."""
        self._transport.close(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _poll(self, seconds: float) -> bool:
        """Read and write what is possible, waiting some seconds for it; tell whether anything was."""
        moved = self._transport.poll(seconds)
        chunk = self._transport.take()
        self._note("<", chunk)
        self._written += len(chunk)
        self._keep(self.splitter.feed(chunk))
        if self._transport.at_end and not self._at_end:
            self._at_end = True
            self._keep(self.splitter.close())
        return moved

    def _look_for_early(self) -> None:
        """Take in what has come before the next message is sent."""
        if not self._early and not self._at_end:
            self._poll(0)
            self._early = bool(self._items)

    def _note(self, way: str, content: bytes) -> None:
        if self._log and content:
            self._log(self.pid, way, content)

    def _keep(self, items: Iterator[Value | MalformedInput]) -> None:
        before = len(self._items)
        self._items += (item for item in items if isinstance(item, Value) or not item.cut_off)
        self._came += len(self._items) - before

    def _take(self, seconds: float) -> Answer | Failure:
        item = self._items.popleft() if self._items else None
        written, self._written = self._written, 0
        if isinstance(item, Value):
            return Answer(item.data, seconds, self._early)
        if item is None or written > self._max_output:
            return Failure(Kind.FLOOD, f"wrote more than {self._max_output} bytes without an answer", seconds)
        advice = "what is no answer goes to standard error (Python: print(..., file=sys.stderr))"
        return Failure(Kind.GARBAGE, f"wrote what is no {self.splitter.noun}: {item.message}; {advice}", seconds)

    def _gone(self, seconds: float) -> Failure:
        # A process closes its output a moment before its status can be read.
        self._transport.process.wait(_LOOK, self._poll)
        self._poll(0)  # its last words
        status = self._transport.process.status()
        if status is None:
            return Failure(Kind.CLOSED, self._transport.closed, seconds)
        return Failure(Kind.DEAD, _cause_of_death(status), seconds, status)


def _cause_of_death(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:  # a real-time signal without a name
        return f"killed by signal {-status}"
