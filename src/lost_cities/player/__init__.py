"""The loop that the outside world starts: a client of the quiz's server, or the server itself.

lost-cities HOST PORT            connect, play one game, print its last lines
lost-cities --server PORT        wait for opponents and play a game with each, as the quiz's server does
lost-cities --pipe               the same lines on standard input, answers on standard output
"""

import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from gamekit.settings import complain, read_settings, status_of
from lost_cities.player.client import MOVE_SECONDS, Client, GameLostError, lines_of, play_game
from lost_cities.policy import OURS, builtin

MOST_SECONDS = 9.0
"""No setting makes a decision longer (guessed: referees of other games allow ten seconds)."""

USAGE = (
    "usage: lost-cities HOST PORT | lost-cities --server PORT [PLAYER] [--games N] [--host ADDRESS] "
    "| lost-cities --pipe"
)


def new_client(policy: str = OURS) -> Client:
    """Return a client with the settings of the environment. Raises ValueError if there is no such built-in."""
    return Client(builtin(policy), read_settings("lost-cities", MOVE_SECONDS, MOST_SECONDS))


def main(arguments: list[str] | None = None) -> int:
    """Play as the command line says; return the exit status: 1 if the game was lost to a fault, 2 for a wrong use."""
    words = sys.argv[1:] if arguments is None else arguments
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    try:
        match words:
            case ["--pipe"]:
                return pipe(new_client(), lambda size: os.read(0, size))
            case ["--server", *rest]:
                from lost_cities.player.serving import serve_main  # noqa: PLC0415 - the client does not need it

                return serve_main(rest, USAGE)
            case [host, port] if not host.startswith("-"):
                return connect(new_client(), host, port)
        raise ValueError(USAGE)
    except ValueError as error:
        complain(str(error))
        return 2


def connect(client: Client, host: str, port: str) -> int:
    """Play a game at a server and print its last lines; return the exit status. Raises ValueError for no port."""
    if not port.isascii() or not port.isdecimal():
        raise ValueError(f"expected a number for the port, got {port!r}; {USAGE}")
    address: Any = host.encode(), int(port)  # as text it needs a codec that is not packed
    try:
        connection = socket.create_connection(address)
    except (OSError, OverflowError) as error:
        return _lost(client, f"nobody listens at {host} port {port}: {error}")
    try:
        with connection:
            play_game(connection, client)
    except GameLostError as error:
        return _lost(client, str(error))
    print(*client.reader.result, sep="\n", flush=True)
    return 0


def pipe(client: Client, read: Callable[[int], bytes]) -> int:
    """Play on standard input, read by `read`, and output: what the quiz's own program runs (player/lost_cities.rb).

    Returns the exit status.
    """
    try:
        for line in lines_of(read):
            answer = client.feed(line)
            if answer is not None:
                os.write(1, f"{answer}\n".encode())
            if client.over():
                return 0
    except GameLostError as error:
        return _lost(client, str(error))
    except BrokenPipeError:
        return _lost(client, "nobody reads the answers")
    except OSError as error:
        _lost(client, f"cannot go on, {error}")
        return status_of(error)
    return _lost(client, "the input ended before the game was over")


def _lost(client: Client, why: str) -> int:
    client.settings.complain(why)
    return 1
