"""Who made a connection to this machine from this machine: a child, or somebody else who found the port.

The kernel names a socket by a number, its inode, and a process by what it holds. A child is known by its session and by
descent, into which no other process can put itself; not by the mark in its environment, which others can read and copy.
"""

import os
import socket
from sys import byteorder


def is_of(connection: socket.socket, child: int) -> bool:
    """Tell whether the other end of an IPv4 connection is held by a child, by its session or by what descends from it.

    False, too, if the other end has been closed already, or its holder may not be looked into.
    """
    inode = _inode_of_peer(connection)
    return inode is not None and (_holds(child, inode) or any(_holds(pid, inode) for pid in family(child)))


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


def _inode_of_peer(connection: socket.socket) -> str | None:
    """Return the number of the socket at the other end, None if there is none any more."""
    try:
        ends = [_as_listed(*address[:2]) for address in (connection.getpeername(), connection.getsockname())]
    except OSError:
        return None
    for path, prefix in (("/proc/net/tcp", ""), ("/proc/net/tcp6", "0000000000000000FFFF0000")):
        wanted = [prefix + end for end in ends]
        try:
            with open(path, encoding="ascii") as file:
                for line in file:
                    words = line.split()
                    if words[1:3] == wanted and words[9] != "0":
                        return words[9]
        except FileNotFoundError:  # a kernel without IPv6
            continue
    return None


def _as_listed(host: str, port: int) -> str:
    """Return an address as the kernel lists it: in the machine's own order of bytes."""
    return f"{int.from_bytes(socket.inet_aton(host), byteorder):08X}:{port:04X}"


def _holds(pid: int, inode: str) -> bool:
    folder, wanted = f"/proc/{pid}/fd", f"socket:[{inode}]"
    try:
        return any(_link(f"{folder}/{name}") == wanted for name in os.listdir(folder))
    except OSError:  # gone meanwhile, or somebody else's
        return False


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:  # closed meanwhile
        return ""
