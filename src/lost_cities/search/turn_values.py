"""Trained weights, and turns with what they expect of them; no numpy is needed to hold them."""

from collections.abc import Sequence
from dataclasses import dataclass

from lost_cities.rules import Action, Discard, Draw, Play


@dataclass(frozen=True, slots=True)
class Weights:
    """Trained values: floats in the layout that `core.c` describes, the widths of the two layers, and how many networks
    of these widths they are: what they say is averaged.
    """

    floats: bytes
    hidden: int
    top: int
    nets: int = 1


@dataclass(frozen=True, slots=True)
class TurnValue:
    """A turn, or while drawing a draw (`play` is None), and what is expected of it."""

    play: Play | Discard | None
    draw: Draw
    points: float
    """Final margin."""
    chance: float
    """Of winning, a draw counted as half."""
    value: float
    """What decides: points and chance mixed."""


def action_of(valued: TurnValue) -> Action:
    """Return the answer that a valued turn gives to the question it was made for."""
    return valued.draw if valued.play is None else valued.play


def best(turns: Sequence[TurnValue]) -> TurnValue:
    """Return the turn of the highest value, the first of equal ones."""
    return max(turns, key=lambda turn: turn.value)
