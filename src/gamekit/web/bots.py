"""The seats of a game that are programs, asked in threads beside the event loop."""

import contextlib
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Generic

from gamekit.answer import Failure, Kind, Reply
from gamekit.game import S, Seat
from gamekit.game.source import OURS, bug_text
from gamekit.seats import tell_rounds
from gamekit.table import Table
from gamekit.text import escaped_lines
from gamekit.web.threads import in_thread
from gamekit.wire.pipes import THE_MACHINE_S

MOST_LINES, MOST_LETTERS = 20, 200
"""Of a program's standard error that people are shown (guessed: a traceback)."""


class Bots(Generic[S]):
    """The programs of one game. A program that fails loses its game; the server goes on."""

    def __init__(self, opened: AbstractContextManager[Mapping[int, Seat[S]]]) -> None:
        """Start them. Raises OSError."""
        self._stack = contextlib.ExitStack()
        self._seats = self._stack.enter_context(opened)
        self._locks = {seat: threading.Lock() for seat in self._seats}  # one thread at a time may use a program
        self._told = dict.fromkeys(self._seats, 0)  # so many rounds
        self._bugs: dict[int, str] = {}

    @property
    def seats(self) -> frozenset[int]:
        return frozenset(self._seats)

    async def ask(self, seat: int, table: Table[S]) -> Reply:
        """Return the answer of a program that is asked at a table, or how it failed to give one.

        Our own bugs are such failures, too.
        """
        return await in_thread(lambda: self._ask(seat, table))

    def _ask(self, seat: int, table: Table[S]) -> Reply:
        with self._locks[seat]:
            try:
                self._catch_up(seat, table)
                return self._seats[seat].ask(table.observation(seat))
            except Exception as error:
                if isinstance(error, OSError) and error.errno in THE_MACHINE_S:
                    return Failure(Kind.DEAD, f"cannot be started: {error.strerror}", 0.0)
                reason = bug_text(table.game, error)
                self._bugs[seat] = traceback.format_exc() if reason.startswith(OURS) else reason
                print(self._bugs[seat], file=sys.stderr)
                return Failure(Kind.DEAD, reason, 0.0)

    def last_words(self, seat: int) -> list[str]:
        """Return the last lines that a program wrote to its standard error, escaped and cut."""
        text = self._bugs.get(seat) or self._seats[seat].errors
        return [line[:MOST_LETTERS] for line in escaped_lines(text.strip())[-MOST_LINES:]]

    def _catch_up(self, seat: int, table: Table[S]) -> None:
        """Tell a program of the rounds since it was told last."""
        tell_rounds(self._seats[seat], seat, table.rounds(self._told[seat]))
        self._told[seat] = table.length

    async def end(self, table: Table[S]) -> None:
        """Tell them how the game ended and end them, once those that are being asked have answered."""
        await in_thread(lambda: self._end(table))

    def _end(self, table: Table[S]) -> None:
        with contextlib.ExitStack() as stack:
            for lock in self._locks.values():
                stack.enter_context(lock)
            for seat, player in self._seats.items():
                self._catch_up(seat, table)
                player.tell(table.state, seat, table.forfeit)
            self._stack.close()
