"""A table as learners play it: one seat at a time chooses a number, and sees nothing of what others chose in secret."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.answer import Choice
from gamekit.game import A, Game, Numbering, Observation, S, win_shares
from gamekit.learning.memory import NOTHING, information_state, remembered
from gamekit.learning.plain import numbering_of
from gamekit.table import Table

_NONE: Mapping[int, Any] = MappingProxyType({})


class Setup(NamedTuple, Generic[S, A]):
    """What a learner plays: a game, its seats and variant, the limit of its length, and its numbering."""

    game: Game[S, A]
    seats: int
    variant: str
    max_length: int | None
    numbering: Numbering[S, A]

    @classmethod
    def of(
        cls, game: Game[S, A], seats: int | None = None, variant: str | None = None, max_length: int | None = None
    ) -> "Setup[S, A]":
        """Return the setup with the game's defaults for what is None. Raises ValueError for what does not exist."""
        seats = game.seats[0] if seats is None else seats
        variant = game.variants[0] if variant is None else variant
        return cls(game, seats, variant, max_length, numbering_of(game, seats, variant))

    def first_state(self, rng: Random) -> S:
        """Return a first state, its chance drawn from the generator."""
        return self.limited(self.game.new_game(self.seats, self.variant, rng))

    def limited(self, state: S) -> S:
        """Return a first state with the limit of the setup."""
        return state if self.max_length is None else self.game.with_limit(state, self.max_length)

    def begin(self, state: S) -> "TurnView[S, A]":
        """Return the view of a game that begins in this state."""
        return TurnView(self, Table.begin(self.game, state))

    def mask(self, numbered: Iterable[int]) -> NDArray[np.int8]:
        """Return 1 for each of these numbers, else 0."""
        mask = np.zeros(self.numbering.count, np.int8)
        mask[[*numbered]] = 1
        return mask

    def __reduce__(self) -> tuple[Callable[..., "Setup[S, A]"], tuple[Any, ...]]:
        return Setup.of, self[:4]


class Numbers(NamedTuple):
    """The numbers that were chosen, the last one first: each view of a game shares those of the one before."""

    number: int
    earlier: "Numbers | None"


class TurnView(Generic[S, A]):
    """A game at a moment, an immutable value: copies of it are itself, and a pickle is its first state and numbers.

    `seat` is asked now, None when the game is over. `answer` returns what follows.
    """

    __slots__ = ("_decisions", "_first", "_memories", "_numbered", "_observed", "_past", "seat", "setup", "table")

    def __init__(
        self,
        setup: Setup[S, A],
        table: Table[S],
        past: Numbers | None = None,
        first: "TurnView[S, A] | None" = None,
        decisions: Mapping[int, "tuple[TurnView[S, A], int]"] = _NONE,
    ) -> None:
        asked = table.asked()
        self.setup = setup
        self.table = table
        self.seat = asked[0] if asked else None
        self._past = past
        self._first = first or self
        self._decisions = decisions
        self._observed: dict[int, S] = {}
        self._numbered: dict[int, Mapping[int, A]] = {}
        self._memories: dict[int, bytes] = {}

    def observation(self, seat: int) -> Observation[S]:
        """Return what a seat may see now."""
        return Observation(self._state(seat), seat)

    def _state(self, seat: int) -> S:
        """Return the state as a seat may see it now."""
        if seat not in self._observed:
            self._observed[seat] = self.setup.game.observe(self.table.shown, seat)
        return self._observed[seat]

    def numbered(self, seat: int) -> Mapping[int, A]:
        """Return the actions of a seat by their numbers, none if it has no choice left in this round."""
        if seat not in self._numbered:
            moves = seat == self.seat or seat in self.movers
            self._numbered[seat] = self.setup.numbering.numbered(self._state(seat), seat) if moves else {}
        return self._numbered[seat]

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for each number that a seat may choose in this round, else 0."""
        return self.setup.mask(self.numbered(seat))

    def array(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat observes now."""
        return self.setup.numbering.array(self._state(seat), seat)

    def answer(self, number: int) -> "TurnView[S, A]":
        """Return the view after the seat that is asked chose a number. Raises ValueError for one that is not legal."""
        if self.seat is None:
            raise ValueError(f"expected no number after the end of the game, got {number}")
        legal = self.numbered(self.seat)
        if number not in legal:
            raise ValueError(f"expected one of the numbers {[*legal]} of seat {self.seat}, got {number}")
        table = self.table.answered(self.seat, Choice(legal[number], 0.0))
        decisions = {**self._decisions, self.seat: (self, number)}
        return TurnView(self.setup, table, Numbers(number, self._past), self._first, decisions)

    def answer_round(self, numbers: Mapping[int, int]) -> "TurnView[S, A]":
        """Return the view after all seats chose that move in this round, those that are asked one after another, too.

        Raises ValueError for a number that is not legal.
        """
        view: TurnView[S, A] = self
        for seat in self.movers:
            view = view.answer(numbers[seat])
        return view

    def information_state(self, seat: int) -> str:
        """Return a text that is the same after the same observations at a seat's decisions, the same choices in them,
        and the same observation now; of as many letters however long the game is.
        """
        return information_state(self._memory(seat), self.setup.game, self.observation(seat))

    def _memory(self, seat: int) -> bytes:
        """Return what a seat remembers of its decisions; each view keeps what it was asked for."""
        view, later = self, []
        while seat not in view._memories and seat in view._decisions:
            later.append(view)
            view, _ = view._decisions[seat]
        memory = view._memories.setdefault(seat, NOTHING)
        for each in reversed(later):
            before, number = each._decisions[seat]
            action = before.numbered(seat)[number]
            memory = each._memories[seat] = remembered(memory, self.setup.game, before.observation(seat), action)
        return memory

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that have to choose yet in this round, in the order in which they are asked."""
        return self.table.movers[len(self.table.steps) :]

    @property
    def numbers(self) -> list[int]:
        """All numbers that were chosen, in order."""
        found = []
        past = self._past
        while past is not None:
            found.append(past.number)
            past = past.earlier
        return found[::-1]

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each seat, of sum 0: 1 to who wins alone, equal and negative for all who lose; 0 before the end.

        Who ends a game by a fault has -1.
        """
        if self.seat is not None:
            return (0.0,) * self.setup.seats
        if self.table.forfeit is not None:
            return fault_scores(self.setup.seats, self.table.forfeit.seat)
        others = self.setup.seats - 1
        shares = win_shares(self.setup.game.returns(self.table.state))
        return tuple((self.setup.seats * share - 1) / others for share in shares)

    def __copy__(self) -> "TurnView[S, A]":
        return self

    def __deepcopy__(self, memo: object) -> "TurnView[S, A]":
        return self

    def __reduce__(self) -> tuple[Callable[..., "TurnView[S, A]"], tuple[Any, ...]]:
        return replayed, (self.setup, self._first.table.state, self.numbers)


def replayed(setup: Setup[S, A], first: S, numbers: list[int]) -> TurnView[S, A]:
    """Return the view after these numbers. Raises ValueError for one that is not legal."""
    view = setup.begin(first)
    for number in numbers:
        view = view.answer(number)
    return view


def fault_scores(seats: int, culprit: int) -> tuple[float, ...]:
    """Return the scores of a game that a seat has ended by a fault: -1, which the others share."""
    return tuple(-1.0 if seat == culprit else 1 / (seats - 1) for seat in range(seats))
