"""The guard of one owner: starts the owner's children, and ends what outlived it; for Linux.

The owner holds the other end of the guard's standard input, a socket. It sends requests: to start a child, with the
descriptors that the child needs, or to forget one that has been ended. Each child gets a supervisor for a parent
(see there), a fork of the guard: quick, as the guard is small and has one thread. When the socket closes, the owner
is gone, however it died, and the guard ends what is left. It starts in some milliseconds because it imports next to
nothing: keep it so.
"""

import contextlib
import marshal
import os
import signal
import socket
import time
from typing import Any

from gamekit.processes.supervisor import SIGNALS, adopt_orphans, supervise
from gamekit.processes.usage import descendants, living

GRACE = 0.25
"""Seconds to exit unasked once the input is closed, and again after SIGTERM (measured: a Python child needs
0.01, a PyInstaller one-file, which removes its unpacked folder, 0.04 to 0.12)."""

DESCRIPTORS = 5  # of a child: its standard streams, its folder, the supervisor's socket
HEADER = 4  # bytes: the length of what follows

STOPPED = ("T", "t")
"""The states of a process that was stopped, by a signal or by one that traces it."""

_PAUSE = 0.002
_ROUNDS = 1000  # of looking and killing, some seconds: a process stuck in the kernel cannot be killed


def state_of(pid: int) -> str:
    """Return the letter of a process's state, such as T of one that was stopped; none if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read().rpartition(b") ")[2][:1].decode()
    except OSError:
        return ""


def survivors(mark: bytes, sessions: set[int], ancestor: int = 0) -> list[int]:
    """Return the live processes of the sessions, those started with the mark in their environment, and what descends
    from an ancestor, if that is given.
    """
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
    found = [pid for pid in pids if _belongs(pid, mark, sessions)]
    return [*found, *({*descendants(ancestor)} - {*found})] if ancestor else found


def _belongs(pid: int, mark: bytes, sessions: set[int]) -> bool:
    try:
        session = os.getsid(pid)
        if session in sessions:
            return bool(living(pid))
        if os.stat(f"/proc/{pid}").st_uid != os.geteuid():  # others could make us wait
            return False
        shown = _environment(f"/proc/{pid}")
        if not shown and session:  # perhaps the main thread's end alone; the kernel's own have no session
            shown = _environment(living(pid))
        return mark in shown
    except OSError:  # gone meanwhile, or somebody else's
        return False


def _environment(folder: str) -> bytes:
    """Return an environment; nothing once its thread has ended, of which older kernels do not make an error."""
    try:
        with open(f"{folder}/environ", "rb", buffering=0) as file:
            return file.read()
    except ProcessLookupError:
        return b""


def kill_all(mark: bytes, sessions: set[int], ancestor: int) -> None:
    """Kill the survivors, and what they start meanwhile, until there are none."""
    for _ in range(_ROUNDS):
        if not _signal_all(mark, sessions, ancestor, signal.SIGKILL):
            return
        time.sleep(_PAUSE)


def _signal_all(mark: bytes, sessions: set[int], ancestor: int, number: int) -> bool:
    found = survivors(mark, sessions, ancestor)
    for pid in found:
        with contextlib.suppress(OSError):  # gone meanwhile
            os.kill(pid, number)
    return bool(found)


def _end_all(mark: bytes, sessions: set[int]) -> None:
    """Let the survivors exit, then ask them to, then kill them. Their input closed when the owner died."""
    own = os.getpid()
    for number in (0, signal.SIGTERM):  # 0 only looks
        _signal_all(mark, sessions, own, number)
        for _ in range(round(GRACE / 0.01)):
            if not survivors(mark, sessions, own):
                return
            time.sleep(0.01)
    kill_all(mark, sessions, own)


def main(mark: bytes) -> None:
    """Serve the owner until it is gone, then end all that has the mark in its environment, or descends from here."""
    adopt_orphans()
    for number in SIGNALS:  # it goes when its owner has gone, not before
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors leave no zombies
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # a thread of a pool blocks Ctrl-C, and its children shall not
    sessions: set[int] = set()
    with socket.socket(fileno=0) as owner:
        while request := _receive(owner):
            (kind, *values), descriptors = request
            if kind == "start":
                _start(values, descriptors)
            else:
                (sessions.update if kind == "watch" else sessions.difference_update)(values)
    _end_all(mark, sessions)


def _receive(owner: socket.socket) -> tuple[list[Any], list[int]] | None:
    """Return a request and its descriptors, None when the owner has gone."""
    try:
        header, descriptors, _, _ = socket.recv_fds(owner, HEADER, DESCRIPTORS)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
        length, message = int.from_bytes(header, "big"), b""
        while header and len(message) < length and (chunk := owner.recv(length - len(message))):
            message += chunk
    except OSError:
        return None
    return (marshal.loads(message), descriptors) if message and len(message) == length else None


def _start(values: list[Any], descriptors: list[int]) -> None:
    words, environment, limits = values
    try:
        if not os.fork():
            try:
                supervise(words, environment, limits, descriptors)
            finally:
                os._exit(1)
    except OSError as error:
        os.write(descriptors[-1], b"!%d\n" % (error.errno or 0))
    for descriptor in descriptors:
        os.close(descriptor)
