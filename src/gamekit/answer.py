"""What comes back from a player that was asked: a value, a choice made in this process, or why there is neither."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Answer:
    """A JSON value (a wrong one, perhaps), and the seconds from the request to its last byte.

    `early`: it came before it was asked for.
    """

    value: object
    seconds: float
    early: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that a policy in this process chose (an illegal one, perhaps), and the seconds that it took."""

    action: Any
    seconds: float


class Kind(StrEnum):
    """What went wrong with a player that did not answer."""

    LATE = "late"
    DEAD = "dead"
    """It exited, was killed, cannot be executed, or raised an exception."""
    CLOSED = "closed"
    """It closed its output or its connection, and runs on."""
    GARBAGE = "garbage"
    """What it wrote is no value of its wire."""
    FLOOD = "flood"
    """It wrote more than anybody has to read."""
    UNASKED = "unasked"
    """It answered twice, or when the game was over."""
    STAYS = "stays"
    """It runs on though the game is over."""


class Delay(StrEnum):
    """What a player does that did not answer in time, as it shows when it is helped."""

    SLOW = "slow"
    """It answers a moment later."""
    LINE = "line"
    """It waits for a line's end."""
    UNFLUSHED = "unflushed"
    """It answers when its input is closed: it did not flush its answer, or reads to the end of the input."""
    UNFINISHED = "unfinished"
    """It wrote an answer that lacks its end."""
    BUSY = "busy"
    """It computes."""
    IDLE = "idle"
    """It does nothing."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a kind, one line for a person, and the seconds from the request to the failure.

    `status` is the exit status of a player that has ended, or minus the signal that killed it; None: it has not ended,
    or nobody knows. `delay` is what is known of one that is late.
    """

    kind: Kind
    reason: str
    seconds: float
    status: int | None = None
    delay: Delay | None = None

    @classmethod
    def late(cls, timeout: float, seconds: float) -> Self:
        """Return the failure to answer within the time limit."""
        return cls(Kind.LATE, f"no answer within {timeout:g} s", seconds)


Reply = Answer | Choice | Failure
"""What comes back from a seat that was asked."""
