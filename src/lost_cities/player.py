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
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from gamekit.deadline import Deadline
from lost_cities.policy import OURS, Policy, builtin
from lost_cities.protocol import ProtocolError, encode_action
from lost_cities.reading import Reader
from lost_cities.rules import Action, legal_actions

MOVE_SECONDS = 0.5
"""The ceiling of a decision."""
MOST_ERRORS = 40
"""So many rejected answers in a row end the game: something is wrong that another answer does not cure (guessed)."""
MOST_LINE, MOST_LINES = 10_000, 10_000
"""Bytes of a line, and lines between two questions: more is no server of this game (guessed)."""

USAGE = "usage: lost-cities HOST PORT | lost-cities --server PORT [PLAYER] [--games N] | lost-cities --pipe"


class GameLostError(Exception):
    """The game cannot go on; the message is one line."""


@dataclass
class Client:
    """One side of one game: lines in, answers out. Raises GameLostError when there is no sense in going on."""

    policy: Policy
    rng: Random
    strict: bool = False
    complain: Callable[[str], None] = lambda line: None
    reader: Reader = field(default_factory=Reader)
    answers: int = 0
    rejected: int = 0
    _tried: list[Action] = field(default_factory=list)
    _lines: int = 0

    def feed(self, line: str) -> str | None:
        """Take a line; return the answer that it asks for, if any."""
        self._lines += 1
        if self._lines > MOST_LINES:
            raise GameLostError(f"expected a question within {MOST_LINES} lines")
        try:
            if self.reader.feed(line) != "answer":
                return None
            return self._answer()
        except ProtocolError as error:
            raise GameLostError(str(error)) from error

    def over(self) -> bool:
        """Tell whether the last line of the game has come."""
        return len(self.reader.result) == 3

    def scores(self) -> tuple[int, int]:
        """Return our points and the other's in a game that is over."""
        words = self.reader.result[1].split()
        return int(words[2]), int(words[5])

    def _answer(self) -> str:
        self._lines = 0
        if self.reader.errors:
            self.rejected += 1
        else:
            self._tried.clear()
        if self.reader.errors > MOST_ERRORS:
            raise GameLostError(f"the server has rejected {MOST_ERRORS} answers to one question")
        view = self.reader.view()
        legal = legal_actions(view)
        rest = [action for action in legal if action not in self._tried] or self._tried[:1]
        action = rest[0]
        try:
            if not self._tried:
                action = self.policy(view, self.rng, Deadline.after(MOVE_SECONDS, time.monotonic))
            if action not in legal:
                raise ValueError(f"the policy chose {action}, which is not legal")
        except Exception as error:
            if self.strict:
                raise
            action = rest[0]
            self.complain(f"our bug, playing {encode_action(action)}: {type(error).__name__}: {error} in {view}")
        if action in self._tried:  # all have been rejected: begin again
            self._tried.remove(action)
        self._tried.append(action)
        self.answers += 1
        return encode_action(action)


def lines_of(receive: Callable[[int], bytes]) -> Iterator[str]:
    """Yield lines without their newline as they come, split and glued over packets as they may be."""
    rest = b""
    while data := receive(65536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace").rstrip("\r")
        if len(rest) > MOST_LINE:
            raise GameLostError(f"expected lines of at most {MOST_LINE} bytes")
    if rest:
        yield rest.decode("utf-8", "replace")


def play_game(connection: socket.socket, client: Client) -> None:
    """Play a game on a connection to its end. Raises GameLostError, also if it closes before."""
    with contextlib.suppress(OSError):  # not TCP: a test's pair of sockets
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        for line in lines_of(connection.recv):
            answer = client.feed(line)
            if answer is not None:
                connection.sendall(f"{answer}\n".encode())
            if client.over():
                return
    except OSError as error:
        raise GameLostError(f"the connection broke in mid-game: {error}") from error
    raise GameLostError("the server closed the connection before the game was over")


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
            from lost_cities.serving import serve_main  # noqa: PLC0415 - the client does not need it

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
    try:
        connection = socket.create_connection((host, port))
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


if __name__ == "__main__":
    sys.exit(main())
