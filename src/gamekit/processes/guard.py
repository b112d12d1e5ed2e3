"""Ends processes that outlived their owner. Run as a script, it is the guard of one owner; for Linux.

The owner holds the other end of the guard's standard input and writes `+PID` and `-PID` lines: the sessions
of its children. When that pipe closes, the owner is gone, however it died, and the guard ends what is left.
It starts in a few milliseconds because it imports next to nothing: keep it so.
"""

import contextlib
import os
import signal
import sys
import time

GRACE = 0.25
"""Seconds to exit unasked once the input is closed, and again after SIGTERM (measured: a Python child needs
0.01, a PyInstaller one-file, which removes its unpacked folder, 0.04 to 0.12)."""

_PAUSE = 0.002
_ROUNDS = 1000  # of looking and killing, some seconds: a process stuck in the kernel cannot be killed


def survivors(mark: bytes, sessions: set[int]) -> list[int]:
    """Return the live processes of the sessions, and those started with the mark in their environment."""
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
    return [pid for pid in pids if _belongs(pid, mark, sessions)]


def _belongs(pid: int, mark: bytes, sessions: set[int]) -> bool:
    try:
        if os.getsid(pid) in sessions:
            with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
                return file.read().rpartition(b") ")[2][:1] not in b"ZX"  # neither zombie nor dead
        with open(f"/proc/{pid}/environ", "rb", buffering=0) as file:
            return mark in file.read()
    except OSError:  # gone meanwhile, or somebody else's
        return False


def kill_all(mark: bytes, sessions: set[int]) -> None:
    """Kill the survivors, and what they start meanwhile, until there are none."""
    for _ in range(_ROUNDS):
        if not _signal_all(mark, sessions, signal.SIGKILL):
            return
        time.sleep(_PAUSE)


def _signal_all(mark: bytes, sessions: set[int], number: int) -> bool:
    found = survivors(mark, sessions)
    for pid in found:
        with contextlib.suppress(OSError):  # gone meanwhile
            os.kill(pid, number)
    return bool(found)


def _end_all(mark: bytes, sessions: set[int]) -> None:
    """Let the survivors exit, then ask them to, then kill them. Their input closed when the owner died."""
    for number in (0, signal.SIGTERM):  # 0 only looks
        _signal_all(mark, sessions, number)
        for _ in range(round(GRACE / 0.01)):
            if not survivors(mark, sessions):
                return
            time.sleep(0.01)
    kill_all(mark, sessions)


def _main(mark: bytes) -> None:
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGHUP,
    ):  # it goes when its owner has gone, not before
        signal.signal(number, signal.SIG_IGN)
    sessions: set[int] = set()
    for line in sys.stdin.buffer:
        (sessions.add if line.startswith(b"+") else sessions.discard)(int(line[1:]))
    _end_all(mark, sessions)


if __name__ == "__main__":
    _main(sys.argv[1].encode())
