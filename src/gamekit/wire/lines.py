"""Players that are sent lines of text and answer in lines: over their pipes, or over a connection that they make."""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gamekit.processes.guard import GRACE
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.json_stream import Value

HOST, PORT = "HOST", "PORT"
"""Words of a command that stand for the address to connect to."""

RETURN_SECONDS = 1.0
"""For who closed its connection without a word to connect again (guessed: clients try again after a part of it)."""


class LineSplitter:
    """Splits a stream into lines, without their ends; a last line may lack its newline.

    A byte order mark is skipped at the very start.
    """

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
        if self._line == 1:
            text = text.removeprefix("\ufeff")
        del self._rest[: end + 1]
        self._line += 1
        return Value(text, self._line - 1)


class LineChild(ChildPlayer):
    """A child that answers with lines, without their ends."""

    def _new_splitter(self, max_bytes: int) -> LineSplitter:
        return LineSplitter()


@dataclass(eq=False)
class _Link:
    """A connection that the child made, and what it is still to be sent."""

    socket: socket.socket
    unsent: bytearray


class TcpChild(LineChild):
    """A child that connects to a port of this machine and is spoken to in lines over that connection.

    The words HOST and PORT of the command stand for the address. What it writes to its standard output is dropped. It
    may connect more than once, to see whether somebody listens: every connection is sent what has been said so far, and
    the first on which something comes is the one of the game.
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
        self._links: list[_Link] = []
        self._chosen = False  # the connection of the game is known, the only one left
        self._said = b""  # to all connections so far, until one is chosen
        self._left = 0.0  # when the last connection was closed without a word
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
        for link in self._links:
            link.socket.close()

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError:  # it has gone already
            return
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = _Link(connection, bytearray(self._said))
        self._links.append(link)
        self._selector.register(connection.fileno(), selectors.EVENT_READ, partial(self._read_link, link))
        self._write(link)
        if self._ends:
            self._end_half(link)

    def _choose(self, chosen: _Link) -> None:
        """Play on this connection: close the others, and let nobody else connect."""
        self._chosen, self._said = True, b""
        for link in [link for link in self._links if link is not chosen]:
            self._drop(link)
        self._forget(self._listener.fileno())
        self._listener.close()

    def _drop(self, link: _Link) -> None:
        self._forget(link.socket.fileno())
        link.socket.close()
        self._links.remove(link)
        self._left = self._clock()

    def _send(self) -> None:
        """Write what the connections take at once, and keep the rest for the next time."""
        if not self._chosen:
            self._said += self._unsent
        for link in self._links:
            link.unsent += self._unsent
            self._write(link)
        self._unsent.clear()

    def _write(self, link: _Link) -> None:
        number = link.socket.fileno()
        if not link.unsent or number not in self._selector.get_map():
            return
        try:
            while link.unsent:
                del link.unsent[: link.socket.send(link.unsent)]
        except BlockingIOError:
            self._selector.modify(number, _BOTH, partial(self._move_on, link))
        except OSError:  # it has closed the connection: reading will tell
            link.unsent.clear()
        else:
            self._selector.modify(number, selectors.EVENT_READ, partial(self._read_link, link))

    def _move_on(self, link: _Link) -> None:
        self._write(link)
        self._read_link(link)

    def _close_stdin(self) -> None:
        """End our half of the connection; what it still writes is read and dropped, or it could not exit."""
        self._ends = True
        for link in self._links:
            self._end_half(link)

    def _end_half(self, link: _Link) -> None:
        with contextlib.suppress(OSError):
            link.socket.shutdown(socket.SHUT_WR)
        link.unsent.clear()

    def _read_link(self, link: _Link) -> None:
        if link not in self._links:  # closed meanwhile
            return
        chunk = self._read(link.socket.fileno())
        if chunk and not self._chosen:
            self._choose(link)
        if self._chosen:
            self._take_output(chunk)
        elif chunk is not None:
            self._drop(link)

    def _poll(self, seconds: float) -> bool:
        """As in a child over pipes; a child that has left without a word, and does not come back, has closed."""
        if self._left and not self._links and self._clock() - self._left > RETURN_SECONDS:
            self._at_end = True
        return super()._poll(seconds)

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
