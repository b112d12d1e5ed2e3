"""Hints for a person, and the numbers that a person types."""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from gamekit.deadline import Deadline
from gamekit.game import AnyGame, Hint, Observation

HINT_SECONDS = 1.0
"""How long an analysis may take for a hint (guessed: about what a person waits for)."""

MOST_DIGITS = 400
"""Of a number that is typed: more than those of any game, and less than int() refuses."""


def hints(game: AnyGame, observation: Observation[Any], seed: int) -> Sequence[Hint[Any]]:
    """Return what the game's analysis says to a seat that is asked; it takes up to HINT_SECONDS."""
    return game.hints(observation, Random(seed), Deadline.after(HINT_SECONDS, time.monotonic))


def whole_number(text: str) -> int | None:
    """Return the number that was typed, None if it is none."""
    digits = text.removeprefix("-")
    fits = digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS
    return int(text) if fits else None
