"""The people who are away, and the programs that play for them meanwhile."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from gamekit.game import S
from gamekit.web.bots import Bots
from gamekit.web.errors import RequestError

AWAY_SECONDS = 30.0
"""Who has not asked for news for so long, or never since the table was laid, is away (an open page asks every 20 s)."""


class Absence(Generic[S]):
    """When each seat's page asked for news last, and who stands in for whom."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """The table is laid now, by a clock of seconds."""
        self.names: dict[int, str] = {}
        """Of the programs that stand in, by seat."""
        self.played: list[tuple[int, str, range]] = []
        """Who of the people had a program play which rounds of this game, and its name."""
        self._first: dict[int, int] = {}
        self._clock, self._laid = clock, clock()
        self._seen: dict[int, float] = {}
        self._programs: dict[int, Bots[S]] = {}

    def away(self, people: Iterable[int]) -> tuple[int, ...]:
        """Return the people whose pages are not open, or not connected."""
        since = self._clock() - AWAY_SECONDS
        return tuple(seat for seat in people if self._seen.get(seat, self._laid) <= since)

    def expect(self, seat: int, people: Iterable[int]) -> None:
        """Raise RequestError unless a seat is one of these people, who is away, and nobody stands in."""
        if seat not in self.away(people) or seat in self.names:
            raise RequestError("nobody is missing there")

    def note(self, seat: int) -> None:
        """Note that a seat's page asks for news now."""
        self._seen[seat] = self._clock()

    def put(self, seat: int, name: str, program: Bots[S], number: int) -> None:
        """Let a program play for a seat, from the round of this number on."""
        self._first[seat] = number
        self.names[seat], self._programs[seat] = name, program

    def program(self, seat: int) -> Bots[S] | None:
        """Return the program that plays for a seat."""
        return self._programs.get(seat)

    def names_in(self, number: int, seat: int, names: Sequence[str], own: str) -> list[str]:
        """Return the names of a round for a seat: its own, and who played for it, where it was away."""
        programs = [name for absent, name, rounds in self.played if absent == seat and number in rounds]
        return [f"{own} ({programs[0]})" if programs and each == seat else name for each, name in enumerate(names)]

    def drop(self, seat: int, number: int) -> Bots[S] | None:
        """Return the program that played for a seat up to the round of this number, and is to be ended."""
        if seat in self.names:
            self.played.append((seat, self.names.pop(seat), range(self._first.pop(seat), number)))
        return self._programs.pop(seat, None)
