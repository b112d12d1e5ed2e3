"""The seats of a game that are programs, asked beside the event loop."""

import contextlib
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from economancy.referee import Seat
from economancy.rules.state import Observation, State
from economancy.web.threads import in_thread
from gamekit.wire.answer import Answer, Failure

OpenBots = Callable[[int], AbstractContextManager[Mapping[int, Seat]]]
"""Opens the programs of the game of this number by seat, and ends them with it. Raises OSError."""


class Bots:
    """The programs of one game; whatever one does, it costs the game and not the server."""

    def __init__(self, opened: AbstractContextManager[Mapping[int, Seat]]) -> None:
        """Start them. Raises OSError."""
        self._stack = contextlib.ExitStack()
        self._seats = self._stack.enter_context(opened)
        self._locks = {seat: threading.Lock() for seat in self._seats}  # one thread at a time may use a program

    @property
    def seats(self) -> frozenset[int]:
        return frozenset(self._seats)

    async def ask(self, observation: Observation) -> Answer | Failure:
        """Return a program's answer, or how it failed to give one; our own bugs are such failures, too."""
        return await in_thread(lambda: self._ask(observation))

    def _ask(self, observation: Observation) -> Answer | Failure:
        with self._locks[observation.seat]:
            try:
                return self._seats[observation.seat].ask(observation)
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                return Failure("dead", f"our bug: {type(error).__name__}: {error}", 0.0)

    async def end(self, state: State) -> None:
        """Tell them the last state and end them, once those that are being asked have answered."""
        await in_thread(lambda: self._end(state))

    def _end(self, state: State) -> None:
        with contextlib.ExitStack() as stack:
            for lock in self._locks.values():
                stack.enter_context(lock)
            for seat, player in self._seats.items():
                player.tell(state, seat)
            self._stack.close()
