"""A seat that is a child process speaking JSON values over its pipes, one process a game."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic

from gamekit.answer import Answer, Failure
from gamekit.game import ChildSettings, Fault, Game, Observation, S, Seat
from gamekit.settings import variable
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.json_stream import JsonSplitter, dumps
from gamekit.wire.pipes import Pipes


@dataclass(frozen=True, slots=True)
class JsonSeat(Seat[S], Generic[S]):
    """A child that is sent `encode_observation` and answers with a value; `end` follows each value sent."""

    game: Game[S, Any]
    child: ChildPlayer
    timeout: float
    end: bytes = b"\n"

    def ask(self, observation: Observation[S]) -> Answer | Failure:
        message = dumps(self.game.encode_observation(observation)) + self.end
        return explained(self.child.ask(message, self.timeout), self.child, ends_line=bool(self.end))

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        shown = self.game.observe(state, None)
        self.child.tell(dumps(self.game.encode_end(shown, fault, seat)) + self.end)

    def leaving(self, seconds: float) -> Failure | None:
        return self.child.leaving(seconds)

    @property
    def errors(self) -> str:
        return self.child.stderr_tail


def child_environment(game: Game[S, Any], settings: ChildSettings) -> dict[str, str]:
    """Return what stands in a child's environment: our settings of the game, its seed, whether it raises its errors."""
    ours = {name: value for name, value in os.environ.items() if name.startswith(variable(game.name, ""))}
    strict = {variable(game.name, "STRICT"): "1"} if settings.strict else {}
    return {**ours, variable(game.name, "SEED"): str(settings.seed), **strict}


def open_child(game: Game[S, Any], command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[S]]:
    """Start a player outside this process over the game's own wire, or else over JSON values. Raises OSError."""
    return game.open_child(command, settings) or open_json_child(game, command, settings)


@contextlib.contextmanager
def open_json_child(
    game: Game[S, Any], command: Sequence[str], settings: ChildSettings, end: bytes = b"\n"
) -> Iterator[JsonSeat[S]]:
    """Start such a child, and end it and all that it started on leaving. Raises OSError."""
    pipes = Pipes(command, env=child_environment(game, settings), surroundings=settings.surroundings)
    with ChildPlayer(pipes, JsonSplitter()) as child:
        yield JsonSeat(game, child, settings.timeout, end)
