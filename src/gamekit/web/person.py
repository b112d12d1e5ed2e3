"""What a person asks and types: hints, and a move by its number, the beginning of its name, or its clicks as people
write them.
"""

import re
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from gamekit.deadline import Deadline
from gamekit.game import AnyGame, Hint, Observation, Option, Question
from gamekit.policies import appraisals

HINT_SECONDS = 1.0
"""How long an analysis may take for a hint (guessed: about what a person waits for)."""

MOST_DIGITS = 400
"""Of a number that is typed: more than those of any game, and less than int() refuses."""


def hints(game: AnyGame, observation: Observation[Any], seed: int) -> Sequence[Hint[Any]]:
    """Return what the game's analysis says to a seat that is asked; it takes up to HINT_SECONDS."""
    return appraisals.hints(game, observation, Random(seed), Deadline.after(HINT_SECONDS, time.monotonic))


def whole_number(text: str) -> int | None:
    """Return the number that was typed, None if it is none."""
    digits = text.removeprefix("-")
    fits = digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS
    return int(text) if fits else None


def keys_of(asked: Question[Any]) -> list[int]:
    """Return the number to type for each option: the action where all are numbers, else its place in the list."""
    actions = [option.action for option in asked.options]
    if all(isinstance(action, int) and action >= 0 for action in actions):
        return actions
    return list(range(len(actions)))


def expected(asked: Question[Any]) -> str:
    """Return the numbers that may be typed, in words."""
    if asked.numbers is not None:
        return f"{asked.numbers[0]} to {asked.numbers[-1]}"
    keys = keys_of(asked)
    return f"0 to {len(keys) - 1}" if keys == [*range(len(keys))] else ", ".join(map(str, keys))


def example(asked: Question[Any]) -> str:
    """Return how a person would write the first move whose clicks are words of the board, empty if none has any."""
    return next((" ".join(option.clicks) for option in asked.options if len(option.clicks) > 1), "")


def begin_so(asked: Question[Any], typed: str) -> list[Option[Any]]:
    """Return the moves whose names begin with what was typed, none if that is nothing."""
    return [option for option in asked.options if typed and option.label.lower().startswith(typed.lower())]


def chosen(asked: Question[Any], typed: str) -> tuple[Any, ...]:
    """Return the move that was typed (empty: none): a number, the beginning of the one name that fits, or clicks."""
    number = whole_number(typed)
    if asked.numbers is not None:
        return () if number is None or number not in asked.numbers else (number,)
    if number is not None:
        keys = dict(zip(keys_of(asked), asked.options, strict=True))
        return (keys[number].action,) if number in keys else ()
    whole = [option for option in asked.options if option.label.lower() == typed.lower()]
    fitting = whole or begin_so(asked, typed)
    if len({option.label for option in fitting}) == 1:
        return (fitting[0].action,)
    return () if fitting else _by_clicks(asked, typed)


def _by_clicks(asked: Question[Any], typed: str) -> tuple[Any, ...]:
    """Return the move of these clicks, of which words may be left out, but nothing with a number in it."""
    words = _words(typed)
    left: dict[int, list[Option[Any]]] = {}
    for option in asked.options:
        spelt = _words(" ".join(option.clicks))
        if asked.any_order and sorted(spelt) == sorted(words):
            return (option.action,)
        more = _left_over(words, spelt)
        if words and more is not None and not any(re.search(r"\d", word) for word in more):
            left.setdefault(len(more), []).append(option)
    fitting = left[min(left)] if left else []
    return (fitting[0].action,) if len(fitting) == 1 else ()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _left_over(words: Sequence[str], spelt: Sequence[str]) -> list[str] | None:
    """Return what is spelt beside these words, which stand in it in this order; None if they do not."""
    more, rest = list[str](), list(words)
    for word in spelt:
        if rest and rest[0] == word:
            rest.pop(0)
        else:
            more.append(word)
    return None if rest else more
