"""Players that are sent lines of text and answer in lines: over their pipes, or over a connection that they make."""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from gamekit.processes.guard import GRACE
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.json_stream import Value

HOST, PORT = "HOST", "PORT"
"""Words of a command that stand for the address to connect to."""


class LineSplitter:
    """Splits a stream into lines, without their ends; a last line may lack its newline."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._line = 1

    def feed(self, chunk: bytes) -> Iterator[Value]:
        """Yield the lines that the chunk completes, as text."""
        self._rest += chunk
        while (end := self._rest.find(b"\n")) >= 0:
            yield self._take(end)

    def close(self) -> Iterator[Value]:
        """Yield what follows the last newline, if anything."""
        if self._rest:
            yield self._take(len(self._rest))

    def _take(self, end: int) -> Value:
        text = self._rest[:end].decode(errors="replace").rstrip("\r")
        del self._rest[: end + 1]
        self._line += 1
        return Value(text, self._line - 1)


class LineChild(ChildPlayer):
    """A child that answers with lines, without their ends."""

    def _new_splitter(self, max_bytes: int) -> LineSplitter:
        return LineSplitter()


class TcpChild(LineChild):
    """A child that connects to a port of this machine and is spoken to in lines over that connection.

    The words HOST and PORT of the command stand for the address. What it writes to its standard output is dropped.
    """

    _closed = "closed the connection"

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] = {},
        memory: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Listen, and start the command. Raises as `ChildPlayer`."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connection: socket.socket | None = None
        self._ends = False  # our half of the connection
        host, port = self._listener.getsockname()
        words = [{HOST: host, PORT: str(port)}.get(word, word) for word in command]
        try:
            super().__init__(words, env=env, memory=memory, clock=clock)
        except BaseException:
            self._listener.close()
            raise
        self._child.close_stdin()
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def close(self, grace: float = GRACE) -> None:
        super().close(grace)
        self._listener.close()
        if self._connection:
            self._connection.close()

    def _accept(self) -> None:
        """Take the first connection; nobody else can connect then."""
        connection, _ = self._listener.accept()
        self._forget(self._listener.fileno())
        self._listener.close()
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = connection
        self._selector.register(connection.fileno(), selectors.EVENT_READ, self._read_connection)
        self._send()
        if self._ends:
            self._close_stdin()

    def _send(self) -> None:
        """Write what the connection takes at once, and keep the rest for the next time."""
        if self._connection is None or not self._unsent:
            return
        try:
            while self._unsent:
                del self._unsent[: self._connection.send(self._unsent)]
        except BlockingIOError:
            self._selector.modify(self._connection.fileno(), _BOTH, self._move_on)
        except OSError:  # it has closed the connection: reading will tell
            self._unsent.clear()
        else:
            self._selector.modify(self._connection.fileno(), selectors.EVENT_READ, self._read_connection)

    def _move_on(self) -> None:
        self._send()
        self._read_connection()

    def _close_stdin(self) -> None:
        """End our half of the connection; what it still writes is read and dropped, or it could not exit."""
        self._ends = True
        if self._connection:
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_WR)
            self._unsent.clear()

    def _read_connection(self) -> None:
        assert self._connection
        self._take_output(self._read(self._connection.fileno()))

    def _read_output(self) -> None:
        self._read(self._child.stdout)

    def _read(self, stream: int) -> bytes | None:
        try:
            return super()._read(stream)
        except OSError:  # the connection was reset
            self._forget(stream)
            return b""


_BOTH = selectors.EVENT_READ | selectors.EVENT_WRITE


def open_line_child(command: Sequence[str], env: Mapping[str, str], memory: int | None) -> LineChild:
    """Start a player that speaks lines; a path alone is given the address to connect to as two arguments.

    A command with the words HOST and PORT connects, too; any other speaks over its pipes. Raises OSError.
    """
    words = with_address(command)
    if HOST in words or PORT in words:
        return TcpChild(words, env=env, memory=memory)
    return LineChild(words, env=env, memory=memory)


def with_address(command: Sequence[str]) -> list[str]:
    """Return a command with the words HOST and PORT where it is a path alone."""
    return [*command, HOST, PORT] if len(command) == 1 else [*command]
