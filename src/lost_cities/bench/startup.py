"""CPU time from the start of a client to its first answer; a server on this machine waits for it. The bar is 0.4 s."""

import argparse
import os
import shlex
import socket
import subprocess
import time
from random import Random

from gamekit.game import AnyGame
from gamekit.numbers import positive
from gamekit.wire.lines import with_address
from gamekit.wire.tcp import HOST, PORT
from lost_cities.protocol.table import Table
from lost_cities.rules import deal, new_game

HELP = "CPU time from the start to the first answer"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("player", nargs="?", default="player/lost-cities", help="path or quoted command (%(default)s)")
    parser.add_argument("--starts", type=positive, default=20, metavar="N", help="(%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    spent, waited = [], []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host, port = listener.getsockname()
        words = [{HOST: host, PORT: str(port)}.get(word, word) for word in with_address(shlex.split(arguments.player))]
        board = "".join(f"{line}\n" for line in Table(new_game(*deal(Random(1)), 0)).take(0)).encode()
        for _ in range(arguments.starts):
            before, began = _children(), time.monotonic()
            with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                connection, _ = listener.accept()
                with connection:
                    connection.sendall(board)
                    if not connection.recv(100):
                        raise OSError(f"expected an answer of {arguments.player}")
                    waited.append(time.monotonic() - began)
                process.wait()
            spent.append(_children() - before)  # its end included: a little more than to the first answer
    print(
        f"{len(spent)} starts: {max(spent):.3f} s CPU at most, {sorted(spent)[len(spent) // 2]:.3f} in the middle; ",
        end="",
    )
    print(f"{max(waited):.3f} s by the clock at most to the first answer")
    return True


def _children() -> float:
    """Return the CPU seconds of all children so far."""
    times = os.times()
    return times.children_user + times.children_system
