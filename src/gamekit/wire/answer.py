"""What comes back from a player that was asked: a value, a choice made in this process, or why there is neither."""

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Answer:
    """A JSON value (a wrong one, perhaps), and the seconds from the request to its last byte."""

    value: object
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that a policy in this process chose (an illegal one, perhaps), and the seconds that it took."""

    action: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a kind, one line for a person, and the seconds from the request to the failure."""

    kind: Literal["late", "dead", "closed", "garbage", "flood"]
    reason: str
    seconds: float


Reply = Answer | Choice | Failure
"""What comes back from a seat that was asked."""
