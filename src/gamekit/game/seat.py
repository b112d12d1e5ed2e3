"""Who plays: a policy decides for a seat in this process, a seat is asked wherever its player runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from gamekit.deadline import Deadline
from gamekit.game.rules import A, Fault, Observation, S

if TYPE_CHECKING:
    from gamekit.answer import Failure, Reply

Policy = Callable[[Observation[S], Random, Deadline], A]
"""Chooses one of the seat's legal actions before the deadline; all its chance comes from the generator."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a program in a sandbox sees beside the system and the interpreter that it needs, read-only: these files and
    folders, by absolute paths, without those that are hidden.
    """

    shown: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a program runs: the folder that it is started in (None: ours), the limit of resident memory, in bytes, of
    all its processes together, its sandbox (None: it may do what we may), and who is given what it writes to its
    standard error, part by part, as it comes.
    """

    folder: str | None = None
    memory: int | None = None
    sandbox: Sandbox | None = None
    hear: Callable[[bytes], object] | None = None

    def showing(self, *paths: str) -> "Surroundings":
        """Return the same with more to see."""
        if self.sandbox is None:
            return self
        return replace(self, sandbox=replace(self.sandbox, shown=(*self.sandbox.shown, *paths)))


OURS = Surroundings()
"""Of a program that may do all that we may."""


@dataclass(frozen=True, slots=True)
class ChildSettings:
    """How a child process is asked: the name of the wire, seconds for an answer (its start included), where it runs,
    its random seed, and whether a player of ours raises its errors instead of playing on.
    """

    wire: str
    timeout: float
    surroundings: Surroundings = OURS
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

    def leaving(self, seconds: float) -> "Failure | None":
        """Wait some seconds for a player that was told the end to go; return what it does instead, or None."""
        return None

    @property
    def errors(self) -> str:
        """What the player wrote to its standard error last."""
        return ""
