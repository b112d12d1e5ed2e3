"""A promise of `gamekit.game.Game` that is checked somewhere in a game, and what is raised if it is broken."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamekit.game import AnyGame


class BrokenPromiseError(AssertionError):
    """A game does not keep its contract; the message names the game, the place, the promise and what came.

    `state` is the one in which it was found, None before there is one.
    """

    def __init__(self, message: str, state: object = None) -> None:
        super().__init__(message)
        self.state = state


@dataclass(frozen=True, slots=True)
class Promise:
    """Expects things of a game at a place, said in words."""

    game: AnyGame
    where: str
    state: object = None

    def at(self, number: int, state: object) -> "Promise":
        """Return the same in a round of the game, which begins with this state."""
        return Promise(self.game, f"{self.where}, round {number}", state)

    def expect(self, kept: bool, promise: str, *got: object) -> None:
        """Raise BrokenPromiseError, with the promise and what came instead, unless it is kept."""
        if not kept:
            instead = f"; got {got[0]!r:.200}" if got else ""
            raise BrokenPromiseError(f"{self.game.name}, {self.where}: expected that {promise}{instead}", self.state)

    def refuses(self, what: str, call: Callable[..., Any], *arguments: Any) -> None:
        """Expect a ValueError of a call with something wrong."""
        try:
            result = call(*arguments)
        except ValueError:
            return
        except Exception as error:
            text = f"{what} raises ValueError in {call.__name__}"
            message = f"{self.game.name}, {self.where}: expected that {text}; got {error!r:.200}"
            raise BrokenPromiseError(message, self.state) from error
        self.expect(False, f"{what} raises ValueError in {call.__name__}", result)
