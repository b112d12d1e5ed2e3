"""A child as its supervisor tells of it: the owner's end of the supervisor's socket."""

import contextlib
import os
import select
import signal
import socket
import time

from gamekit.processes.guard import STOPPED

_HARMLESS = sum(
    1 << number - 1 for number in (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGCONT, signal.SIGCHLD)
)
"""Signals that do nothing to a supervisor: without a terminal, only SIGSTOP stops."""
_LOOKS, _PAUSE = 500, 0.0005  # at a supervisor that is busy, which it never is for long


class SupervisedChild:
    """A child and its parent, a supervisor; see there for the lines that it writes."""

    def __init__(self, report: socket.socket) -> None:
        report.setblocking(False)
        self._report = report
        self._heard: dict[bytes, bytes] = {}  # each line without its first byte, by that one
        self._rest = b""
        self._silent = False  # the socket has ended

    def has_begun(self, seconds: float) -> bool | None:
        """Tell whether it has been executed, after some seconds at most; None: not known yet.

        False: it was not, and nobody knows why. Raises OSError, without a name, if it cannot be executed.
        """
        poll = select.poll()  # unlike `select`, for descriptors of any number
        poll.register(self._report, select.POLLIN)
        poll.poll(1000 * seconds)
        self._hear()
        if number := int(self._heard.get(b"!", 0)):
            raise OSError(number, os.strerror(number))
        if b"@" not in self._heard:
            return False if self._silent else None
        return True if b"+" in self._heard or self.harm() else None

    def fileno(self) -> int:
        """Return the descriptor on which it reports."""
        return self._report.fileno()

    @property
    def pid(self) -> int:
        return self.pids[0]

    @property
    def pids(self) -> tuple[int, int]:
        """The process ids of the child and of its supervisor."""
        pid, supervisor = self._heard[b"@"].split()
        return int(pid), int(supervisor)

    def status(self) -> int | None:
        """Return the exit status, or minus the signal that killed it, or None while it runs or if nobody knows."""
        self._hear()
        return int(self._heard[b"="]) if b"=" in self._heard else None

    @property
    def never_ran(self) -> bool:
        """Whether it was a sandbox that has ended without running its program."""
        return self.status() is not None and b"?" in self._heard

    def harm(self) -> str | None:
        """Return what the child used too much of, or did to its parent, in words, or None.

        What it did before it wrote an answer shows once the answer has come: a signal that has not arrived is pending.
        """
        for _ in range(_LOOKS):
            state, pending = self._parent()
            self._hear()
            if b"#" in self._heard:
                return self._heard[b"#"].decode()
            if self.status() is not None:
                return None
            if state in STOPPED or pending & 1 << signal.SIGSTOP - 1:
                return "stopped its parent process"
            if self._silent or pending or state in ("", "Z", "X"):
                return "killed its parent process"
            if state != "R":
                return None
            time.sleep(_PAUSE)  # it will wait, exit or write in a moment
        return None

    def release(self) -> None:
        """Let the supervisor go; to be called once the child is dead, whose process id is free from now on."""
        if self.status() is None and self._parent()[0] in STOPPED:
            with contextlib.suppress(OSError):
                os.kill(self.pids[1], signal.SIGKILL)
        self.close()

    def _parent(self) -> tuple[str, int]:
        """Return the letter of the supervisor's state, and the set of signals that are on their way to harm it."""
        try:
            with open(f"/proc/{self.pids[1]}/status", "rb", buffering=0) as file:
                lines = dict(line.split(b":\t", 1) for line in file.read().splitlines())
        except OSError:
            return "", 0
        return lines[b"State"][:1].decode(), (int(lines[b"SigPnd"], 16) | int(lines[b"ShdPnd"], 16)) & ~_HARMLESS

    def close(self) -> None:
        """Hear no more of it."""
        self._report.close()

    def _hear(self) -> None:
        """Take in what has been reported."""
        while not self._silent:
            try:
                chunk = self._report.recv(256)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            self._silent = not chunk
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._heard.update((line[:1], line[1:]) for line in lines)
