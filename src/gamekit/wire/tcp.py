"""A transport over a connection that the child makes."""

import contextlib
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gamekit.processes.guard import GRACE
from gamekit.processes.peers import those_of
from gamekit.wire.pipes import Pipes
from gamekit.wire.running_time import RunningTime
from gamekit.wire.transport import taken
from gamekit.wire.within import listening, receive_listener

HOST, PORT = "HOST", "PORT"
"""Words of a command that stand for the address to connect to."""

RETURN_SECONDS = 1.0
"""For who closed its connection without a word to connect again (guessed: clients try again after a part of it)."""

_AT_ONCE = 200  # connections that are looked at together (guessed: a process may often hold 1,024 descriptors)
_WAITING = 4096  # connections, as many as Linux keeps: a flood by somebody else leaves room for the child
_FORGOTTEN = struct.pack("ii", 1, 0)  # a connection is reset when closed: the kernel's list stays short in a flood


@dataclass(eq=False)
class _Link:
    """A connection that the child made, and what it is still to be sent."""

    socket: socket.socket
    unsent: bytearray


class Tcp:
    """A child that connects to a port of this machine and is spoken to over that connection. See `Transport`.

    The words HOST and PORT of the command stand for the address. What it writes to its standard output is dropped. It
    may connect more than once, to see whether somebody listens. Every connection is sent what has been said so far; the
    first on which the child answers is the one of the game. Only the child and what it started are let in: who else
    connects, such as its rival, is sent nothing, and listening goes on.
    """

    closed = "closed the connection"

    def __init__(
        self,
        command: Sequence[str],
        start: Callable[..., Pipes] = Pipes,
        *,
        within: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Listen, and start the command: `start` is `Pipes` or part of its call. Raises as `Pipes`.

        `within`: listen in the child's sandbox, which `start` of `SocketPipes` makes.
        """
        self._within = within
        self._listener = None if within else socket.create_server(("127.0.0.1", 0), backlog=_WAITING)
        self._links: list[_Link] = []
        self._chosen = False  # the connection of the game is known, the only one left
        self._said = b""  # to all connections so far, until one is chosen
        self._come = bytearray()
        self._clock = clock
        self._alone: RunningTime | None = None  # since the last connection was closed without a word
        self._ends = False  # our half of the connection
        self._closing = False
        self.at_end = False
        with contextlib.ExitStack() as stack:
            if self._listener:
                host, port = stack.enter_context(self._listener).getsockname()
                words = [{HOST: host, PORT: str(port)}.get(word, word) for word in command]
            else:
                words = listening(command)
            self._pipes = start(words, until_exit=True, clock=clock)
            stack.pop_all()
        self.process, self._poller = self._pipes.process, self._pipes.poller
        self.seconds_to_start = self._pipes.seconds_to_start
        if self._listener:
            self._listen()
        else:
            assert self.process.stdin is not None
            self._poller.watch(self.process.stdin, self._take_listener)

    @property
    def errors(self) -> str:
        return self._pipes.errors

    def send(self, message: bytes) -> None:
        if not self._chosen:
            self._said += message
        for link in self._links:
            link.unsent += message
            self._write(link)

    def end_input(self) -> None:
        """As in `Transport`; what it still writes is read and dropped, or it could not exit."""
        self._ends = True
        for link in self._links:
            self._end_half(link)

    def poll(self, seconds: float) -> bool:
        """As in `Transport`; a child that has left without a word, and does not come back, has closed."""
        moved = self._pipes.poll(seconds)
        self._pipes.take()
        self.at_end |= self._pipes.at_end
        if self._alone and not self._links and self._alone.look(seconds) > RETURN_SECONDS:
            self.at_end = True
        return moved

    def take(self) -> bytes:
        return taken(self._come)

    def close(self, grace: float = GRACE) -> None:
        if not self.process.ended:
            self.end_input()
            self._closing = True
            self.process.end(grace, self.poll)
        if self._listener:
            self._listener.close()
        for link in self._links:
            link.socket.close()

    def _take_listener(self) -> None:
        assert self.process.stdin is not None
        self._listener = receive_listener(self.process.stdin)
        self._listen()

    def _listen(self) -> None:
        self._pipes.end_input()
        if self._listener:
            self._listener.setblocking(False)
            self._poller.watch(self._listener.fileno(), self._accept)

    def _accept(self) -> None:
        """Let in who waits, and is the child."""
        assert self._listener
        waiting: list[socket.socket] = []
        with contextlib.suppress(OSError):  # nobody waits any more
            while len(waiting) < _AT_ONCE:
                waiting.append(self._listener.accept()[0])
        known = [True] * len(waiting) if self._within else those_of(waiting, self.process.pid)
        for connection, ours in zip(waiting, known, strict=True):
            if ours:
                self._let_in(connection)
            else:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _FORGOTTEN)
                connection.close()

    def _let_in(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = _Link(connection, bytearray(self._said))
        self._links.append(link)
        self._poller.watch(connection.fileno(), partial(self._read, link))
        self._write(link)
        if self._ends:
            self._end_half(link)

    def _choose(self, chosen: _Link) -> None:
        """Play on this connection: close the others, and let nobody else connect."""
        self._chosen, self._said = True, b""
        for link in [link for link in self._links if link is not chosen]:
            self._drop(link)
        assert self._listener
        self._poller.forget(self._listener.fileno())
        self._listener.close()

    def _drop(self, link: _Link) -> None:
        self._poller.forget(link.socket.fileno())
        link.socket.close()
        self._links.remove(link)
        self._alone = RunningTime(self._clock)

    def _write(self, link: _Link) -> None:
        """Write what the connection takes at once, and the rest whenever it takes more."""
        number = link.socket.fileno()
        if not link.unsent or not self._poller.watches(number):
            return
        try:
            while link.unsent:
                del link.unsent[: link.socket.send(link.unsent)]
        except BlockingIOError:
            self._poller.watch(number, partial(self._move_on, link), write=True)
        except OSError:  # it has closed the connection: reading will tell
            link.unsent.clear()
        else:
            self._poller.watch(number, partial(self._read, link))

    def _move_on(self, link: _Link) -> None:
        self._write(link)
        self._read(link)

    def _end_half(self, link: _Link) -> None:
        with contextlib.suppress(OSError):
            link.socket.shutdown(socket.SHUT_WR)
        link.unsent.clear()

    def _read(self, link: _Link) -> None:
        if link not in self._links:  # closed meanwhile
            return
        chunk = self._poller.read(link.socket.fileno())
        if chunk is None:
            return
        if chunk and not self._chosen:
            self._choose(link)
        if not self._chosen:
            self._drop(link)
            return
        self.at_end |= not chunk
        if not self._closing:
            self._come += chunk
