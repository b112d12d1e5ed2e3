"""Child processes that never outlive their owner: started in their own session, ended with all they started.

Three nets catch them: `ChildProcess.end`, the end of this interpreter, and if it is killed, its guard process
(`guard`, one for each owner, started with the first child). What a child starts is found by its session and by a mark
in its environment; only a process that left the session and cleared its environment escapes.
"""

import atexit
import contextlib
import functools
import itertools
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from gamekit.processes import guard

_FIRST_PAUSE, _LAST_PAUSE = 0.001, 0.01  # seconds


class ChildProcess:
    """A process and the descriptors, non-blocking, of its standard streams; `stdin` is None once it is closed."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        memory: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the command in a session of its own, `env` added to this process's environment.

        `memory` limits the address space in bytes, for each process that the child starts too. Raises OSError
        naming the command if it cannot be executed, ValueError if there is none.
        """
        if not command:
            raise ValueError("expected a command, got none")
        self._clock = clock
        self._guard = _guard_of_this_process()
        name, number = self._guard.mark, next(_numbers)
        self._mark = f"{name}={number}\0".encode()
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **env, name: str(number)},
            start_new_session=True,
            preexec_fn=None if memory is None else _limiter(memory),  # noqa: PLW1509 - see there
        )
        self.pid = self._process.pid
        self._pipes = [pipe for pipe in (self._process.stdin, self._process.stdout, self._process.stderr) if pipe]
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)
        self.stdin: int | None
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self._pipes)
        self._guard.watch(self.pid)
        self.ended = False
        _live.add(self)

    def status(self) -> int | None:
        """Return the exit status, or minus the signal that killed it, or None while it runs."""
        if self._process.returncode is None:
            # The zombie stays until the end: its process id cannot be given to another one meanwhile.
            result = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if result is None:
                return None
            return result.si_status if result.si_code == os.CLD_EXITED else -result.si_status
        return self._process.returncode

    def close_stdin(self) -> None:
        """Close the child's standard input; it reads the end of input."""
        self._pipes[0].close()
        self.stdin = None

    def end(self, grace: float, pause: Callable[[float], object] = time.sleep) -> None:
        """Close its input, wait for it to exit, then ask it to by SIGTERM, then kill it and all it started.

        `grace` is in seconds, for either wait; `pause` is called to spend time, and returns true if it came back
        early because something happened. A second call does nothing.
        """
        if self.ended:
            return
        try:
            self.close_stdin()
            if not self.wait(grace, pause):
                os.killpg(self.pid, signal.SIGTERM)
                self.wait(grace, pause)
        finally:
            guard.kill_all(self._mark, {self.pid})
            self._process.wait()
            self._guard.forget(self.pid)
            self.abandon()
            _live.discard(self)

    def wait(self, seconds: float, pause: Callable[[float], object] = time.sleep) -> bool:
        """Tell whether it exits within some seconds; `pause` as in `end`."""
        until, step = self._clock() + seconds, _FIRST_PAUSE
        while self.status() is None:
            if self._clock() >= until:
                return False
            step = _FIRST_PAUSE if pause(step) else min(2 * step, _LAST_PAUSE)
        return True

    def abandon(self) -> None:
        """Close the pipes and leave the process alone."""
        self.ended = True
        self.stdin = None
        for pipe in self._pipes:
            pipe.close()


def _limiter(memory: int) -> Callable[[], None]:
    """Return what limits the address space between fork and exec.

    A fork of a process with threads can hang on what these held locked; a C function with its arguments bound
    takes no lock. The other ways are worse: a limit set once the child runs comes too late, and a shell that
    sets it hides why the command cannot be executed.
    """
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    least = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    return functools.partial(resource.setrlimit, resource.RLIMIT_AS, (least, least))


class _Guard:
    """The owner's end of its guard process."""

    def __init__(self) -> None:
        with open("/proc/self/stat", "rb") as file:
            start_time = file.read().rpartition(b") ")[2].split()[19].decode()
        self.mark = f"GAMEKIT_CHILD_OF_{os.getpid()}_{start_time}"  # process ids alone come again
        reading, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", guard.__file__, f"{self.mark}="],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # out of reach of the terminal's Ctrl-C
        )
        os.close(reading)

    def watch(self, session: int) -> None:
        self._write(f"+{session}\n")

    def forget(self, session: int) -> None:
        self._write(f"-{session}\n")

    def _write(self, line: str) -> None:
        with contextlib.suppress(OSError):  # if somebody killed the guard, the next child gets a new one
            os.write(self._pipe, line.encode())

    def is_running(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        os.close(self._pipe)
        self._process.wait()

    def abandon(self) -> None:
        os.close(self._pipe)
        self._process.returncode = 0  # another process's child now


_guard: _Guard | None = None
_lock = threading.Lock()
_live: set[ChildProcess] = set()
_numbers = itertools.count()


def _guard_of_this_process() -> _Guard:
    global _guard  # noqa: PLW0603 - one guard for each process is the point
    with _lock:
        if _guard is None or not _guard.is_running():
            _guard = _Guard()
        return _guard


def _end_all() -> None:
    global _guard  # noqa: PLW0603
    for child in list(_live):
        child.close_stdin()
    for child in list(_live):
        child.end(guard.GRACE)
    if _guard is not None:
        _guard.close()
        _guard = None


def _start_afresh() -> None:
    """Leave the children to the process that was forked: they are its own, and so are its pipes to them."""
    global _guard, _lock
    for child in _live:
        child.abandon()
    _live.clear()
    if _guard is not None:
        _guard.abandon()
    _guard, _lock = None, threading.Lock()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_start_afresh)
