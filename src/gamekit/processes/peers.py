"""Who made a connection to this machine from this machine: a child, or somebody else who found the port.

The kernel names a socket by a number, its inode, and a process by what it holds. A child is known by its session and by
descent, into which no other process can put itself; not by the mark in its environment, which others can read and copy.
"""

import contextlib
import os
import socket
from collections.abc import Collection, Sequence
from itertools import islice
from sys import byteorder
from typing import NamedTuple


def those_of(connections: Sequence[socket.socket], child: int) -> list[bool]:
    """Tell of each IPv4 connection whether a child holds its other end, by its session or by what descends from it.

    False, too, if the other end has been closed already, or its holder may not be looked into. All are looked up at
    once: a look takes some milliseconds, and somebody may connect thousands of times a second.
    """
    listed = _listed_sockets()
    sockets = [listed.get(_ends(connection)) for connection in connections]
    if not any(sockets):
        return [False] * len(sockets)
    held = {link for pid in family(child) for link in _links(pid)}
    return [each is not None and f"socket:[{each.inode}]" in held for each in sockets]


def is_of_users(connection: socket.socket, users: Collection[int]) -> bool:
    """Tell whether the other end of an IPv4 connection is held on this machine by one of some users, by their numbers.

    True, too, where the kernel lists no sockets.
    """
    listed = _listed_sockets()
    holder = listed.get(_ends(connection))  # none where it was closed already: such a socket is listed as root's
    return not listed or (holder is not None and holder.user in users)


def family(child: int) -> set[int]:
    """Return the processes of a child's session, and those that descend from it."""
    parents, found = {}, {child}
    for name in os.listdir("/proc"):
        if name.isdigit() and (known := _parent_and_session(int(name))):
            parents[int(name)], session = known
            if session == child:
                found.add(int(name))
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _parent_and_session(pid: int) -> tuple[int, int] | None:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            _, parent, _, session, *_ = file.read().rpartition(b") ")[2].split()
    except (OSError, ValueError):  # gone meanwhile
        return None
    return int(parent), int(session)


class _Socket(NamedTuple):
    inode: str
    user: int


def _listed_sockets() -> dict[tuple[str, ...], _Socket]:
    """Return each connected socket, by its own end and the other, as the kernel lists them."""
    found: dict[tuple[str, ...], _Socket] = {}
    for path, prefix in (("/proc/net/tcp", ""), ("/proc/net/tcp6", "0000000000000000FFFF0000")):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as file:  # none, or not for us to read
            for line in islice(file, 1, None):  # the first has titles
                words = line.split()
                if words[9] != "0":
                    ends = words[1].removeprefix(prefix), words[2].removeprefix(prefix)
                    found[ends] = _Socket(words[9], int(words[7]))
    return found


def _ends(connection: socket.socket) -> tuple[str, ...]:
    """Return the other end of a connection and ours, nothing of one that is closed."""
    try:
        return tuple(_as_listed(*address[:2]) for address in (connection.getpeername(), connection.getsockname()))
    except OSError:
        return ()


def _as_listed(host: str, port: int) -> str:
    """Return an address as the kernel lists it: in the machine's own order of bytes."""
    return f"{int.from_bytes(socket.inet_aton(host), byteorder):08X}:{port:04X}"


def _links(pid: int) -> list[str]:
    """Return what a process holds open, nothing of one that is gone or somebody else's."""
    folder = f"/proc/{pid}/fd"
    try:
        return [_link(f"{folder}/{name}") for name in os.listdir(folder)]
    except OSError:
        return []


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:  # closed meanwhile
        return ""
