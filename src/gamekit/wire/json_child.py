"""Talking to a child process that plays a game: a message to its standard input, a JSON value back in time."""

import os
import selectors
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, Self

from gamekit.answer import Answer, Failure, Kind
from gamekit.processes.children import ChildProcess
from gamekit.processes.guard import GRACE
from gamekit.wire.json_stream import JsonSplitter, Malformed, Value

_CHUNK = 1 << 16  # what a pipe holds
_TAIL = 4096
_LOOK = 0.25  # seconds between looks whether a child died whose output something else keeps open (guessed)


class Splitter(Protocol):
    """Splits what a child writes into answers, as `JsonSplitter` does."""

    def feed(self, chunk: bytes) -> Iterator[Value | Malformed]:
        """Yield what the chunk completes."""

    def close(self) -> Iterator[Value | Malformed]:
        """Yield what the end of the output completes or cuts off."""


class ChildPlayer:
    """A child process that answers messages with JSON values; a context manager that ends it.

    Whatever the child does, no method raises, blocks much beyond the time it is given (a quarter of a second),
    or keeps more than a few times `max_output` in memory. One thread at a time may use it.
    """

    _closed = "closed its output"

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] = {},
        memory: int | None = None,
        max_output: int = 1 << 20,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a command: a path alone is executed without arguments, a name without a slash is looked up in PATH.

        `env` adds to this process's environment, `memory` limits the child's address space (and that of each
        process it starts) in bytes, and `max_output` is how many bytes it may write for one answer. Raises
        OSError, which names the command, if that cannot be executed, and ValueError if there is none; a child
        that dies later shows in `ask`.
        """
        started = clock()
        self._child = ChildProcess(command, env, memory, clock)
        self._clock = clock
        self._max_output = max_output
        self._splitter = self._new_splitter(max_output)
        self._items: deque[Value | Malformed] = deque()  # read, not yet asked for
        self._written = 0  # bytes, since the last answer
        self._at_end = False
        self._closing = False  # from here on its output is read, to let it exit, and dropped
        self._unsent = bytearray()
        self._tail = b""
        self._selector = selectors.PollSelector()
        self._selector.register(self._child.stdout, selectors.EVENT_READ, self._read_output)
        self._selector.register(self._child.stderr, selectors.EVENT_READ, self._read_errors)
        self._spawning = clock() - started

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def stderr_tail(self) -> str:
        """The last 4 KiB that were read from its standard error."""
        return self._tail.decode(errors="replace")

    def ask(self, message: bytes, timeout: float) -> Answer | Failure:
        """Send a message and return the next value that the child writes, or why none came within some seconds.

        The first time includes the start of the process, but not what the caller did between starting and
        asking it. Values that it wrote unasked answer the next requests. After a failure the child still runs.
        One that killed or stopped its parent process has failed, whatever it answers.
        """
        if self._child.ended:
            raise ValueError("expected a child that was not closed")
        came = self._ask(message, timeout)
        harm = self._child.harm()
        return came if harm is None else Failure(Kind.DEAD, harm, came.seconds)

    def _ask(self, message: bytes, timeout: float) -> Answer | Failure:
        started, self._spawning = self._clock() - self._spawning, 0.0
        self._unsent += message
        self._send()
        while True:
            seconds = self._clock() - started
            if self._items or self._written > self._max_output:
                return self._take(seconds)
            if self._at_end:
                return self._gone(seconds)
            if seconds >= timeout:
                return Failure.late(timeout, seconds)
            if not self._poll(min(timeout - seconds, _LOOK)) and self._child.wait(0):
                return self._gone(seconds)

    def tell(self, message: bytes) -> None:
        """Send the last message, or the part that the pipe takes at once, and close the child's standard input."""
        self._unsent += message
        self._send()
        self._close_stdin()

    def close(self, grace: float = GRACE) -> None:
        """End the child and everything it started; a second call does nothing.

        Its input is closed, and it has `grace` seconds to exit and as many again after SIGTERM: killed
        outright, a PyInstaller one-file leaves its unpacked folder behind.
        """
        if self._child.ended:
            return
        self._close_stdin()
        self._closing = True
        self._child.end(grace, self._poll)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _new_splitter(self, max_bytes: int) -> Splitter:
        """Return what finds the answers in what the child writes."""
        return JsonSplitter(max_bytes)

    def _take(self, seconds: float) -> Answer | Failure:
        item = self._items.popleft() if self._items else None
        written, self._written = self._written, 0
        if isinstance(item, Value):
            return Answer(item.data, seconds)
        if item is None or written > self._max_output:
            return Failure(Kind.FLOOD, f"wrote more than {self._max_output} bytes without an answer", seconds)
        return Failure(Kind.GARBAGE, f"wrote what is no JSON: {item.message}", seconds)

    def _gone(self, seconds: float) -> Failure:
        # A process closes its output a moment before its status can be read.
        self._child.wait(_LOOK, self._poll)
        self._poll(0)  # its last words
        status = self._child.status()
        if status is None:
            return Failure(Kind.CLOSED, self._closed, seconds)
        return Failure(Kind.DEAD, _cause_of_death(status), seconds, status)

    def _poll(self, seconds: float) -> bool:
        """Read and write what is possible, waiting some seconds for it; tell whether anything was."""
        events = self._selector.select(seconds)
        for key, _ in events:
            key.data()
        return bool(events)

    def _send(self) -> None:
        """Write what the pipe takes at once, and the rest whenever it takes more."""
        stdin = self._child.stdin
        if stdin is None:
            self._unsent.clear()
            return
        try:
            while self._unsent:
                del self._unsent[: os.write(stdin, self._unsent)]
        except BlockingIOError:
            if stdin not in self._selector.get_map():
                self._selector.register(stdin, selectors.EVENT_WRITE, self._send)
        except OSError:  # it closed its input, or it is dead: its output will tell
            self._close_stdin()
        else:
            self._forget(stdin)

    def _close_stdin(self) -> None:
        if self._child.stdin is not None:
            self._forget(self._child.stdin)
            self._child.close_stdin()
        self._unsent.clear()

    def _read_output(self) -> None:
        self._take_output(self._read(self._child.stdout))

    def _take_output(self, chunk: bytes | None) -> None:
        if chunk is None or self._closing:
            return
        self._at_end = not chunk
        self._written += len(chunk)
        items = self._splitter.feed(chunk) if chunk else self._splitter.close()
        self._items += (item for item in items if isinstance(item, Value) or not item.cut_off)

    def _read_errors(self) -> None:
        self._tail = (self._tail + (self._read(self._child.stderr) or b""))[-_TAIL:]

    def _read(self, stream: int) -> bytes | None:
        """Return what is there, nothing at the end (which is reported once), or None if nothing has come yet."""
        try:
            chunk = os.read(stream, _CHUNK)
        except BlockingIOError:
            return None
        if not chunk:
            self._forget(stream)
        return chunk

    def _forget(self, stream: int) -> None:
        if stream in self._selector.get_map():
            self._selector.unregister(stream)


def _cause_of_death(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:  # a real-time signal without a name
        return f"killed by signal {-status}"
