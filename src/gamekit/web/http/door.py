"""Who may be connected to the page: so many in all, from one address and for one seat; and for how long without a word.

A page for this machine alone gives a seat only to the user who started it, and to root: other users can read the token
in the command that opens the browser.

Where there are too many the oldest goes that has not shown the token of a seat: people at the table play on.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gamekit.processes.peers import is_of_users

MOST = 256
"""Connections at once (guessed: many times what the people at a table need)."""

REQUEST_SECONDS = 10.0
"""For the head and the body of a request (guessed: both fit one packet)."""

ANSWER_SECONDS = 60.0
"""For an answer to be made and taken (guessed: three times as long as a request waits for news)."""

_A_SEAT = 16  # a browser has six to a server; several of them may show one seat
_ADDRESS = 4  # of so many parts of all connections one address may have one
_QUIET = 60.0  # seconds between two lines about an overload


class Door:
    """The connections that are open."""

    def __init__(
        self,
        descriptors: int,
        say: Callable[[str], object],
        request_seconds: float = REQUEST_SECONDS,
        *,
        users: Collection[int] | None = None,
    ) -> None:
        """Leave half of this process's `descriptors` to programs and files; `say` takes a line about an overload. A
        request has to come within so many seconds; only these `users` of this machine have a seat, if they are given.
        """
        self.request_seconds, self.users = request_seconds, users
        self.most = max(8, min(MOST, descriptors // 2))
        self.from_one = self.most // _ADDRESS
        self._open: dict[Connection, int | None] = {}  # the oldest first, with the seat whose token it has shown
        self._say, self._said = say, float("-inf")

    def enter(self, connection: "Connection") -> None:
        """Take a connection in, and close another, or it, where there are too many."""
        self._open[connection] = None
        neighbours = [each for each in self._open if each.address == connection.address]
        if len(neighbours) > self.from_one:
            self._close_one(neighbours, f"{self.from_one} connections from {connection.address}")
        elif len(self._open) > self.most:
            self._close_one([*self._open], f"{self.most} connections")

    def leave(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        self._open.pop(connection, None)

    def know(self, connection: "Connection", seat: int) -> None:
        """Take in that a connection has shown the token of a seat."""
        if connection in self._open:
            self._open[connection] = seat
            of_seat = [each for each, number in self._open.items() if number == seat]
            if len(of_seat) > _A_SEAT:
                self._close(of_seat[0])

    def warn(self, line: str) -> None:
        """Say a line about an overload, once a minute at most."""
        if (now := time.monotonic()) - self._said >= _QUIET:
            self._said = now
            self._say(line)

    def _close_one(self, connections: list["Connection"], limit: str) -> None:
        """Close the oldest stranger of these; the newest where all are known."""
        self.warn(f"more than {limit}: the oldest without a player's link are closed")
        self._close(next((each for each in connections if self._open[each] is None), connections[-1]))

    def _close(self, connection: "Connection") -> None:
        del self._open[connection]
        connection.transport.abort()


class Connection(H11Protocol):
    """A connection that came through the door, closed when a request or its answer takes too long."""

    def __init__(self, door: Door, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        # a request finds these in its state
        self.app_state = {**self.app_state, "know": partial(door.know, self), "is_foreign": self.is_foreign}
        self._door = door
        self._timer: asyncio.TimerHandle | None = None
        self._whole = False  # the request that came last
        self._foreign: bool | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else None
        self._limit(self._door.request_seconds)
        self._door.enter(self)

    def is_foreign(self) -> bool:
        """Tell whether it is held by another user of this machine, where only ours have a seat."""
        if self._foreign is None:
            users, ends = self._door.users, self.transport.get_extra_info("socket")
            self._foreign = users is not None and not is_of_users(ends, users)
        if self._foreign:
            self._door.warn("another user of this machine has a player's link, and is refused")
        return self._foreign

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._whole and self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._whole = True
            self._limit(ANSWER_SECONDS)

    def on_response_complete(self) -> None:
        self._whole = False
        self._limit(self._door.request_seconds)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._door.leave(self)
        super().connection_lost(exc)

    def _limit(self, seconds: float) -> None:
        """Give it so many seconds from now on."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort)
