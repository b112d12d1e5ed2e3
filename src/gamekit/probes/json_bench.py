"""Players that speak JSON values over their pipes, one process a game: sent any bytes, watched to their exit."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import A, Observation, S
from gamekit.probes.bench import EXIT_SECONDS, Bench, Place, Run
from gamekit.probes.text import shorten
from gamekit.processes.guard import survivors
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.json_seat import JsonSeat
from gamekit.wire.json_stream import JsonSplitter, dumps
from gamekit.wire.pipes import Pipes

QUIET_SECONDS = 0.2
"""How long to listen for output that should not come (guessed)."""


class JsonRun(Run[S, A]):
    """One process of the tested player."""

    def __init__(self, bench: "JsonBench[S, A]", place: Place, child: ChildPlayer) -> None:
        super().__init__(bench, place, JsonSeat(bench.game, child, bench.timeout))
        self._game, self._line, self._timeout, self._child = bench.game, bench.line, bench.timeout, child
        self._answered = False
        self.pid = child.pid

    def ask(self, message: bytes, timeout: float | None = None) -> Answer | Failure:
        """Send a message; return what came, within the bench's time limit unless given one."""
        if message:
            self._sent = message if self._answered else self._sent + message
        came = self._child.ask(message, self._timeout if timeout is None else timeout)
        self._answered = isinstance(came, Answer)
        self._bench.note(came)
        return came

    def answer(self, observation: Observation[S]) -> Answer | Failure:
        return self.ask(self._line(observation))

    def move_upon(
        self, message: bytes, observation: Observation[S], context: str = "", timeout: float | None = None
    ) -> Answer:
        """Send an observation as this text; return the legal answer, that comes in time."""
        return self.judged(observation, self.ask(message, timeout), context)

    def explain(self, failure: Failure) -> str:
        """As `Run.explain`; of a late answer, what makes the player give it. It is not to be asked again."""
        found = explained(failure, self._child, ends_line=self._sent.endswith(b"\n"))
        return super().explain(found)

    def tell_end(self, state: S, seat: int) -> None:
        """Tell the player that the game has ended in this state, and leave its input open."""
        self.send(dumps(self._game.encode_end(self._game.observe(state, None), None, seat)) + b"\n")

    def stays_quiet(self) -> None:
        """Listen for output that nobody asked for."""
        more = self.ask(b"", QUIET_SECONDS)
        if isinstance(more, Answer):
            raise self.flaw(f"after its answer it wrote {shorten(more.value)}, unasked")
        if more.kind in (Kind.GARBAGE, Kind.FLOOD):
            raise self.flaw(f"after its answer it {more.reason}, unasked")

    def exits(self, message: bytes) -> str:
        """Send a message upon which the player exits without a word; return a note about its exit status."""
        gone = self.ask(message, EXIT_SECONDS)
        if isinstance(gone, Answer):
            raise self.flaw(f"answered {shorten(gone.value)} instead of exiting")
        if gone.kind == Kind.LATE:
            raise self.flaw(f"still running {EXIT_SECONDS:g} s later")
        if gone.kind != Kind.DEAD:
            raise self.flaw(f"did not exit: {gone.reason}")
        return "" if gone.status == 0 else f"it {self.explain(gone)}"

    def send(self, message: bytes) -> None:
        """Send a message that is not answered, and wait for nothing."""
        self.ask(message, 0)

    def close_input(self) -> None:
        """Close the player's standard input."""
        self._child.tell(b"")

    def processes(self) -> list[int]:
        """Return the live processes of the player, and of all that it started."""
        return survivors(self._place.mark, {self.pid})


class JsonBench(Bench[S, A]):
    """The bench of a game whose players speak JSON values."""

    def line(self, observation: Observation[S]) -> bytes:
        """Return an observation as it is sent where neither spelling nor line ends are the point."""
        return dumps(self.game.encode_observation(observation)) + b"\n"

    @contextlib.contextmanager
    def player(self, folder: Path | None = None) -> Iterator[JsonRun[S, A]]:
        """Start the player, with a temporary folder of its own, in another working folder if one is given.

        It is killed in the end without grace. Raises OSError if it cannot be started.
        """
        with self.placed(folder) as place:
            pipes = Pipes(place.command, env=place.environment, surroundings=self.around(place))
            child = ChildPlayer(pipes, JsonSplitter())
            try:
                run = JsonRun(self, place, child)
                with self.watching(run):
                    yield run
            finally:
                child.close(grace=0)
