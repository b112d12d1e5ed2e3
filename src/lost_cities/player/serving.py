"""The quiz's server: waits for opponents and plays a game with each, a built-in or a person on its own side."""

import contextlib
import os
import socket
import sys
import time
from collections.abc import Callable
from random import Random

from gamekit.deadline import Deadline
from lost_cities.player.client import MOVE_SECONDS, GameLostError, lines_of
from lost_cities.policy import OURS, Policy, builtin
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.table import Table
from lost_cities.rules import State, deal, new_game, observe, players_to_move

Answerer = Callable[[State, list[str]], str]
"""Answers for the server's own side: what is asked, and the lines that it was sent since it last answered."""


def computer(policy: Policy, rng: Random) -> Answerer:
    """Return a side that a built-in policy plays."""

    def answer(state: State, lines: list[str]) -> str:
        deadline = Deadline.after(MOVE_SECONDS, time.monotonic)
        return encode_action(policy(observe(state, state.mover), rng, deadline))

    return answer


def person(state: State, lines: list[str]) -> str:
    """Show the lines on the terminal and return what is typed. Raises GameLostError when nothing more can be."""
    print(*lines, sep="\n", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise GameLostError("expected an answer, got the end of the input")
    return line


def serve_game(connection: socket.socket, table: Table, own: Answerer) -> None:
    """Play a game, seat 0 being ours, seat 1 the connection's. Raises GameLostError if that closes before the end."""
    with contextlib.suppress(OSError):  # not TCP: a test's pair of sockets
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    answers = lines_of(connection.recv)
    shown: list[str] = []
    try:
        while True:
            connection.sendall("".join(f"{line}\n" for line in table.take(1)).encode())
            shown += table.take(0)
            if not players_to_move(table.state):
                break
            if table.state.mover == 0:
                table.answer(own(table.state, shown))
                shown = []
                continue
            line = next(answers, None)
            if line is None:
                raise GameLostError("the client closed the connection before the game was over")
            table.answer(line)
    except OSError as error:
        raise GameLostError(f"the connection broke in mid-game: {error}") from error
    if own is person:
        print(*shown, sep="\n", flush=True)


def serve_main(words: list[str], usage: str) -> int:
    """Serve as the command line says: PORT [PLAYER] [--games N]; PLAYER is a built-in or `person`."""
    games = None
    if len(words) >= 2 and words[-2] == "--games" and words[-1].isdecimal():
        games, words = int(words[-1]), words[:-2]
    if not 1 <= len(words) <= 2 or not words[0].isdecimal():
        print(usage, file=sys.stderr)
        return 2
    rng = Random(os.environ.get("LOST_CITIES_SEED"))
    try:
        name = words[1] if len(words) == 2 else OURS
        own = person if name == "person" else computer(builtin(name), rng)
        listener = socket.create_server(("", int(words[0])))
    except (ValueError, OSError, OverflowError) as error:
        print(f"lost-cities: {error}", file=sys.stderr)
        return 1
    with listener:
        played = 0
        while games is None or played < games:
            connection, _ = listener.accept()
            played += 1
            with connection:
                try:
                    serve_game(connection, Table(new_game(*deal(rng), rng.randrange(2))), own)
                except GameLostError as error:
                    print(f"lost-cities: {error}", file=sys.stderr)
                    if own is person:
                        return 1
    return 0
