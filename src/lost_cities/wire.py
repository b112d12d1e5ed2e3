"""A seat that is a program which speaks the quiz's lines, over its pipes or over a TCP connection that it makes.

The seat is shown states and not what happened between them, so this is found by comparing two of them. The program is
sent what the quiz's server sends, byte for byte.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from gamekit.game import ChildSettings, Fault, Observation
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.lines import open_line_child
from lost_cities.protocol.lines import ERROR, RejectedError, board, decode_action, encode_action, result, told
from lost_cities.rules import SUITS, Action, Card, Discard, Draw, Pile, Play, State, View, observe

MOST_REJECTED = 100
"""Wrong answers to one question; one more is a fault (guessed: the published players offer each card of the hand)."""

_NO_CARDS: tuple[Pile, ...] = ((),) * len(SUITS)
_EMPTY = View((), (_NO_CARDS, _NO_CARDS), _NO_CARDS, 44)


@dataclass(slots=True)
class LinesSeat:
    """A child that is sent lines and answers questions with lines; a wrong answer costs an `Error:` line."""

    child: ChildPlayer
    timeout: float
    _shown: View | None = field(default=None, init=False)
    _answered: Action | None = field(default=None, init=False)

    def ask(self, observation: Observation[State | View]) -> Answer | Failure:
        """Ask until an answer is legal, a line too many was wrong, or the time is over."""
        view = _seen(observation)
        message, seconds, line = _bytes([*self._news(view), *board(view)]), 0.0, ""
        self._shown = view
        for _ in range(MOST_REJECTED + 1):
            came = self.child.ask(message, self.timeout - seconds)
            seconds += came.seconds
            if isinstance(came, Failure):
                late = f"no answer within {self.timeout:g} s"  # the limit, not what wrong answers left of it
                return Failure(came.kind, late if came.kind == "late" else came.reason, seconds)
            line = str(came.value)
            try:
                self._answered = decode_action(line, view)
            except RejectedError as error:
                message = _bytes([f"{ERROR}  {error}"])
                continue
            return Answer(encode_action(self._answered), seconds)
        return Failure("garbage", f"gave {MOST_REJECTED + 1} wrong answers, the last one {line!r:.40}", seconds)

    def tell(self, state: State | View, seat: int, fault: Fault | None) -> None:
        """Send the last lines; after a fault only the end of the input, as when the quiz's server stops."""
        assert isinstance(state, State)
        over = fault is None
        self.child.tell(_bytes([*self._news(observe(state, seat)), *result(state, seat)]) if over else b"")

    @property
    def errors(self) -> str:
        return self.child.stderr_tail

    def _news(self, view: View) -> list[str]:
        """Return what this side is told of all that happened since it was shown a state."""
        before, answered = self._shown, self._answered
        if before is None or answered is None:
            if view.discarded is not None:  # in the middle of a turn: from here the game goes on
                return [told(Discard(view.discards[view.discarded][-1]), None)[0]]
            begins = sum(map(len, (*view.expeditions[1], *view.discards))) == 1
            return _turn_of_other(_EMPTY, view) if begins and not view.drawing else []
        mine = told(answered, _picked_up(before.discards, answered))[0]
        if not before.drawing:
            return [mine]
        assert isinstance(answered, Draw)
        discards = _drawn_from(before.discards, answered)
        return [mine, *_turn_of_other(replace(before, discards=discards), view)]


def _turn_of_other(before: View, after: View) -> list[str]:
    """Return what is told of the other side's turn between two states; nothing if it had none."""
    if (before.expeditions[1], before.discards) == (after.expeditions[1], after.discards):
        return []
    actions: list[Action] = []
    for suit in range(len(SUITS)):
        for piles, kind in ((before.expeditions[1], Play), (before.discards, Discard)):
            now = (after.expeditions[1] if kind is Play else after.discards)[suit]
            if len(now) > len(piles[suit]):
                actions.append(kind(now[-1]))
    pairs = enumerate(zip(before.discards, after.discards, strict=True))
    actions.append(Draw(next((suit for suit, (was, now) in pairs if len(now) < len(was)), None)))
    return [told(action, _picked_up(before.discards, action))[1] for action in actions]


def _picked_up(discards: Sequence[Pile], action: Action) -> Card | None:
    return discards[action.suit][-1] if isinstance(action, Draw) and action.suit is not None else None


def _drawn_from(discards: tuple[Pile, ...], draw: Draw) -> tuple[Pile, ...]:
    return tuple(pile[:-1] if suit == draw.suit else pile for suit, pile in enumerate(discards))


def _seen(observation: Observation[State | View]) -> View:
    state = observation.state
    assert isinstance(state, View)
    return state


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@contextlib.contextmanager
def open_lines(command: Sequence[str], settings: ChildSettings, environment: dict[str, str]) -> Iterator[LinesSeat]:
    """Start such a player, and end it and all that it started on leaving. Raises OSError."""
    with open_line_child(command, environment, settings.memory) as child:
        yield LinesSeat(child, settings.timeout)
