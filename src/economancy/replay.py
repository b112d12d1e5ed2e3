"""Traces: games as a referee printed them, split out of a stream and replayed under the rules."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from economancy.protocol import (
    ProtocolError,
    decode_action,
    decode_observation,
    decode_state,
    encode_state,
    is_meta,
    is_over,
)
from economancy.rules.game import MAX_DAYS, apply, legal_actions, players_to_move, reveal
from economancy.rules.state import Action, Fault, State
from gamekit.wire.json_stream import Malformed, Value, dumps


class Mismatch(Exception):  # noqa: N818 - a finding about the trace, not an error of the program
    """Where a trace leaves the rules: the line, what the rules give, and what stands there."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}: the rules give\n  {expected}\nbut there stands\n  {found}")


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a game: the state shown to the seat, and the value it answered with (None: none came)."""

    state: State
    seat: int
    answer: Value | None


def split_games(items: Iterable[Value | Malformed]) -> Iterator[list[Value]]:
    """Yield each game of a stream as its states and answers; `meta` objects between them are left out.

    Raises Mismatch where the stream is no JSON or ends inside a game.
    """
    game: list[Value] = []
    line = 1
    for item in items:
        line = item.line
        if isinstance(item, Malformed):
            raise Mismatch(line, "a JSON value", item.message)
        if is_meta(item.data):
            continue
        game.append(item)
        if is_over(item.data) and _is_state(item.data):
            yield game
            game = []
    if game:
        raise Mismatch(line, "more of the game, up to a state whose phase is `end` or `fault`", "the end of the input")


def replay(game: Sequence[Value], max_days: int = MAX_DAYS) -> Iterator[Step]:
    """Yield the steps of a game of `split_games` as the rules give them, and check every state against them.

    Days are counted from the first state on. Raises Mismatch at the first state that differs in value, at an
    illegal answer that is no fault, and at a fault that is none.
    """
    values = _Cursor(game)
    state = _decoded_state(values.peek())
    days = 1
    if not players_to_move(state):
        raise Mismatch(values.peek().line, "a state in which somebody moves", _text(values.peek()))
    while movers := players_to_move(state):
        actions: dict[int, Action] = {}
        shown = state
        for seat in movers:
            values.expect_state(shown, seat)
            answer = values.answer()
            yield Step(shown, seat, answer)
            action = _legal_action(shown, seat, answer)
            if action is None:
                values.expect_fault(shown, seat, answer)
                return
            actions[seat] = action
            shown = reveal(shown, seat, action)
        after = apply(state, actions, last_day=days >= max_days)
        days += after.day != state.day
        state = after
    values.expect_end(state)


def _legal_action(state: State, seat: int, answer: Value | None) -> Action | None:
    """Return the answer as an action, or None if it is missing, of a wrong shape or illegal."""
    try:
        action = None if answer is None else decode_action(answer.data)
    except ProtocolError:
        return None
    return action if action in legal_actions(state, seat) else None


class _Cursor:
    """Walks along the values of a game."""

    def __init__(self, game: Sequence[Value]) -> None:
        self._game = game
        self._at = 0

    def peek(self) -> Value:
        return self._game[min(self._at, len(self._game) - 1)]

    def expect_state(self, state: State, seat: int) -> None:
        value = self.peek()
        try:
            observation = decode_observation(value.data)
            same = observation.state == state and observation.seat == seat
        except ProtocolError as error:
            raise Mismatch(value.line, _shown(state, seat), f"{_text(value)} ({error})") from None
        if not same:
            raise Mismatch(value.line, _shown(state, seat), _text(value))
        self._at += 1

    def answer(self) -> Value | None:
        """Return the next value, None if it is the fault of who gave no answer; wrong answers may look like states."""
        value = self.peek()
        if _is_state(value.data) and isinstance(_decoded_state(value).phase, Fault):
            return None
        self._at += 1
        return value

    def expect_fault(self, shown: State, seat: int, answer: Value | None) -> None:
        """Check that the game ended here by the fault of this seat, with the state as it was shown to it."""
        value = self.peek()
        fault = replace(shown, phase=Fault(seat, "any reason"))
        state = _decoded_state(value)
        if not isinstance(state.phase, Fault):
            played = "no answer" if answer is None else _text(answer)
            line = value.line if answer is None else answer.line
            raise Mismatch(line, f"a legal answer, one of {_legal_text(shown, seat)}", played)
        if replace(state, phase=Fault(state.phase.forfeit, "any reason")) != fault:
            raise Mismatch(value.line, _shown(fault), _text(value))
        self._at += 1

    def expect_end(self, state: State) -> None:
        value = self.peek()
        if _decoded_state(value) != state:
            raise Mismatch(value.line, _shown(state), _text(value))
        self._at += 1


def _is_state(data: object) -> bool:
    return isinstance(data, dict) and "phase" in data and "players" in data


def _decoded_state(value: Value) -> State:
    try:
        return decode_state(value.data)
    except ProtocolError as error:
        raise Mismatch(value.line, "a state", f"{_text(value)} ({error})") from None


def _shown(state: State, seat: int | None = None) -> str:
    return dumps(encode_state(state, seat)).decode()


def _text(value: Value) -> str:
    return dumps(value.data).decode()


def _legal_text(state: State, seat: int) -> str:
    legal = legal_actions(state, seat)
    return f"{legal[0]} to {legal[-1]}" if isinstance(legal, range) else dumps(list(legal)).decode()
