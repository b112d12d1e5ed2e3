"""A client of the quiz's server: lines in, answers out, until the game is over or there is no sense in going on."""

import contextlib
import socket
import time
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from gamekit.deadline import Deadline
from gamekit.settings import Settings
from lost_cities.policy import Policy
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.reading import Reader
from lost_cities.rules import DECK, Action, View, legal_actions, placed

MOVE_SECONDS = 0.5
"""The ceiling of a decision, in wall time."""
MOST_UNREAD = 40
"""So many questions and errors without a readable board end the game: another answer does not cure it (guessed)."""
MOST_LINE = 10_000
"""Bytes that are kept of a line, its last ones, where a question stands (guessed: a line of a game has 100)."""

_ALL = Counter(DECK)


class GameLostError(Exception):
    """The game cannot go on; the message is one line."""


@dataclass
class Client:
    """One side of one game: lines in, answers out. Raises GameLostError when there is no sense in going on."""

    policy: Policy
    settings: Settings
    reader: Reader = field(default_factory=Reader)
    answers: int = 0
    rejected: int = 0
    _tried: list[Action] = field(default_factory=list)

    def feed(self, line: str) -> str | None:
        """Take a line; return the answer that it asks for, if any.

        A question without a readable board gets the first legal answer of the last whole board.
        """
        asked = self.reader.feed(line)
        if asked == "question":
            self._tried.clear()
        elif asked == "error":
            self.rejected += 1
        else:
            return None
        if self.reader.unread > MOST_UNREAD:
            raise GameLostError(f"{MOST_UNREAD} questions or errors came without a readable board")
        view = self.reader.view()
        return None if view is None else self._answer(view)

    def over(self) -> bool:
        """Tell whether the last line of the game has come."""
        return len(self.reader.result) == 3

    def scores(self) -> tuple[int, int]:
        """Return our points and the other's in a game that is over."""
        words = self.reader.result[1].split()
        return int(words[2]), int(words[5])

    def _answer(self, view: View) -> str:
        started, settings = time.monotonic(), self.settings
        legal = legal_actions(view)
        rest = [action for action in legal if action not in self._tried] or self._tried[:1]
        action = rest[0]
        if not self.reader.unread and placed(view) <= _ALL:  # policies count on cards that there are
            deadline = Deadline(time.monotonic, started + settings.move_seconds)
            action = settings.decide(
                lambda: self.policy(view, settings.rng, deadline), legal, action, lambda: str(view)
            )
        if action in self._tried:  # all have been rejected: begin again
            self._tried.remove(action)
        self._tried.append(action)
        self.answers += 1
        if settings.log:
            seconds = time.monotonic() - started
            from gamekit.player.loop import record  # noqa: PLC0415 - needs JSON, which nothing else here does
            from lost_cities.protocol.values import encode_state  # noqa: PLC0415

            settings.log(record(encode_state(view), encode_action(action), seconds))
        return encode_action(action)


def lines_of(receive: Callable[[int], bytes]) -> Iterator[str]:
    """Yield lines without their newline as they come, split and glued over packets as they may be.

    Of a line that is too long its end is kept. A byte order mark is skipped at the very start.
    """
    rest, mark = b"", BOM_UTF8
    while data := receive(65536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.removeprefix(mark)[-MOST_LINE:].decode("utf-8", "replace").rstrip("\r")
            mark = b""
        rest = rest[-MOST_LINE:]
    if rest:
        yield rest.removeprefix(mark).decode("utf-8", "replace")


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
