"""A game as learners ask for it: actions as numbers below a count, observations as arrays of a shape."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic

from gamekit.game.rules import A, S

if TYPE_CHECKING:  # a game that nobody learns needs no numpy
    import numpy as np
    from numpy.typing import NDArray


class Numbering(ABC, Generic[S, A]):
    """The numbers and arrays of a game at a number of seats, in a variant.

    Its methods work on whole states and on what the seat observes, with the same result. What a numbering merges (one
    number for several actions) or leaves out (actions without a number) stands in its docstring.
    """

    count: int
    """Numbers are from 0 to this less 1."""
    shape: tuple[int, ...]
    """The shape of every array."""

    @abstractmethod
    def numbered(self, state: S, seat: int) -> Mapping[int, A]:
        """Return legal actions of a seat by their numbers, which ascend: at least one if the seat moves now."""

    def number_of(self, state: S, seat: int, action: A) -> int | None:
        """Return the number of a legal action, None for one that is left out.

        Of merged actions each has the number of all. By default what `numbered` has, so that nothing is merged.
        """
        return next((number for number, each in self.numbered(state, seat).items() if each == action), None)

    @abstractmethod
    def array(self, state: S, seat: int) -> "NDArray[np.float32]":
        """Return what a seat observes, whether or not it moves: numbers from -1 to 1, all that it can tell apart or
        less.
        """

    first: S | None = None
    """The one first state of a game in which chance decides nothing."""

    def first_states(self) -> Sequence[tuple[S, float]] | None:
        """Return all first states of the game with their chances, which add up to 1; None: too many to list.

        By default `first`, if it is set, and else None.
        """
        return None if self.first is None else [(self.first, 1.0)]
