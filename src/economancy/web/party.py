"""Who sits down at a table to play at: people and programs."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from economancy.analysis.analysed import Analyst
from economancy.referee import Seat
from economancy.rules.state import State
from economancy.tournament.names import short_name
from economancy.tournament.seats import open_seat
from gamekit.tournament.schedule import derive_seed

PERSON = "person"

HINT_ROLLOUTS = 2000
"""Rollouts for a hint (guessed: enough to tell good moves from bad, within about a second)."""


@dataclass(frozen=True, slots=True)
class Party:
    """Who sits at the table, by seat, and what they play: the start, and how to open the programs of a game."""

    start: State
    seats: tuple[str, ...]
    timeout: float
    seed: int

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, text in enumerate(self.seats) if text == PERSON)

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, all different."""
        names = [f"Player {seat + 1}" if text == PERSON else short_name(text) for seat, text in enumerate(self.seats)]
        times = Counter(names)
        return tuple(f"{name} ({seat + 1})" if times[name] > 1 else name for seat, name in enumerate(names))

    @contextlib.contextmanager
    def open_programs(self, game: int) -> Iterator[Mapping[int, Seat]]:
        """Open the seats that are programs for the game of this number, and end them. Raises OSError."""
        with contextlib.ExitStack() as stack:
            yield {
                seat: stack.enter_context(open_seat(text, derive_seed(self.seed, game), seat, self.timeout))
                for seat, text in enumerate(self.seats)
                if text != PERSON
            }

    @property
    def analyst(self) -> Analyst:
        """Who gives hints."""
        return Analyst(self.seed, HINT_ROLLOUTS)
