"""The owner's end of its guard: one guard process for each owner, started with the first child."""

import contextlib
import errno
import marshal
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from gamekit.processes import guard
from gamekit.processes.supervised_child import SupervisedChild
from gamekit.processes.supervisor import Limits

T = TypeVar("T")

_LOOK = 0.25  # seconds between looks at a guard that does not answer (guessed)
_PATIENCE = 5.0  # seconds for a guard to take a request, and to end (guessed: twice what it may take)
_PAUSE = 0.05  # between tries to send
_IN_FLIGHT = "a program of this user has sent too many open files to a socket that nobody reads: end it"
_TRIES = 3  # guards for a child: one may have been killed just now

_MAIN = "import sys; sys.path.append(sys.argv[1]); from gamekit.processes.guard import main; main(sys.argv[2].encode())"
_SOURCES = str(Path(__file__).parents[2])


class Guard:
    """A guard process; its children have `mark` in their environment, as the name of a variable."""

    def __init__(self) -> None:
        with open("/proc/self/stat", "rb") as file:
            start_time = file.read().rpartition(b") ")[2].split()[19].decode()
        self.mark = f"GAMEKIT_CHILD_OF_{os.getpid()}_{start_time}"  # process ids alone come again
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_PATIENCE)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _MAIN, _SOURCES, f"{self.mark}="],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,  # out of reach of the terminal's Ctrl-C
            )

    def start(
        self,
        words: Sequence[bytes],
        environment: Mapping[str, str],
        limits: Limits | None,
        streams: Sequence[int],
        folder: str | None,
    ) -> SupervisedChild | None:
        """Start a child in a folder, by default this process's, or return None if the guard has gone.

        The streams are the child's ends. Raises OSError, without a name, if the command cannot be executed.
        """
        place = os.open(folder or ".", os.O_PATH)
        ours, theirs = socket.socketpair()
        child = SupervisedChild(ours)
        try:
            variables = {os.fsencode(name): os.fsencode(value) for name, value in environment.items()}
            request = ("start", [*words], variables, limits)
            with theirs:
                if not self._send(request, [*streams, place, theirs.fileno()]):
                    return None
            while (begun := child.has_begun(_LOOK)) is None and self.works():
                pass
        except BaseException:
            child.close()
            raise
        finally:
            os.close(place)
        if not begun:
            child.close()
            return None
        self._send(("watch", *child.pids))
        return child

    def forget(self, child: SupervisedChild) -> None:
        """Tell it that a child has been ended."""
        self._send(("forget", *child.pids))

    def works(self) -> bool:
        """Tell whether it runs; one that somebody has stopped is killed."""
        if guard.state_of(self._process.pid) in guard.STOPPED:
            self._process.kill()
            self._process.wait()
        return self._process.poll() is None

    def close(self) -> None:
        """Let it end."""
        self._socket.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def abandon(self) -> None:
        """Leave it to the process that this one was forked from."""
        self._socket.close()
        self._process.returncode = 0  # another process's child now

    def _send(self, request: tuple[Any, ...], descriptors: Sequence[int] = ()) -> bool:
        """Tell whether a request could be sent; if somebody killed the guard, the next child gets a new one."""
        message = marshal.dumps(request)
        message = len(message).to_bytes(guard.HEADER, "big") + message
        try:
            with self._lock, _many_in_flight():
                sent = _send_all_at_once(self._socket, message, descriptors)
                self._socket.sendall(message[sent:])
        except OSError as error:
            if error.errno == errno.ETOOMANYREFS:
                raise
            return False
        return True


def _send_all_at_once(link: socket.socket, message: bytes, descriptors: Sequence[int]) -> int:
    """Send descriptors with the beginning of a message; return its length.

    Raises OSError with ETOOMANYREFS, which says why, where the kernel takes no more of this user's for some seconds.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return socket.send_fds(link, [message], [*descriptors])
        except OSError as error:
            if error.errno != errno.ETOOMANYREFS:
                raise
            if time.monotonic() > until:
                raise OSError(errno.ETOOMANYREFS, _IN_FLIGHT) from None
        time.sleep(_PAUSE)


@contextlib.contextmanager
def _many_in_flight() -> Iterator[None]:
    """Let the kernel take what it can of this process: it compares all that the user has in flight with its own limit.

    A player's is lower. Children do not inherit it, or who calls select(2) would get descriptors that are too high.
    """
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError):  # above what the machine allows
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))


_guard: Guard | None = None
_lock = threading.Lock()


def with_guard(work: Callable[[Guard], T | None]) -> tuple[Guard, T]:
    """Return this process's guard and what the work brings, tried with another guard if it brings None.

    Raises OSError if no guard lives long enough.
    """
    global _guard  # noqa: PLW0603 - one guard for each process is the point
    for _ in range(_TRIES):
        with _lock:
            if _guard is None or not _guard.works():
                _guard = Guard()
            found = _guard
        result = work(found)
        if result is not None:
            return found, result
    raise OSError(errno.ECHILD, "the process that starts players was killed each time")


def close_guard() -> None:
    """End this process's guard, if it has one."""
    global _guard  # noqa: PLW0603
    if _guard is not None:
        _guard.close()
        _guard = None


def leave_guard() -> None:
    """Leave the guard to the process that this one was forked from."""
    global _guard, _lock
    if _guard is not None:
        _guard.abandon()
    _guard, _lock = None, threading.Lock()
