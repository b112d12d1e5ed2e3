"""A seat that is a program which speaks the quiz's lines, over its pipes or over a TCP connection that it makes.

The program is sent what the quiz's server sends, byte for byte; protocol/ writes and reads it.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import ChildSettings, Fault, Observation, Seat
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.lines import open_line_child
from lost_cities.protocol.lines import ERROR, RejectedError, board, decode_action, encode_action, result, told
from lost_cities.rules import Action, Discard, Draw, State, View

MOST_REJECTED = 100
"""Wrong answers to one question; one more is a fault (guessed: the published players offer each card of the hand)."""


@dataclass(slots=True)
class LinesSeat(Seat[State | View]):
    """A child that is sent lines and answers questions with lines; a wrong answer costs an `Error:` line."""

    child: ChildPlayer
    timeout: float
    _news: list[str] = field(default_factory=list, init=False)
    """Lines about what happened since the last question."""
    _began: bool = field(default=False, init=False)

    def ask(self, observation: Observation[State | View]) -> Answer | Failure:
        """Ask until an answer is legal, a line too many was wrong, or the time is over."""
        view = _seen(observation)
        if not self._began and view.discarded is not None:  # in the middle of a turn: from here the game goes on
            self._news = [told(Discard(view.discards[view.discarded][-1]), None)[0]]
        message, seconds, line = _bytes([*self._news, *board(view)]), 0.0, ""
        self._news, self._began = [], True
        for _ in range(MOST_REJECTED + 1):
            came = self.child.ask(message, self.timeout - seconds)
            seconds += came.seconds
            if isinstance(came, Failure):
                if came.kind == Kind.LATE:
                    late = Failure.late(self.timeout, seconds)  # the limit, not what wrong answers left of it
                    return explained(late, self.child, ends_line=True)
                return replace(came, seconds=seconds)
            line = str(came.value)
            try:
                action = decode_action(line, view)
            except RejectedError as error:
                message = _bytes([f"{ERROR}  {error}"])
                continue
            return Answer(encode_action(action), seconds)
        return Failure(Kind.GARBAGE, f"gave {MOST_REJECTED + 1} wrong answers, the last one {line!r:.40}", seconds)

    def saw(self, before: State | View, actions: Mapping[int, Action], after: State | View, seat: int) -> None:
        """Keep what this side is told of an action, its own or the other's."""
        for mover, action in actions.items():
            taken = before.discards[action.suit][-1] if isinstance(action, Draw) and action.suit is not None else None
            self._news.append(told(action, taken)[mover != seat])
        self._began = True

    def tell(self, state: State | View, seat: int, fault: Fault | None) -> None:
        """Send the last lines; after a fault only the end of the input, as when the quiz's server stops."""
        assert isinstance(state, State)
        over = fault is None
        self.child.tell(_bytes([*self._news, *result(state, seat)]) if over else b"")

    def leaving(self, seconds: float) -> Failure | None:
        return self.child.leaving(seconds)

    @property
    def errors(self) -> str:
        return self.child.stderr_tail


def _seen(observation: Observation[State | View]) -> View:
    state = observation.state
    assert isinstance(state, View)
    return state


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@contextlib.contextmanager
def open_lines(command: Sequence[str], settings: ChildSettings, environment: dict[str, str]) -> Iterator[LinesSeat]:
    """Start such a player, and end it and all that it started on leaving. Raises OSError."""
    with open_line_child(command, environment, settings.surroundings) as child:
        yield LinesSeat(child, settings.timeout)
