"""Who plays: a policy decides for a seat in this process, a seat is asked wherever its player runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from gamekit.deadline import Deadline
from gamekit.game.rules import A, Fault, Observation, S

if TYPE_CHECKING:
    from gamekit.answer import Reply

Policy = Callable[[Observation[S], Random, Deadline], A]
"""Chooses one of the seat's legal actions before the deadline; all its chance comes from the generator."""


@dataclass(frozen=True, slots=True)
class ChildSettings:
    """How a child process is asked: the name of the wire, seconds for an answer (its start included), the limit of its
    memory in bytes, its random seed, and whether a player of ours raises its errors instead of playing on.
    """

    wire: str
    timeout: float
    memory: int | None = None
    seed: int = 0
    strict: bool = True


class Seat(ABC, Generic[S]):
    """A player at the table, wherever it runs. Only `ask` is required."""

    @abstractmethod
    def ask(self, observation: Observation[S]) -> "Reply":
        """Return an answer, a value for `Game.decode_action`; or a choice, an action; or why there is neither.

        Never raises.
        """

    def saw(self, before: S, actions: Mapping[int, Any], after: S, seat: int) -> None:
        """Tell the player in this seat of a round: the legal actions, and the whole states around them.

        What the seat must not see is for this method to leave out.
        """

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        """Tell the player in this seat how the game ended."""

    @property
    def errors(self) -> str:
        """What the player wrote to its standard error last."""
        return ""
