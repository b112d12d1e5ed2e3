"""What a program and all that it started use together: resident memory, tasks, sockets, files; looked at, for Linux.

A limit of the address space would end Node and Java, which reserve far more than they use.
"""

import contextlib
import errno
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

LOOK = 0.1
"""Seconds between looks: a program fills some 200 MB meanwhile (measured)."""

MOST_TASKS = 200
"""Processes and threads of one player (guessed: Java starts 50 on a large machine)."""

CROWD = 16
"""Processes of one player, or tasks that compute, from which on others go first (guessed: a player needs a few)."""

MOST_SESSIONS = 4
"""Sessions of one player (guessed: it needs one). The kernel may give each as much time as the rival's whole one."""

MOST_SOCKETS = 256
"""Sockets of one player in a sandbox (guessed): each may hold 208 KiB unread, or more, that count for no process."""

MOST_FILES = 20_000
"""Files in each temp folder of a sandbox (guessed: a packed player unpacks 300), 1 KiB each beside what they hold."""

MOST_MAPPINGS = 50_000
"""Mappings of one player's processes together (guessed: Java has 200): each takes the kernel 200 bytes that are seen in
none of them.
"""

_FOLDERS = ("tmp", "dev/shm")
_LAST, _LAST_SESSION = 19, 10
"""The niceness of a crowd, and of its session: a tenth of a usual one's time, since with less it would stand."""

_MAPS = 1 << 16  # bytes to read at once

_OUTSIDE = 2
"""The processes of bwrap: what they start is inside, in a network and folders of its own."""

_SHARING = 4
"""How often memory that processes of a crowd share is counted, on average (guessed)."""


def let_others_go_first(pid: int, parent: int = 0) -> None:
    """Give the lowest priority to a process and its descendants if they are a crowd, and to what left its session; so
    to what its parent has adopted.
    """
    family = _family(pid, MOST_TASKS, parent)
    crowd = len(family) > CROWD or _computing(family) > CROWD
    for each in family:
        with contextlib.suppress(OSError):  # it has gone
            if crowd or os.getsid(each) != os.getsid(pid):
                os.setpriority(os.PRIO_PGRP, os.getpgid(each), _LAST)
                with open(f"/proc/{each}/autogroup", "w") as group:  # without it, niceness counts within a session only
                    group.write(str(_LAST_SESSION))


