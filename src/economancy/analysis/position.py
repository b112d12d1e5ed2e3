"""What is to be said about a position: each seat's chance to win, and how good each of its moves is."""

from collections.abc import Mapping, Sequence
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


def worth(chances: Chances, seat: int) -> float:
    """Return what chances are worth to a seat: its chance to win, and an equal share of a draw's."""
    return chances.wins[seat] + chances.draw / len(chances.wins)


def ranked(candidates: Sequence[MoveCandidate], seat: int) -> list[MoveCandidate]:
    """Return the candidates, the most probable first, of those alike in whole percents the best to the seat."""
    return sorted(candidates, key=lambda one: (-round(one.probability, 2), -worth(one.chances, seat)))


def variance(chances: Chances, seat: int) -> float:
    """Return the variance of what one game with these chances brings the seat."""
    share = 1 / len(chances.wins)
    return max(0.0, chances.wins[seat] + chances.draw * share**2 - worth(chances, seat) ** 2)  # certain: -1e-17
