"""What methods of a game return, looked at before it is kept: a game of one's own may return anything."""

from collections.abc import Callable
from types import MethodType
from typing import Any

from gamekit.game import AnyGame

MOST_RETURN = 1e300
"""Of either sign: sums of so many as there are games are still numbers."""

MOST_COUNT = 1 << 53
"""Above the whole numbers that any reader of JSON takes."""


class ResultError(TypeError):
    """A method of a game has returned what it may not; `frame` is where that is written, as in a traceback."""

    def __init__(self, method: Callable[..., Any], expected: str, got: object) -> None:
        super().__init__(f"expected {expected}, got {got!r:.80}")
        code = method.__func__.__code__ if isinstance(method, MethodType) else None
        self.frame = (code.co_filename, code.co_firstlineno, code.co_name) if code else None


def returns_of(game: AnyGame, state: Any) -> tuple[float, ...]:
    """Return the result of each seat in a game that is over. Raises ResultError."""
    returns, seats = game.returns(state), game.seats_of(state)
    if not isinstance(returns, tuple | list) or len(returns) != seats or not all(map(is_number, returns)):
        raise ResultError(game.returns, f"a tuple of {seats} numbers", returns)
    return tuple(returns)


def length_of(game: AnyGame, state: Any) -> int:
    """Return the length of a game. Raises ResultError."""
    length = game.length(state)
    if not is_whole(length) or not 0 <= length < MOST_COUNT:
        raise ResultError(game.length, "a whole number", length)
    return length


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number; True is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any, most: float = MOST_RETURN) -> bool:
    """Tell whether a value is a number up to a size, of either sign; nan and True are none."""
    return (is_whole(value) or isinstance(value, float)) and -most <= value <= most
