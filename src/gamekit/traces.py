"""Traces: games as a referee wrote them, split out of a stream and replayed under the rules of their game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from gamekit.game import Fault, Game, Observation, S
from gamekit.referee import NO_ANSWER, judge
from gamekit.text import escaped
from gamekit.wire.answer import Answer
from gamekit.wire.json_stream import Malformed, Value, dumps


class Mismatch(Exception):  # noqa: N818 - a finding about the trace, not an error of the program
    """Where a trace leaves the rules: the line, what the rules give, and what the trace has."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}: the rules give\n  {escaped(expected)}\nbut the trace has\n  {escaped(found)}")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One decision: the whole state, the seat, the value it answered with (None: none came), and what it did: a legal
    action, or None for a fault.
    """

    state: S
    seat: int
    answer: Value | None
    action: Any


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """Choices that took effect together (before a fault: those made before it), and the states around them."""

    before: S
    steps: tuple[Step[S], ...]
    after: S
    forfeit: Fault | None = None

    @property
    def actions(self) -> Mapping[int, Any]:
        """The legal actions by seat."""
        return {step.seat: step.action for step in self.steps if step.action is not None}


def split_games(game: Game[S, Any], items: Iterable[Value | Malformed]) -> Iterator[list[Value]]:
    """Yield each game of a stream as its values; the only notes kept are whole first states.

    Raises Mismatch where the stream is no JSON or ends inside a game.
    """
    values: list[Value] = []
    line = 1
    for item in items:
        line = item.line
        if isinstance(item, Malformed):
            raise Mismatch(line, "a JSON value", item.message.removeprefix("expected JSON, got "))
        if game.is_note(item.data) and _meta_kind(item.data) != "start":
            continue
        values.append(item)
        if _end_of(game, item) is not None:
            yield values
            values = []
    if values:
        raise Mismatch(line, "more of the game, up to its last state", "the end of the input")


def _meta_kind(value: object) -> object:
    return value.get("meta") if isinstance(value, dict) else None


def _end_of(game: Game[S, Any], value: Value) -> tuple[S, Fault | None] | None:
    try:
        return game.decode_end(value.data)
    except ValueError as error:
        raise Mismatch(value.line, "the last state of a game", f"{_text(value)} ({error})") from None


def first_state(game: Game[S, Any], items: Iterable[Value | Malformed]) -> tuple[S, int]:
    """Return the first state of a stream, from which a game can go on, and how many seats it has.

    Raises ValueError if it is none, or one that does not say all that a game needs to go on.
    """
    for item in items:
        if isinstance(item, Malformed):
            raise ValueError(item.message)
        if _meta_kind(item.data) == "start" and isinstance(item.data, dict):
            state = game.decode_state(item.data.get("state"))
        elif not isinstance(item.data, dict) or game.is_note(item.data):
            continue
        elif game.decode_end(item.data) is not None:
            raise ValueError("expected a state in which somebody moves")
        elif game.perfect_information:
            state = game.resume(item.data)
        else:
            raise ValueError('expected the whole first state, {"meta":"start","state":...}')
        if not game.players_to_move(state):
            raise ValueError("expected a state in which somebody moves")
        return state, game.seats_of(state)
    raise ValueError("expected a state, got nothing")


def replay(game: Game[S, Any], values: Sequence[Value], max_length: int | None = None) -> Iterator[Round[S]]:
    """Yield the rounds of a game of `split_games` as the rules give them, and check every value against them.

    A limit of its own counts from the first state on. Raises Mismatch at the first state that differs in value, at an
    illegal answer that is no fault, and at a fault that is none.
    """
    cursor = _Cursor(game, values)
    state = cursor.start()
    if max_length is not None:
        state = game.with_limit(state, max_length)
    if not game.players_to_move(state):
        raise Mismatch(cursor.peek().line, "a state in which somebody moves", _text(cursor.peek()))
    while movers := game.players_to_move(state):
        played = _replay_round(cursor, state, movers)
        yield played
        if played.forfeit is not None:
            return
        state = played.after
    cursor.expect_end(state, None)


def _replay_round(cursor: "_Cursor[S]", state: S, movers: Sequence[int]) -> Round[S]:
    game = cursor.game
    steps: list[Step[S]] = []
    shown = state
    for seat in movers:
        cursor.expect_observation(Observation(game.observe(shown, seat), seat))
        value = cursor.answer()
        answered = value is not None and value.data != NO_ANSWER
        action = judge(game, shown, seat, Answer(value.data, 0.0)) if value is not None and answered else None
        if action is None or isinstance(action, Fault):
            after = game.after_fault(shown, seat, value.data if value is not None and answered else None)
            steps.append(Step(shown, seat, value, None))
            if after is not None:
                return Round(state, tuple(steps), after)
            fault = cursor.expect_fault(shown, seat, value)
            return Round(state, tuple(steps), shown, fault)
        steps.append(Step(shown, seat, value, action))
        shown = game.reveal(shown, seat, action)
    return Round(state, tuple(steps), game.apply(state, {step.seat: step.action for step in steps}))


@dataclass
class _Cursor(Generic[S]):
    """Walks along the values of a game."""

    game: Game[S, Any]
    values: Sequence[Value]
    at: int = 0

    def peek(self) -> Value:
        return self.values[min(self.at, len(self.values) - 1)]

    def start(self) -> S:
        """Return the first state: from the note before it, or as its first seat is shown it."""
        value = self.peek()
        try:
            if isinstance(value.data, dict) and self.game.is_note(value.data):
                self.at += 1
                return self.game.decode_state(value.data.get("state"))
            if self.game.perfect_information:
                return self.game.decode_observation(value.data).state
        except ValueError as error:
            raise Mismatch(value.line, "a state", f"{_text(value)} ({error})") from None
        raise Mismatch(value.line, 'the whole first state, {"meta":"start","state":...}', _text(value))

    def expect_observation(self, wanted: Observation[S]) -> None:
        value = self.peek()
        try:
            found = self.game.decode_observation(value.data)
        except ValueError as error:
            raise Mismatch(value.line, self._shown(wanted), f"{_text(value)} ({error})") from None
        if found != wanted or self._shown(found) != self._shown(wanted):  # in Python true equals 1, in JSON it does not
            raise Mismatch(value.line, self._shown(wanted), _text(value))
        self.at += 1

    def answer(self) -> Value | None:
        """Return the next value, None if the game ended because none came; wrong answers may look like states."""
        value = self.peek()
        end = _end_of(self.game, value)
        if end is not None and end[1] is not None:
            return None
        self.at += 1
        return value

    def expect_fault(self, shown: S, seat: int, answer: Value | None) -> Fault:
        """Check that the game ended here by the fault of this seat, with the state as it was shown to it."""
        value = self.peek()
        end = _end_of(self.game, value)
        if end is None or end[1] is None:
            found = "no answer" if answer is None else _text(answer)
            line = value.line if answer is None else answer.line
            raise Mismatch(line, f"a legal answer, {self.game.expected_text(shown, seat)}", found)
        fault = Fault(seat, end[1].reason)
        self._compare_end(value, self.game.decode_end(self.game.encode_end(shown, fault)), shown, fault)
        return end[1]

    def expect_end(self, state: S, fault: Fault | None) -> None:
        self._compare_end(self.peek(), (state, fault), state, fault)

    def _compare_end(self, value: Value, wanted: object, state: S, fault: Fault | None) -> None:
        """Check the last value of a game: its state, its fault, and the returns where it has them."""
        end, over = _end_of(self.game, value), self.game.encode_end(state, fault).get("over")
        said = value.data.get("over", over) if isinstance(value.data, dict) else None
        if end is None or end != wanted or self._ended(*end) != self._ended(state, fault) or dumps(said) != dumps(over):
            raise Mismatch(value.line, self._ended(state, fault), _text(value))
        self.at += 1

    def _shown(self, observation: Observation[S]) -> str:
        return dumps(self.game.encode_observation(observation)).decode()

    def _ended(self, state: S, fault: Fault | None) -> str:
        return dumps(self.game.encode_end(state, fault)).decode()


def _text(value: Value) -> str:
    return dumps(value.data).decode()
