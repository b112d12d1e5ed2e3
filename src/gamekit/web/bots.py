"""The seats of a game that are programs, asked in threads beside the event loop."""

import contextlib
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Generic

from gamekit.game import Fault, Observation, S, Seat
from gamekit.web.threads import in_thread
from gamekit.wire.answer import Failure, Reply


class Bots(Generic[S]):
    """The programs of one game. A program that fails loses its game; the server goes on."""

    def __init__(self, opened: AbstractContextManager[Mapping[int, Seat[S]]]) -> None:
        """Start them. Raises OSError."""
        self._stack = contextlib.ExitStack()
        self._seats = self._stack.enter_context(opened)
        self._locks = {seat: threading.Lock() for seat in self._seats}  # one thread at a time may use a program

    @property
    def seats(self) -> frozenset[int]:
        return frozenset(self._seats)

    async def ask(self, seat: int, observation: Observation[S]) -> Reply:
        """Return a program's answer, or how it failed to give one; our own bugs are such failures, too."""
        return await in_thread(lambda: self._ask(seat, observation))

    def _ask(self, seat: int, observation: Observation[S]) -> Reply:
        with self._locks[seat]:
            try:
                return self._seats[seat].ask(observation)
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                return Failure("dead", f"our bug: {type(error).__name__}: {error}", 0.0)

    async def end(self, state: S, fault: Fault | None) -> None:
        """Tell them the last state and end them, once those that are being asked have answered."""
        await in_thread(lambda: self._end(state, fault))

    def _end(self, state: S, fault: Fault | None) -> None:
        with contextlib.ExitStack() as stack:
            for lock in self._locks.values():
                stack.enter_context(lock)
            for seat, player in self._seats.items():
                player.tell(state, seat, fault)
            self._stack.close()
