"""Where a table is served, and how its links name that place.

A table for this machine alone has a host name by chance, NAME.localhost, which browsers take for this machine: whatever
another user served at the same port before, and left in the browser (a service worker), belongs to another name.
"""

import contextlib
import errno
import secrets
import socket
from dataclasses import dataclass

OWN_NAMES = ("127.0.0.1", "localhost")
"""The names of this machine alone."""

_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)  # the machine has no IPv6
_TRIES = 20  # free ports of which the other half may be taken (guessed)
_ANYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Address:
    """Sockets that listen, host and port in the links, and the host names to answer to: None for any."""

    sockets: list[socket.socket]
    place: str
    names: tuple[str, ...] | None


def listen(host: str | None, port: int) -> Address:
    """Listen at a host, or for this machine alone; port 0 is any free one.

    Raises OSError, which says what to type instead.
    """
    if host is not None:
        listener = _listening(host, port)
        return Address([listener], _place(listener), OWN_NAMES if host in OWN_NAMES else None)
    sockets = _on_this_machine(port)
    name = f"{secrets.token_hex(4)}.localhost"
    return Address(sockets, f"{name}:{sockets[0].getsockname()[1]}", (name, *OWN_NAMES))


def _on_this_machine(port: int) -> list[socket.socket]:
    """Return sockets at one port of this machine's own addresses, of which a browser may try either. Raises OSError."""
    tries = 1 if port else _TRIES
    while True:
        tries -= 1
        first = _listening("127.0.0.1", port)
        try:
            return [first, _listening("::1", first.getsockname()[1])]
        except OSError as error:
            if error.errno in _NO_SUCH_ADDRESS:
                return [first]
            first.close()
            if not tries:
                raise


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises OSError, which says what to type instead."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = None
    try:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        if listener:
            listener.close()
        raise OSError(
            error.errno, f"cannot listen at {host} port {port} ({error.strerror}): try another --host or --port"
        ) from error
    return listener


def _place(listener: socket.socket) -> str:
    """Return host and port for a link that works on the network: numbers, since a name may lead to somebody else, who
    listens at another of its addresses.
    """
    host, port = listener.getsockname()[:2]
    if host in _ANYWHERE:
        host = _own_address()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _own_address() -> str:
    """Return this machine's address on its network, or its name if there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation: it only picks the interface, nothing is sent
        return str(probe.getsockname()[0])
    return socket.gethostname()
