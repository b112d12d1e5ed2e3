"""The quiz's server: waits for opponents and plays a game with each, a built-in or a person on its own side."""

import contextlib
import io
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gamekit.deadline import Deadline
from gamekit.settings import seeded
from lost_cities.player.client import MOVE_SECONDS, GameLostError, lines_of
from lost_cities.policy import OURS, Policy, builtin
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import State, deal, new_game, observe, players_to_move

MOST_SILENT = 600.0
"""Seconds until a client that does not answer is given up (guessed: a person at a terminal thinks for minutes)."""

MOST_AT_ONCE = 100
"""Games at a time; others wait (derived: a tenth of the descriptors that a process usually may have)."""

FIRST_SECONDS, NEXT_SECONDS = 10.0, 60.0
"""Until a client that does not answer makes room for others that wait: the first time, and later (guessed: a program
answers at once, a person at a terminal thinks)."""


class PersonLeftError(GameLostError):
    """The person on the server's own side types nothing more."""


Answerer = Callable[[State, list[str]], str]
"""Answers for the server's own side: what is asked, and the lines that it was sent since it last answered."""


def computer(policy: Policy, rng: Random, turns: contextlib.AbstractContextManager[Any] | None = None) -> Answerer:
    """Return a side that a built-in policy plays, in turns with other sides that are given the same lock."""

    def answer(state: State, lines: list[str]) -> str:
        with turns or contextlib.nullcontext():
            deadline = Deadline.after(MOVE_SECONDS, time.monotonic)
            return encode_action(policy(observe(state, state.mover), rng, deadline))

    return answer


def person(state: State, lines: list[str]) -> str:
    """Show the lines on the terminal and return what is typed. Raises PersonLeftError when nothing more can be."""
    print(*lines, sep="\n", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise PersonLeftError("expected an answer, got the end of the input")
    return line


def serve_game(
    connection: socket.socket, table: ServedGame, own: Answerer, answered: Callable[[int], None] = lambda seat: None
) -> None:
    """Play a game, seat 0 being ours, seat 1 the connection's; `answered` is called with the seat at
    each answer of ours and each legal one of theirs.

    Raises GameLostError if the connection closes before the end, or is silent for too long.
    """
    with contextlib.suppress(OSError):  # not TCP: a test's pair of sockets
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.settimeout(MOST_SILENT)
    answers = lines_of(connection.recv)
    shown: list[str] = []
    try:
        while True:
            connection.sendall("".join(f"{line}\n" for line in table.take(1)).encode())
            shown += table.take(0)
            if not players_to_move(table.state):
                break
            if table.state.mover == 0:
                typed = own(table.state, shown)
                answered(0)
                table.answer(typed)
                shown = []
                continue
            line = next(answers, None)
            if line is None:
                raise GameLostError("the client closed the connection before the game was over")
            if table.answer(line) is not None:
                answered(1)
    except OSError as error:
        raise GameLostError(f"the connection broke in mid-game: {error}") from error
    if own is person:
        print(*shown, sep="\n", flush=True)


@dataclass(eq=False)
class _Served:
    """A game that is played: since when its client is waited for, and whether it has answered."""

    connection: socket.socket
    table: ServedGame
    since: float
    begun: bool = False

    def is_silent(self, now: float) -> bool:
        """Tell whether the client has been waited for too long."""
        patience = NEXT_SECONDS if self.begun else FIRST_SECONDS
        return self.table.state.mover == 1 and now - self.since >= patience


@dataclass
class Server:
    """Serves games to whoever connects, all at the same time; with a person, one after the other.

    Who connects has begun a game with its first legal answer; who leaves before has not. After so many games
    the server ends, and whoever would begin another one is sent away.
    """

    policy: Policy | None
    """None: a person."""
    rng: Random
    games: int | None = None
    clock: Callable[[], float] = time.monotonic
    status: int = 0
    begun: int = 0
    ended: int = 0
    _served: list[_Served] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _turns: threading.Lock = field(default_factory=threading.Lock)  # to think, for a policy may not be shared
    _over: threading.Event = field(default_factory=threading.Event)

    def run(self, listener: socket.socket) -> int:
        """Serve until all games are played; return the exit status."""
        if self.games != 0:
            thread = threading.Thread(target=self._accept, args=(listener,), daemon=True)
            thread.start()
            self._over.wait()
            listener.shutdown(socket.SHUT_RDWR)  # or the thread waits on, on a number that another file may get
            thread.join()
        return self.status

    def _accept(self, listener: socket.socket) -> None:
        while not self._over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:  # all is over, or who connected has gone already
                continue
            self._make_room()
            table = ServedGame(new_game(*deal(self.rng), self.rng.randrange(2)))
            served = _Served(connection, table, self.clock())
            own = computer(self.policy, Random(self.rng.getrandbits(64)), self._turns) if self.policy else person
            with self._lock:
                self._served.append(served)
            threading.Thread(target=self._serve, args=(served, own), daemon=True).start()

    def _make_room(self) -> None:
        """Wait until there is room for a game: one is over, or its client has been silent for too long."""
        while len(self._served) >= (MOST_AT_ONCE if self.policy else 1) and not self._over.wait(0.02):
            now = self.clock()
            with self._lock:
                silent = next((each for each in self._served if self._may_end(each, now)), None)
                if silent:
                    with contextlib.suppress(OSError):  # gone meanwhile
                        silent.connection.shutdown(socket.SHUT_RDWR)

    def _may_end(self, served: _Served, now: float) -> bool:
        """Tell whether a game may be ended for others; that of a person, once it has begun, ends the server."""
        return served.is_silent(now) and (self.policy is not None or not served.begun)

    def _serve(self, served: _Served, own: Answerer) -> None:
        def answered(seat: int) -> None:
            served.since = self.clock()
            if seat == 0 or served.begun:
                return
            with self._lock:
                if self.begun == self.games:
                    raise GameLostError("a client came after the last game")
                self.begun += 1
                served.begun = True

        with served.connection as connection:
            try:
                serve_game(connection, served.table, own, answered)
            except GameLostError as error:
                print(f"lost-cities: {error}", file=sys.stderr, flush=True)
                if own is person and (served.begun or isinstance(error, PersonLeftError)):
                    self.status = 1
                    self._over.set()
            except Exception:  # a bug of ours ends this game, not the server
                traceback.print_exc()
                self.status = 1
        with self._lock:
            self._served.remove(served)
            self.ended += served.begun
            if self.ended == self.games:
                self._over.set()


def serve_main(words: list[str], usage: str) -> int:
    """Serve as the command line says: PORT [PLAYER] [--games N] [--host ADDRESS]; PLAYER: a built-in or `person`."""
    games, host = None, "127.0.0.1"
    while len(words) > 2 and words[-2] in {"--games", "--host"}:
        if words[-2] == "--host":
            host = words[-1]
        elif words[-1].isdecimal():
            games = int(words[-1])
        else:
            break
        words = words[:-2]
    if not 1 <= len(words) <= 2 or not words[0].isdecimal():
        print(usage, file=sys.stderr)
        return 2
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no answer either
    name = words[1] if len(words) == 2 else OURS
    try:
        server = Server(None if name == "person" else builtin(name), seeded("lost-cities"), games)
        listener = listening(int(words[0]), host)
    except (ValueError, OSError, OverflowError) as error:
        print(f"lost-cities: {error}", file=sys.stderr)
        return 1
    with listener:
        return server.run(listener)


def listening(port: int, host: str) -> socket.socket:
    """Return a socket that listens at an address, `::` for all of both kinds. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