def excess(pid: int, parent: int, memory: int | None, *, boxed: bool) -> str | None:
    """Return what a process and its descendants, with those that its parent has adopted, use too much of, in words, or
    None; `boxed`: it runs a sandbox.
    """
    family = _family(pid, MOST_TASKS, parent)
    used: dict[int, int] = {}
    sessions: set[int] = set()
    tasks = 0
    for each in family if len(family) <= MOST_TASKS else ():
        try:
            tasks += len(os.listdir(f"/proc/{each}/task"))
            sessions.add(os.getsid(each))
            used[each] = _kibibytes(f"{living(each)}/status", (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:"))
        except OSError:  # it has gone
            continue
    if max(tasks, len(family)) > MOST_TASKS:
        return f"ran more than {MOST_TASKS} processes and threads"
    if len(sessions) > MOST_SESSIONS:
        return f"ran in more than {MOST_SESSIONS} sessions"
    if boxed and len(inner := _family(pid, _OUTSIDE)) > _OUTSIDE and (reason := _held_within(inner[_OUTSIDE])):
        return reason
    return None if memory is None else _memory_above(memory, used)


def mapped_too_often(pid: int, parent: int) -> str | None:
    """Return in words that a process and its family, as in `excess`, have too many mappings, or None. It takes time."""
    left = MOST_MAPPINGS
    for each in _family(pid, MOST_TASKS, parent):
        with contextlib.suppress(OSError), open(f"{living(each)}/maps", "rb", buffering=_MAPS) as file:
            while left >= 0 and (chunk := file.read(_MAPS)):
                left -= chunk.count(b"\n")
    return None if left >= 0 else f"made more than {MOST_MAPPINGS:,} mappings of memory"


def _memory_above(memory: int, used: Mapping[int, int]) -> str | None:
    """Return in words that processes have more than so many bytes, or None; `used`: what each was seen to, in KiB."""
    if sum(used.values()) > memory >> 10:
        # Shared memory counts once. The kernel may take seconds to say what is a process's own while that forks.
        crowd = len(used) > CROWD
        own = max(*used.values(), sum(used.values()) // _SHARING) if crowd else sum(map(_own, used.items()))
        if own > memory >> 10:
            return f"used more than {memory >> 20} MiB of memory"
    if _shared_by_all() > memory and _shared(used) > memory:
        return f"mapped more than {memory >> 20} MiB of shared memory"
    return None


def _held_within(pid: int) -> str | None:
    """Return what all processes of a sandbox, of which one is given, hold too much of, in words, or None."""
    with contextlib.suppress(OSError):  # it has gone
        place = living(pid)
        with open(f"{place}/net/sockstat", "rb", buffering=0) as file:
            if int(file.readline().split()[2]) > MOST_SOCKETS:
                return f"opened more than {MOST_SOCKETS} sockets"
        for folder in _FOLDERS:
            known = os.statvfs(os.path.join(place, "root", folder))
            if known.f_files - known.f_ffree > MOST_FILES:
                return f"made more than {MOST_FILES:,} files"
    return None


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its descendants that still run, in seconds; 0 if it has gone."""
    ticks = 0
    for each in _family(pid, MOST_TASKS):
        with contextlib.suppress(OSError), open(f"/proc/{each}/stat", "rb", buffering=0) as file:
            user, system = file.read().rpartition(b")")[2].split()[11:13]
            ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def living(pid: int) -> str:
    """Return the folder in which the kernel shows a process: that of its first thread that has not ended. In its own it
    shows nothing once the main thread has, though others run on. Raises OSError if none does.
    """
    for thread in os.listdir(f"/proc/{pid}/task"):
        place = f"/proc/{pid}/task/{thread}"
        with contextlib.suppress(OSError), open(f"{place}/stat", "rb", buffering=0) as file:
            if file.read().rpartition(b")")[2].split()[0] not in b"ZX":
                return place
    raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))


def descendants(pid: int) -> list[int]:
    """Return what descends from a process and lives."""
    return [each for each in _family(pid, sys.maxsize)[1:] if _lives(each)]


def _lives(pid: int) -> bool:
    try:
        return bool(living(pid))
    except OSError:
        return False


def _family(pid: int, enough: int, parent: int = 0) -> list[int]:
    """Return a process and its descendants, with those that its parent has adopted; the first that are found, once
    there are more than enough.

    A process that multiplies leaves little time to look.
    """
    family = [pid, *(each for each in _children(parent) if each != pid)] if parent else [pid]
    for each in family:
        if len(family) > enough:
            break
        family += _children(each)
    return family


def _computing(family: Sequence[int]) -> int:
    """Return how many tasks of some processes are running or wait for a processor, where there are many."""
    files: list[str] = []
    for each in family:
        with contextlib.suppress(OSError):
            files += [f"/proc/{each}/task/{task}/stat" for task in os.listdir(f"/proc/{each}/task")]
    return sum(map(_computes, files)) if len(files) > CROWD else 0


def _computes(file: str) -> bool:
    with contextlib.suppress(OSError), open(file, "rb", buffering=0) as opened:
        return opened.read().rpartition(b")")[2].split()[0] == b"R"
    return False


def _children(pid: int) -> list[int]:
    """Return the children of a process; none of one that has gone."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                found += map(int, file.read().split())
    return found


def _own(process: tuple[int, int]) -> int:
    """Return what a process that was seen to use so much uses; of what several share only its part."""
    pid, seen = process
    try:
        place = living(pid)
        tables = _kibibytes(f"{place}/status", (b"VmPTE:",))
        return tables + _kibibytes(f"{place}/smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:"))
    except PermissionError:
        return seen
    except OSError:
        return 0


def _shared_by_all() -> int:
    """Return the bytes of the machine's memory that belong to no process alone: files in memory, too."""
    with open("/proc/meminfo", "rb", buffering=0) as file:
        return next(int(line.split()[1]) << 10 for line in file.read().splitlines() if line.startswith(b"Shmem:"))


def _shared(family: Iterable[int]) -> int:
    """Return the bytes of memory without a name that processes have mapped to share: it may be full, and not be seen
    as resident in any of them.
    """
    sizes: Counter[bytes] = Counter()
    for each in family:
        own: Counter[bytes] = Counter()  # a part of whose pages has other rights stands on a line of its own
        with contextlib.suppress(OSError), open(f"{living(each)}/maps", "rb") as file:
            for line in file:
                if line.endswith(b"/dev/zero (deleted)\n"):
                    span, _, _, _, inode, *_ = line.split()
                    first, last = span.split(b"-")
                    own[inode] += int(last, 16) - int(first, 16)
        sizes |= own
    return sizes.total()


def _kibibytes(path: str, wanted: tuple[bytes, ...]) -> int:
    """Return the sum of what some lines of a file of a process say. Raises OSError if the process has gone."""
    with open(path, "rb", buffering=0) as file:
        return sum(int(line.split()[1]) for line in file.read().splitlines() if line.startswith(wanted))
