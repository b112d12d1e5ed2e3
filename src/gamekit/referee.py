"""The referee of any game: drives a table with seats that are asked one after another."""

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol

from gamekit.deadline import Deadline
from gamekit.game import A, Fault, Game, Observation, Policy, S, Seat
from gamekit.table import Step, Table
from gamekit.text import escaped
from gamekit.wire.answer import Choice, Failure


@dataclass(slots=True)
class BuiltinSeat(Generic[S, A]):
    """A built-in policy, called in this process. An exception is its failure; with `raising` it passes through."""

    game: Game[S, A]
    policy: Policy[S, A]
    rng: Random
    move_seconds: float
    raising: bool = False
    clock: Callable[[], float] = time.monotonic
    errors: str = field(default="", init=False)

    def ask(self, observation: Observation[S]) -> Choice | Failure:
        started = self.clock()
        try:
            action = self.policy(observation, self.rng, Deadline(self.clock, started + self.move_seconds))
        except Exception as error:
            if self.raising:
                raise
            self.errors = traceback.format_exc()
            return Failure("dead", f"our bug: {type(error).__name__}: {error}", self.clock() - started)
        return Choice(action, self.clock() - started)

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        """Do nothing: a policy keeps nothing that has to end."""


class Scribe(Protocol[S]):
    """Writes a game down while it is played; `gamekit.traces.TraceWriter` is one."""

    def start(self, state: S) -> None:
        """Take the first state."""

    def observation(self, observation: Observation[S]) -> None:
        """Take what a seat is shown that is asked now."""

    def answer(self, step: Step[S], *, ends: bool) -> None:
        """Take what came back from it, and whether the game ends by this fault."""

    def end(self, state: S, forfeit: Fault | None) -> None:
        """Take how the game ended."""


def play(game: Game[S, Any], state: S, seats: Sequence[Seat[S]], *, trace: Scribe[S] | None = None) -> Table[S]:
    """Play from a state in which somebody moves to the end, or to a fault that ends the game; tell all seats how.

    Returns the table of the game that is over.
    """
    table = Table.begin(game, state)
    if trace:
        trace.start(state)
    while asked := table.asked():
        observation = table.observation(asked[0])
        if trace:
            trace.observation(observation)
        table = table.answered(asked[0], seats[asked[0]].ask(observation))
        if trace and table.latest:
            trace.answer(table.latest, ends=table.forfeit is not None)
    if trace:
        trace.end(table.state, table.forfeit)
    for seat, player in enumerate(seats):
        player.tell(table.state, seat, table.forfeit)
    return table


def play_builtins(
    game: Game[S, Any], state: S, names: Sequence[str], seed: int, *, trace: Scribe[S] | None = None
) -> Table[S]:
    """Play from a state among built-ins by name; their exceptions pass through. Raises ValueError for other names."""
    seats = [
        BuiltinSeat(game, game.policy(name), Random(seat_seed(game, seed, seat)), game.move_seconds, raising=True)
        for seat, name in enumerate(names)
    ]
    return play(game, state, seats, trace=trace)


def seat_seed(game: Game[Any, Any], seed: int, seat: int) -> int:
    """Return the seed of a seat in the match with this seed: different for every pair."""
    return seed * game.seats[-1] + seat


def outcome(table: Table[S], names: Sequence[str]) -> str:
    """Return in words how a game that is over ended."""
    if table.forfeit is None:
        return table.game.outcome(table.state, names)
    seat = table.forfeit.seat
    return f"seat {seat} ({names[seat]}) forfeits: {escaped(table.forfeit.reason)}"
