"""What comes back from a player that was asked: a value, or the reason why there is none."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Answer:
    """A JSON value (a wrong one, perhaps), and the seconds from the request to its last byte."""

    value: object
    seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a kind, one line for a person, and the seconds from the request to the failure."""

    kind: Literal["late", "dead", "closed", "garbage", "flood"]
    reason: str
    seconds: float
