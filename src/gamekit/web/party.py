"""The people and programs of a game that is played on a page or in the terminal."""

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from gamekit.analysis.frames import seat_names
from gamekit.answer import Reply
from gamekit.game import AnyGame, ChildSettings, Fault, Observation, Seat
from gamekit.output import ErrorLines
from gamekit.seats import Program as SeatProgram
from gamekit.seats import how_to_check, open_seat
from gamekit.seeds import deal_seed, game_seed, seat_seed
from gamekit.table import Table
from gamekit.text import escaped
from gamekit.tournament.names import short_name

PERSON = "person"

Program = SeatProgram | None
"""A built-in's name or a command; None is a person."""


def offered_builtins(game: AnyGame) -> tuple[str, ...]:
    """Return the built-ins that whoever did not type them may choose, the weakest first: none that thinks for as long
    as a number in its name says, but for those of the ladder.
    """
    whole = [name for name in game.policy_names if not set(name) & {":", "["}]
    listed = dict.fromkeys([*game.ladder, *whole])
    if game.ours in listed:  # the strongest last
        listed[game.ours] = listed.pop(game.ours)
    return tuple(listed)


def are_offered(game: AnyGame, texts: Sequence[str]) -> bool:
    """Tell whether all are people or such built-ins."""
    return {PERSON, *offered_builtins(game)}.issuperset(texts)


class Roster(Protocol):
    """The players, and the start of each game."""

    @property
    def names(self) -> Sequence[str]:
        """A name for each seat."""

    def start(self, number: int) -> Any:
        """Return the first state of the game of this number."""

    def open_programs(self, number: int) -> AbstractContextManager[Mapping[int, Seat[Any]]]:
        """Open the programs of the game of this number by seat, and end them with it. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Party:
    """The players by seat, as they were typed, the variant that they play, and the seed of all chance.

    Each of several games has a deal of its own; the first may go on with a game that has `begun`. `known` are the
    programs that were typed, by their texts. A new game ends after `max_length`, in the game's `length_noun`.
    """

    texts: tuple[str, ...]
    programs: tuple[Program, ...]
    variant: str
    game: AnyGame
    asked: ChildSettings
    seed: int
    begun: Table[Any] | None = None
    known: Mapping[str, Program] = field(default_factory=dict)
    max_length: int | None = None
    quiet: bool = False
    """Whether what programs write to their standard error is dropped instead of shown on ours."""

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, program in enumerate(self.programs) if program is None)

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, all different, escaped."""
        texts = map(escaped, self.texts)
        names = [f"Player {seat + 1}" if text == PERSON else short_name(text) for seat, text in enumerate(texts)]
        return seat_names(names, len(names))

    @property
    def players(self) -> tuple[str, ...]:
        """The programs that a person may choose, the weakest first, then those that were typed, without folders."""
        return (*self.builtins, *self._typed())

    @property
    def chosen(self) -> tuple[str, ...]:
        """Who plays by seat: a person, or one of `players`."""
        called = {text: name for name, text in self._typed().items()}
        return tuple(called.get(text, text) for text in self.texts)

    @property
    def builtins(self) -> tuple[str, ...]:
        """The built-ins that a person may choose, the weakest first."""
        return offered_builtins(self.game)

    def _typed(self) -> dict[str, str]:
        """Return the other players that were typed, by names that tell nothing of where they lie."""
        taken, found = {PERSON, *self.builtins}, dict[str, str]()
        for text in dict.fromkeys((*self.known, *self.texts)):
            if text not in taken:
                name = short_name(escaped(text))
                names = (name, *(f"{name} ({number})" for number in range(2, 100)))
                found[next(each for each in names if each not in taken and each not in found)] = text
        return found

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that a person may choose."""
        return tuple(dict.fromkeys([*self.game.variants, self.variant]))

    def changed(self, texts: Sequence[object], variant: object) -> "Party":
        """Return the party with another set-up for one person. Raises ValueError."""
        if len(texts) not in self.game.seats:
            raise ValueError(f"expected {self.game.seats[0]} to {self.game.seats[-1]} seats, got {len(texts)}")
        if texts.count(PERSON) != 1 or not all(text == PERSON or text in self.players for text in texts):
            raise ValueError(f"expected one {PERSON!r} and players of {', '.join(self.players)}; got {texts!r:.80}")
        if variant not in self.variants:
            raise ValueError(f"expected a {self.game.variant_noun} of {', '.join(self.variants)}; got {variant!r:.40}")
        known = {**self.known, **dict(zip(self.texts, self.programs, strict=True))}
        typed = self._typed()
        chosen = [typed.get(str(text), str(text)) for text in texts]
        programs = tuple(None if text == PERSON else known.get(text, text) for text in chosen)
        return replace(self, texts=tuple(chosen), programs=programs, variant=str(variant), begun=None, known=known)

    def table(self, number: int) -> Table[Any]:
        """Return the table of the game of this number, where it begins."""
        return self.begun if self.begun is not None and number == 0 else Table.begin(self.game, self.start(number))

    def start(self, number: int) -> Any:
        """Return the first state of the game of this number."""
        rng = Random(deal_seed(self.seed, number))
        state = self.game.new_game(len(self.programs), self.variant, rng)
        return state if self.max_length is None else self.game.with_limit(state, self.max_length)

    @contextlib.contextmanager
    def open_programs(self, number: int) -> Iterator[Mapping[int, Seat[Any]]]:
        """Open the seats that are programs for the game of this number, and end them. Raises OSError."""
        seed = game_seed(self.seed, number)
        with contextlib.ExitStack() as stack:
            yield {
                seat: stack.enter_context(self._opened(seat, program, seat_seed(seed, seat)))
                for seat, program in enumerate(self.programs)
                if program is not None
            }

    @contextlib.contextmanager
    def stand_in(self, seat: int, name: str, number: int) -> Iterator[Mapping[int, Seat[Any]]]:
        """Open a built-in that plays a person's seat in the game of this number."""
        with self._opened(seat, name, seat_seed(game_seed(self.seed, number), seat)) as opened:
            yield {seat: opened}

    @contextlib.contextmanager
    def _opened(self, seat: int, program: SeatProgram, seed: int) -> Iterator[Seat[Any]]:
        """Open a program, whose standard error is shown on ours as it comes, and its forfeit as well."""
        name = f"Player {seat + 1} ({self.names[seat]})"
        with contextlib.closing(ErrorLines(name)) as lines:
            where = replace(self.asked.surroundings, hear=None if self.quiet else lines)
            with open_seat(self.game, program, seed, replace(self.asked, surroundings=where)) as opened:
                yield opened if isinstance(program, str) else _Host(opened, name, how_to_check(self.game, program))


@dataclass(frozen=True, slots=True)
class _Host(Seat[Any]):
    """A program at a seat; says on standard error why it forfeits, to who started it."""

    guest: Seat[Any]
    name: str
    advice: str

    def ask(self, observation: Observation[Any]) -> Reply:
        return self.guest.ask(observation)

    def saw(self, before: Any, actions: Mapping[int, Any], after: Any, seat: int) -> None:
        self.guest.saw(before, actions, after, seat)

    def tell(self, state: Any, seat: int, fault: Fault | None) -> None:
        if fault is not None and fault.seat == seat:
            print(f"{self.name} forfeits: {escaped(fault.reason)}", file=sys.stderr)
            print(self.advice, file=sys.stderr, flush=True)
        self.guest.tell(state, seat, fault)

    @property
    def errors(self) -> str:
        return self.guest.errors
