"""A table as learners play it: one seat at a time chooses a number, and sees nothing of what others chose in secret."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.answer import Choice
from gamekit.game import A, Game, Numbering, Observation, S, win_shares
from gamekit.learning.memory import NOTHING, information_state, remembered
from gamekit.learning.plain import numbering_of
from gamekit.table import Step, Table


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
        mask = bytearray(self.numbering.count)  # for few numbers faster than numpy's own ways
        for number in numbered:
            mask[number] = 1
        return np.frombuffer(mask, np.int8)

    def __reduce__(self) -> tuple[Callable[..., "Setup[S, A]"], tuple[Any, ...]]:
        return Setup.of, self[:4]


class ViewStep:
    """A step of a table with the number that was chosen, and the decision before it: views of a game share them.

    `memory` is what its seat remembers after it, None if nobody has asked.
    """

    __slots__ = ("earlier", "memory", "number", "step")

    def __init__(self, step: Step[Any] | None, number: int, earlier: "ViewStep | None") -> None:
        assert step is not None
        self.step, self.number, self.earlier = step, number, earlier
        self.memory: bytes | None = None


class TurnView(Generic[S, A]):
    """A game at a moment, an immutable value: copies of it are itself, and a pickle is its first state and numbers.

    `seat` is asked now, None when the game is over. `answer` returns what follows.
    """

    __slots__ = ("_last", "_numbered", "_observed", "seat", "setup", "table")

    def __init__(self, setup: Setup[S, A], table: Table[S], last: ViewStep | None = None) -> None:
        self.setup = setup
        self.table = table
        self.seat = table.following
        self._last = last
        self._observed: dict[int, S] = {}
        self._numbered: dict[int, Mapping[int, A]] = {}

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
        return TurnView(self.setup, table, ViewStep(table.latest, number, self._last))

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
        """Return what a seat remembers of its decisions; each decision keeps what it was asked for."""
        game, later = self.setup.game, []
        for each in self._steps():
            if each.step.seat == seat:
                later.append(each)
                if each.memory is not None:
                    break
        memory = NOTHING
        for each in reversed(later):
            if each.memory is None:
                shown = Observation(game.observe(each.step.state, seat), seat)
                each.memory = remembered(memory, game, shown, each.step.action)
            memory = each.memory
        return memory

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that have to choose yet in this round, in the order in which they are asked."""
        return self.table.movers[len(self.table.steps) :]

    @property
    def numbers(self) -> list[int]:
        """All numbers that were chosen, in order."""
        return [each.number for each in self._steps()][::-1]

    def _steps(self) -> Iterator[ViewStep]:
        """Yield all decisions, the last one first."""
        each = self._last
        while each:
            yield each
            each = each.earlier

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
        first = next((one.before for one in self.table.rounds()), self.table.state)
        return replayed, (self.setup, first, self.numbers)


def replayed(setup: Setup[S, A], first: S, numbers: list[int]) -> TurnView[S, A]:
    """Return the view after these numbers. Raises ValueError for one that is not legal."""
    view = setup.begin(first)
    for number in numbers:
        view = view.answer(number)
    return view


def fault_scores(seats: int, culprit: int) -> tuple[float, ...]:
    """Return the scores of a game that a seat has ended by a fault: -1, which the others share."""
    return tuple(-1.0 if seat == culprit else 1 / (seats - 1) for seat in range(seats))
