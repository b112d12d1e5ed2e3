"""Who made a connection to this machine from this machine: a child, or somebody else who found the port.

The kernel names a socket by a number, its inode, and a process by what it holds. A child is known by its session and by
descent, into which no other process can put itself; not by the mark in its environment, which others can read and copy.
"""

import os
import socket
import struct
from collections.abc import Collection, Sequence
from functools import cache
from sys import byteorder
from typing import NamedTuple

from gamekit.processes.usage import living

_NETLINK_SOCK_DIAG, _BY_FAMILY = 4, 20  # the kernel's numbers, see sock_diag(7)
_HEAD = struct.Struct("=IHHIIBBxxi")  # length, type, flags, number, sender; family, protocol, states: all
_ANY = struct.pack("=III", 0, 2**32 - 1, 2**32 - 1)  # interface and cookie
_TAIL = 80  # in an answer: user and inode of the socket


def those_of(connections: Sequence[socket.socket], child: int) -> list[bool]:
    """Tell of each connection whether a child holds its other end, by its session or by what descends from it.

    False, too, if the other end has been closed already, or its holder may not be looked into. The processes are looked
    through once for all: that takes some milliseconds, and somebody may connect thousands of times a second. True where
    the kernel does not tell of sockets: then nobody could play.
    """
    if not _kernel_tells():
        return [True] * len(connections)
    sockets = [_other_end(connection) for connection in connections]
    if not any(sockets):
        return [False] * len(sockets)
    held = {link for pid in family(child) for link in _links(pid)}
    return [each is not None and f"socket:[{each.inode}]" in held for each in sockets]


def is_of_users(connection: socket.socket, users: Collection[int]) -> bool:
    """Tell whether the other end of a connection is held on this machine by one of some users, by their numbers.

    True, too, where the kernel does not tell of sockets.
    """
    holder = _other_end(connection)
    if holder is None or holder.inode == "0":  # closed already: its user says nothing
        return not _kernel_tells()
    return holder.user in users


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


@cache
def _kernel_tells() -> bool:
    """Tell whether the kernel knows the other end of a connection of our own."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as connection:
        return _other_end(connection) is not None


def _other_end(connection: socket.socket) -> _Socket | None:
    """Return the socket at the other end of a connection; None where it is closed, or the kernel does not tell.

    The kernel is asked for this one (sock_diag(7)): somebody may hold thousands, which a list would have to name.
    """
    try:
        family, ends = connection.family, (connection.getpeername()[:2], connection.getsockname()[:2])
        (host, port), (our_host, our_port) = ends
        places = struct.pack("!HH16s16s", port, our_port, *(socket.inet_pton(family, end) for end in (host, our_host)))
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_SOCK_DIAG) as kernel:
            kernel.send(_HEAD.pack(72, _BY_FAMILY, 1, 1, 0, family, socket.IPPROTO_TCP, -1) + places + _ANY)
            found = kernel.recv(4096)
    except OSError:
        return None
    if len(found) < _TAIL + 8 or int.from_bytes(found[4:6], byteorder) != _BY_FAMILY:
        return None
    user, inode = struct.unpack_from("=II", found, _TAIL)
    return _Socket(str(inode), user)


def _links(pid: int) -> list[str]:
    """Return what a process holds open, nothing of one that is gone or somebody else's."""
    try:
        folder = f"{living(pid)}/fd"
        return [_link(f"{folder}/{name}") for name in os.listdir(folder)]
    except OSError:
        return []


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:  # closed meanwhile
        return ""
