"""What is to be said about a position: each seat's chance to win, and how good each of its moves is."""

from collections.abc import Mapping
from dataclasses import dataclass

from economancy.rules.state import Action


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game may end: each seat's chance to win and that of a draw; in all 1."""

    wins: tuple[float, ...]
    draw: float


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """A move worth a look: how often we would play it, and the chances after it if all others play as we expect."""

    action: Action
    probability: float
    chances: Chances


@dataclass(frozen=True, slots=True)
class Analysis:
    """The chances if all play as we expect, and by seat to move its candidates, the most probable first."""

    chances: Chances
    candidates: Mapping[int, tuple[MoveCandidate, ...]]
