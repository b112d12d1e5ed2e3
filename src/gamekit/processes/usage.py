"""What a program and all that it started use together: memory that is resident, and tasks; looked at, for Linux.

A limit of the address space would end Node and Java, which reserve far more than they use.
"""

import os

LOOK = 0.1
"""Seconds between looks: a program fills some 200 MB meanwhile (measured)."""

MOST_TASKS = 256
"""Processes and threads of one player (guessed: Java starts 50 on a large machine)."""


def excess(pid: int, memory: int | None) -> str | None:
    """Return what a process and its descendants use too much of, in words, or None."""
    used: dict[int, int] = {}
    tasks, family = 0, [pid]
    for each in family:
        try:
            threads = os.listdir(f"/proc/{each}/task")
            resident = _kibibytes(each, "status", (b"RssAnon:", b"RssShmem:"))
            family += [child for thread in threads for child in _children(each, thread)]
        except OSError:  # it has gone
            continue
        tasks += len(threads)
        used[each] = resident
        if max(tasks, len(family)) > MOST_TASKS:  # seldom all have been looked at: they may be multiplying
            return f"ran more than {MOST_TASKS} processes and threads"
    if memory is None or sum(used.values()) <= memory >> 10 or sum(map(_own, used.items())) <= memory >> 10:
        return None
    return f"used more than {memory >> 20} MiB of memory"


def _children(pid: int, thread: str) -> list[int]:
    with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
        return [int(word) for word in file.read().split()]


def _own(process: tuple[int, int]) -> int:
    """Return what a process that was seen to use so much uses; of what several share only its part."""
    pid, seen = process
    try:
        return _kibibytes(pid, "smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:"))
    except PermissionError:
        return seen
    except OSError:
        return 0


def _kibibytes(pid: int, name: str, wanted: tuple[bytes, ...]) -> int:
    """Return the sum of what some lines of a file of a process say. Raises OSError if the process has gone."""
    with open(f"/proc/{pid}/{name}", "rb", buffering=0) as file:
        return sum(int(line.split()[1]) for line in file.read().splitlines() if line.startswith(wanted))
