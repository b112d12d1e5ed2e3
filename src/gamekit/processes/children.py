"""Child processes that never outlive their owner: started in their own session, ended with all they started.

Three nets catch them: `ChildProcess.end`, the end of this interpreter, and if it is killed, its guard process
(`guard`, one for each owner, started with the first child). What a child starts is found by its session, by a mark
in its environment, and by descent: the parent of a child is a process of its own (`supervisor`), which adopts what
loses its parent. What a child does to its supervisor is seen, and harms nobody else.
"""

import atexit
import contextlib
import itertools
import os
import signal
import socket
import time
from collections.abc import Callable, Mapping, Sequence

from gamekit.game import OURS, Surroundings
from gamekit.processes import guard, sandbox, usage
from gamekit.processes.owner import Guard, close_guard, leave_guard, with_guard
from gamekit.processes.scripts import require_interpreter
from gamekit.processes.supervised_child import SupervisedChild
from gamekit.processes.supervisor import Limits

_BY_SIGNAL = 128  # and its number is the exit status of a shell, and of a sandbox
_FIRST_PAUSE, _LAST_PAUSE = 0.001, 0.01  # seconds


class ChildProcess:
    """A process and the descriptors, non-blocking, of its standard streams; `stdin` is None once it is closed."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        surroundings: Surroundings = OURS,
        *,
        by_socket: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the command in a session of its own, `env` added to this process's environment, or to the sandbox's.

        With `by_socket` its standard input is no pipe, but one of two connected sockets, over which what starts in a
        sandbox may hand descriptors out: it bounds the number of its own then (`sandbox.OPEN_FILES`). Raises OSError
        naming the command, and a script's missing interpreter, if it cannot be executed; ValueError if there is none.
        """
        if not command:
            raise ValueError("expected a command, got none")
        self._clock = clock
        self._sandboxed = surroundings.sandbox is not None
        self._tells = self._sandboxed and sandbox.knows(sandbox.TELLING)
        self._limits = _limits(surroundings, by_socket)
        number = next(_numbers)
        if any("\0" in word for word in command):
            raise ValueError(f"expected a command without NUL characters, got {command}")
        if not self._sandboxed:
            require_interpreter(str(command[0]), {**os.environ, **env}.get("PATH"))
        pipes = [_connected() if by_socket else os.pipe(), os.pipe(), os.pipe()]
        (theirs_in, ours_in), (ours_out, theirs_out), (ours_errors, theirs_errors) = pipes
        theirs = [theirs_in, theirs_out, theirs_errors]
        self._pipes = [ours_in, ours_out, ours_errors]
        self.stdin: int | None
        self.stdin, self.stdout, self.stderr = self._pipes

        def start(guard: Guard) -> SupervisedChild | None:
            words, environment, limits = list(command), {**os.environ, **env}, self._limits
            if self._sandboxed:
                words, environment = sandbox.wrapped(command, surroundings, guard.mark), sandbox.environment(env)
            environment[guard.mark] = str(number)
            return guard.start([*map(os.fsencode, words)], environment, limits, theirs, surroundings.folder)

        try:
            self._guard, self._supervised = with_guard(start)
        except OSError as error:
            for pipe in self._pipes:
                os.close(pipe)
            raise OSError(error.errno, error.strerror, command[0]) from None
        finally:
            for pipe in theirs:
                os.close(pipe)
        for pipe in self._pipes:
            os.set_blocking(pipe, False)
        self._mark = f"{self._guard.mark}={number}\0".encode()
        self.pid = self._supervised.pid
        self.ended = False
        _live.add(self)

    @property
    def reports(self) -> int:
        """A descriptor that can be read when `status` or `harm` may have changed, not after `end`."""
        return self._supervised.fileno()

    def status(self) -> int | None:
        """Return the exit status, or minus the signal that killed it, or None while it runs or if nobody knows."""
        status = self._supervised.status()
        if self._sandboxed and status is not None and _BY_SIGNAL < status < _BY_SIGNAL + signal.NSIG:
            return _BY_SIGNAL - status  # as who runs the sandbox reports it
        return status

    @property
    def never_ran(self) -> bool:
        """Whether its sandbox has ended without running it, and can tell so."""
        return self._tells and self._supervised.never_ran

    def harm(self) -> str | None:
        """Return what it did that no child should, in words ("killed its parent process"), or None."""
        return self._supervised.harm()

    def excess(self) -> str | None:
        """Look at what it and all that it started use; return what of it is too much, in words, or None.

        Its supervisor looks, too, but beside a crowd of processes perhaps not in time.
        """
        return usage.excess(*self._supervised.pids, self._limits[0], boxed=self._sandboxed) if self._limits else None

    def close_stdin(self) -> None:
        """Close the child's standard input; it reads the end of input."""
        if self.stdin is not None:
            os.close(self._pipes.pop(0))
            self.stdin = None

    def end(self, grace: float, pause: Callable[[float], object] = time.sleep) -> None:
        """Close its input, wait for it to exit, then ask it to by SIGTERM, then kill it and all it started.

        `grace` is in seconds, for either wait; `pause` is called to spend time, and returns true if it came back
        early because something happened. A second call does nothing, and one that harmed its parent is killed at once.
        """
        if self.ended:
            return
        try:
            self.close_stdin()
            if not self.wait(grace, pause):
                with contextlib.suppress(OSError):  # it has exited just now
                    os.killpg(self.pid, signal.SIGTERM)
                self.wait(grace, pause)
        finally:
            guard.kill_all(self._mark, {self.pid}, self._supervised.pids[1])
            self._supervised.release()
            self._guard.forget(self._supervised)
            self.abandon()
            _live.discard(self)

    def wait(self, seconds: float, pause: Callable[[float], object] = time.sleep) -> bool:
        """Tell whether it exits, or turns out to have harmed its parent, within some seconds; `pause` as in `end`."""
        until, step = self._clock() + seconds, _FIRST_PAUSE
        while self.status() is None and self.harm() is None:
            if self._clock() >= until:
                return False
            step = _FIRST_PAUSE if pause(step) else min(2 * step, _LAST_PAUSE)
        return True

    def abandon(self) -> None:
        """Close the pipes and leave the process alone."""
        self.ended = True
        self.stdin = None
        self._supervised.close()
        while self._pipes:
            os.close(self._pipes.pop())


def _connected() -> tuple[int, int]:
    """Return the descriptors of two sockets that are connected."""
    one, other = socket.socketpair()
    return one.detach(), other.detach()


def _limits(surroundings: Surroundings, by_socket: bool) -> Limits | None:
    if surroundings.sandbox is None:
        return None if surroundings.memory is None else (surroundings.memory, {}, b"")
    files = {} if by_socket else {"RLIMIT_NOFILE": sandbox.OPEN_FILES}
    return surroundings.memory or sandbox.MEMORY, {**sandbox.LIMITS, **files}, sandbox.refused_calls()


_live: set[ChildProcess] = set()
_numbers = itertools.count()


def _end_all() -> None:
    for child in list(_live):
        child.close_stdin()
    for child in list(_live):
        child.end(guard.GRACE)
    close_guard()


def _start_afresh() -> None:
    """Leave the children to the process that was forked: they are its own, and so are its pipes to them."""
    for child in _live:
        child.abandon()
    _live.clear()
    leave_guard()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_start_afresh)
