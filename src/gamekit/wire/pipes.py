"""The transport over a child's pipes: of a process a game, or a process a turn."""

import errno
import os
import time
from collections.abc import Callable, Mapping, Sequence

from gamekit.game import OURS, Surroundings
from gamekit.processes.children import ChildProcess
from gamekit.processes.guard import GRACE
from gamekit.wire.running_time import RunningTime
from gamekit.wire.transport import Poller, taken

THE_MACHINE_S = {
    *(errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ETOOMANYREFS, errno.ECHILD),
    *(errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOSYS),
}
"""Errors of starting a command that are no player's fault; with any other it is one that cannot be executed."""

_TAIL = 4096
_START = 1.0  # seconds that the start of a process may take before its own first step (guessed: ten times the usual)


class Pipes:
    """A child process that is written to on its standard input and read from on its standard output.

    See `Transport`. One thread at a time may use it.
    """

    closed = "closed its output"
    by_socket = False
    """Whether the child's standard input is a socket, as in `ChildProcess`."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] = {},
        surroundings: Surroundings = OURS,
        until_exit: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a command: a path alone is executed without arguments, a name without a slash is looked up in PATH.

        `env` adds to this process's environment. A child may close its output and run on: with `until_exit` its output
        ends only when it has exited. Raises OSError, which names the command, if that cannot be executed, and
        ValueError if there is none; a child that dies later shows in its `process`.
        """
        running = RunningTime(clock)
        self.process = ChildProcess(command, env, surroundings, by_socket=self.by_socket, clock=clock)
        self.poller = Poller()
        self.at_end = False
        self._until_exit = until_exit
        self._hear_errors = surroundings.hear
        self._exited = False
        self._come = bytearray()
        self._closing = False  # from here on its output is read, to let it exit, and dropped
        self._unsent = bytearray()
        self._tail = b""
        self.poller.watch(self.process.stdout, self._read_output)
        self.poller.watch(self.process.stderr, self._read_errors)
        self.poller.watch(self.process.reports, self._hear)
        self.seconds_to_start = running.look(_START)

    @property
    def errors(self) -> str:
        return self._tail.decode(errors="replace")

    def send(self, message: bytes) -> None:
        self._unsent += message
        self._write()

    def end_input(self) -> None:
        if self.process.stdin is not None:
            self.poller.forget(self.process.stdin)
            self.process.close_stdin()
        self._unsent.clear()

    def poll(self, seconds: float) -> bool:
        exited = self._exited  # known before reading: then all that it wrote is there to be read
        moved = self.poller.poll(0.0 if exited else seconds)
        if not moved:
            self.at_end |= exited
            self._exited = exited or self.process.wait(0)  # one that stopped its parent does not report
        return moved

    def take(self) -> bytes:
        return taken(self._come)

    def close(self, grace: float = GRACE) -> None:
        """As in `Transport`. Its input is closed, and it has `grace` seconds to exit and as many again after SIGTERM:
        killed outright, a PyInstaller one-file leaves its unpacked folder behind.
        """
        if self.process.ended:
            return
        self.end_input()
        self._closing = True
        self.process.end(grace, self.poll)

    def _write(self) -> None:
        """Write what the pipe takes at once, and the rest whenever it takes more."""
        stdin = self.process.stdin
        if stdin is None:
            self._unsent.clear()
            return
        try:
            while self._unsent:
                del self._unsent[: os.write(stdin, self._unsent)]
        except BlockingIOError:
            self.poller.watch(stdin, self._write, write=True)
        except OSError:  # it closed its input, or it is dead: its output will tell
            self.end_input()
        else:
            self.poller.forget(stdin)

    def _read_output(self) -> None:
        chunk = self.poller.read(self.process.stdout)
        if chunk is None:
            return
        self.at_end |= not chunk and not self._until_exit
        if not self._closing:
            self._come += chunk

    def _read_errors(self) -> None:
        chunk = self.poller.read(self.process.stderr) or b""
        self._tail = (self._tail + chunk)[-_TAIL:]
        if chunk and self._hear_errors:
            self._hear_errors(chunk)

    def _hear(self) -> None:
        if self.process.status() is not None or self.process.harm():
            self._exited = True
            self.poller.forget(self.process.reports)


class SocketPipes(Pipes):
    """The same, but standard input is a socket, over which the child may hand out descriptors."""

    by_socket = True
