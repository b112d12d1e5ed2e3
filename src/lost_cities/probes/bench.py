"""The bench of players that speak lines: what they are sent can be split, wrong, or end at any byte."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import Game, Observation
from gamekit.probes.bench import EXIT_SECONDS, Bench, Place, Run
from gamekit.probes.text import shorten
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.lines import open_line_child, with_address
from lost_cities.protocol.lines import RejectedError, decode_action
from lost_cities.rules import State, View
from lost_cities.wire import LinesSeat


class LinesRun(Run[State | View, Any]):
    """One start of the tested player, spoken to in lines."""

    def __init__(self, bench: "LinesBench", place: Place, child: ChildPlayer) -> None:
        super().__init__(bench, place, LinesSeat(child, bench.timeout))
        self._child, self._timeout = child, bench.timeout

    def ask(self, message: bytes, timeout: float | None = None) -> Answer | Failure:
        """Send bytes; return the line that came, within the bench's time limit unless given one."""
        self._sent = message or self._sent
        return self._child.ask(message, self._timeout if timeout is None else timeout)

    def line(self, message: bytes, observation: Observation[State | View], context: str = "") -> str:
        """Send bytes that end with a question; return the legal answer."""
        came = self.ask(message)
        if isinstance(came, Failure):
            raise self.flaw(context + self.explain(came))
        try:
            decode_action(str(came.value), observation.state)
        except RejectedError as error:
            raise self.flaw(f"{context}answered {shorten(came.value)}: {error}") from None
        return str(came.value)

    def explain(self, failure: Failure) -> str:
        """As `Run.explain`; of a late answer, what makes the player give it. It is not to be asked again."""
        found = explained(failure, self._child, ends_line=True)
        return super().explain(found)

    def close_input(self) -> None:
        """Close our half of the connection, or the player's standard input."""
        self._child.tell(b"")

    def exits(self, timeout: float = EXIT_SECONDS) -> int:
        """Wait for the player's exit; return its status."""
        gone = self.ask(b"", timeout)
        while isinstance(gone, Answer):  # what it wrote before
            gone = self.ask(b"", timeout)
        if gone.kind == Kind.LATE:
            raise self.flaw(f"still running {timeout:g} s later")
        if gone.status is None or gone.status < 0:  # killed
            raise self.flaw(f"did not exit: {gone.reason}")
        return gone.status


class LinesBench(Bench[State | View, Any]):
    """Starts the tested player at the end of a connection or of pipes."""

    opponents = ("bred", "lost-cities")

    def __init__(
        self, game: Game[State | View, Any], command: Sequence[str], timeout: float, scratch: Path, wire: str = ""
    ) -> None:
        """As `Bench`. Raises ValueError for a wire that is not lines."""
        if wire not in ("", "lines"):
            raise ValueError(f"expected --wire lines, got {wire}: only players that speak lines are checked")
        super().__init__(game, with_address(command), timeout, scratch, wire)

    @contextlib.contextmanager
    def player(self, folder: Path | None = None) -> Iterator[LinesRun]:
        with (
            self.placed(folder) as place,
            open_line_child(place.command, place.environment, self.around(place)) as child,
        ):
            run = LinesRun(self, place, child)
            try:
                with self.watching(run):
                    yield run
            finally:
                child.close(grace=0)
