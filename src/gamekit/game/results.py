"""How a game that is over ended, looked at before it is kept: a game of one's own may return anything."""

from collections.abc import Callable
from types import MethodType
from typing import Any

from gamekit.game import AnyGame

MOST_RETURN = 1e300
"""Of either sign: sums of so many as there are games are still numbers."""

_LONGEST = 1 << 53  # what any reader of JSON takes


class ResultError(TypeError):
    """A method of a game has returned what it may not; `frame` is where that is written, as in a traceback."""

    def __init__(self, method: Callable[..., Any], expected: str, got: object) -> None:
        super().__init__(f"expected {expected}, got {got!r:.80}")
        code = method.__func__.__code__ if isinstance(method, MethodType) else None
        self.frame = (code.co_filename, code.co_firstlineno, code.co_name) if code else None


def returns_of(game: AnyGame, state: Any) -> tuple[float, ...]:
    """Return the result of each seat in a game that is over. Raises ResultError."""
    returns, seats = game.returns(state), game.seats_of(state)
    if not isinstance(returns, tuple | list) or len(returns) != seats or not all(map(_is_number, returns)):
        raise ResultError(game.returns, f"a tuple of {seats} numbers", returns)
    return tuple(returns)


def length_of(game: AnyGame, state: Any) -> int:
    """Return the length of a game. Raises ResultError."""
    length = game.length(state)
    if type(length) is not int or not 0 <= length < _LONGEST:
        raise ResultError(game.length, "a whole number", length)
    return length


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and -MOST_RETURN <= value <= MOST_RETURN
