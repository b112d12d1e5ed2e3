"""The people and programs of a game that is played on a page or in the terminal."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from gamekit.game import AnyGame, ChildSettings, Seat
from gamekit.seats import Program as SeatProgram
from gamekit.seats import open_seat
from gamekit.seeds import deal_seed, game_seed, seat_seed
from gamekit.text import escaped
from gamekit.tournament.names import short_name

PERSON = "person"

Program = SeatProgram | None
"""A built-in's name or a command; None is a person."""


@dataclass(frozen=True, slots=True)
class Party:
    """The players by seat, as they were typed, the variant that they play, and the seed of all chance.

    Each of several games has a deal of its own.
    """

    texts: tuple[str, ...]
    programs: tuple[Program, ...]
    variant: str
    game: AnyGame
    asked: ChildSettings
    seed: int

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, program in enumerate(self.programs) if program is None)

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, all different, escaped."""
        texts = map(escaped, self.texts)
        names = [f"Player {seat + 1}" if text == PERSON else short_name(text) for seat, text in enumerate(texts)]
        times = Counter(names)
        return tuple(f"{name} ({seat + 1})" if times[name] > 1 else name for seat, name in enumerate(names))

    def start(self, number: int) -> Any:
        """Return the first state of the game of this number."""
        rng = Random(deal_seed(self.seed, number))
        return self.game.new_game(len(self.programs), self.variant, rng)

    @contextlib.contextmanager
    def open_programs(self, number: int) -> Iterator[Mapping[int, Seat[Any]]]:
        """Open the seats that are programs for the game of this number, and end them. Raises OSError."""
        seed = game_seed(self.seed, number)
        with contextlib.ExitStack() as stack:
            yield {
                seat: stack.enter_context(open_seat(self.game, program, seat_seed(seed, seat), self.asked))
                for seat, program in enumerate(self.programs)
                if program is not None
            }
