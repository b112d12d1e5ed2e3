"""The referee of any game: drives a table with seats that are asked one after another."""

from collections.abc import Sequence
from typing import Any, Protocol

from gamekit.game import Fault, Game, Observation, S, Seat
from gamekit.seats import open_builtin, tell_rounds
from gamekit.seeds import seat_seed
from gamekit.table import Step, Table
from gamekit.text import escaped


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
    told = [(seat, player) for seat, player in enumerate(seats) if type(player).saw is not Seat.saw]
    if trace:
        trace.start(state)
    while asked := table.asked():
        observation = table.observation(asked[0])
        if trace:
            trace.observation(observation)
        length, table = table.length, table.answered(asked[0], seats[asked[0]].ask(observation))
        if trace and table.latest:
            trace.answer(table.latest, ends=table.forfeit is not None)
        for seat, player in told:
            tell_rounds(player, seat, table.rounds(length))
    if trace:
        trace.end(table.state, table.forfeit)
    for seat, player in enumerate(seats):
        player.tell(table.state, seat, table.forfeit)
    return table


def play_builtins(
    game: Game[S, Any], state: S, names: Sequence[str], seed: int, *, trace: Scribe[S] | None = None
) -> Table[S]:
    """Play from a state among built-ins by name; their exceptions pass through. Raises ValueError for other names."""
    seats = [open_builtin(game, name, seat_seed(seed, seat), game.move_seconds) for seat, name in enumerate(names)]
    return play(game, state, seats, trace=trace)


def outcome(table: Table[S], names: Sequence[str]) -> str:
    """Return in words how a game that is over ended."""
    if table.forfeit is None:
        return table.game.outcome(table.state, names)
    seat = table.forfeit.seat
    return f"Player {seat + 1} ({names[seat]}) forfeits: {escaped(table.forfeit.reason)}"
