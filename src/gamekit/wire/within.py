"""A port to connect to inside of a sandbox, which has a network of its own: who runs in it is the only one to reach it.

What is started there first opens the port, hands it out over its standard input, a socket, and becomes the command.
It has few descriptors from then on only: with them it could not send one while a rival has many in flight.
"""

import os
import socket
import sys
from collections.abc import Sequence

from gamekit.processes.sandbox import OPEN_FILES

_LISTEN = """
import contextlib, os, resource, socket, sys
listener = socket.create_server(("127.0.0.1", 0))
host, port = listener.getsockname()
words = [{"HOST": host, "PORT": str(port)}.get(word, word) for word in sys.argv[2:]]
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
with contextlib.suppress(OSError):
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
with socket.socket(fileno=0) as owner:
    socket.send_fds(owner, [b"."], [listener.fileno()])
least = min(most, int(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_NOFILE, (least, least))
os.open("/dev/null", os.O_RDONLY)
os.execvp(words[0], words)
"""


def listening(command: Sequence[str]) -> list[str]:
    """Return the command that opens a port and becomes a command in which HOST and PORT stand for it."""
    return [os.path.realpath(sys.executable), "-I", "-S", "-c", _LISTEN, str(OPEN_FILES), *command]


def receive_listener(descriptor: int) -> socket.socket | None:
    """Return the listening socket that is handed out over a descriptor, or None if that ended."""
    with socket.socket(fileno=os.dup(descriptor)) as given:
        try:
            _, found, _, _ = socket.recv_fds(given, 1, 1)
        except OSError:
            return None
    return socket.socket(fileno=found[0]) if found else None
