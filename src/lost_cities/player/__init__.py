"""The loop that the outside world starts: a client of the quiz's server, or the server itself.

lost-cities HOST PORT            connect, play one game, print its last lines
lost-cities --server PORT        wait for opponents and play a game with each, as the quiz's server does
lost-cities --pipe               the same lines on standard input, answers on standard output
"""

import contextlib
import os
import signal
import socket
import sys
from random import Random
from typing import Any

from lost_cities.player.client import Client, GameLostError, lines_of, play_game
from lost_cities.policy import OURS, builtin

USAGE = "usage: lost-cities HOST PORT | lost-cities --server PORT [PLAYER] [--games N] | lost-cities --pipe"


def new_client(policy: str = OURS) -> Client:
    """Return a client with the settings of the environment. Raises ValueError if there is no such built-in."""
    seed = os.environ.get("LOST_CITIES_SEED")
    strict = os.environ.get("LOST_CITIES_STRICT") == "1"
    return Client(builtin(policy), Random(seed), strict, _complain)


def main(arguments: list[str] | None = None) -> int:
    """Play as the command line says; return the exit status: 1 if the game was lost to a fault, 2 for a wrong use."""
    words = sys.argv[1:] if arguments is None else arguments
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    try:
        if words == ["--pipe"]:
            return _pipe(new_client())
        if words[:1] == ["--server"]:
            from lost_cities.player.serving import serve_main  # noqa: PLC0415 - the client does not need it

            return serve_main(words[1:], USAGE)
        if len(words) != 2 or words[0].startswith("-") or not words[1].isdecimal():
            _complain(USAGE)
            return 2
        return _connect(words[0], int(words[1]))
    except GameLostError as error:
        _complain(f"lost-cities: {error}")
        return 1


def _connect(host: str, port: int) -> int:
    client = new_client()
    address: Any = host.encode(), port  # as text it needs a codec that is not packed
    try:
        connection = socket.create_connection(address)
    except (OSError, OverflowError) as error:
        raise GameLostError(f"nobody listens at {host} port {port}: {error}") from error
    with connection:
        play_game(connection, client)
    print(*client.reader.result, sep="\n", flush=True)
    return 0


def _pipe(client: Client) -> int:
    """Play on standard input and output: what the quiz's own program runs (see player/lost_cities.rb)."""
    for line in lines_of(lambda size: os.read(0, size)):
        answer = client.feed(line)
        if answer is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(1, f"{answer}\n".encode())
        if client.over():
            return 0
    return 1


def _complain(line: str) -> None:
    """Write a line to standard error, wherever that leads."""
    with contextlib.suppress(OSError):
        os.write(2, f"{line}\n".encode(errors="replace"))
