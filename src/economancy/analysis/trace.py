"""A trace as it stands, whether or not it keeps to the rules: games of steps, a step for every move."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from economancy.protocol import decode_action, decode_observation, decode_state, is_meta, is_over
from economancy.rules.game import legal_actions
from economancy.rules.position import Position
from economancy.rules.state import Action, End, State
from gamekit.game import Game as Rules
from gamekit.text import escaped
from gamekit.traces import Mismatch, replay
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import MalformedInput, Value


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A state as it was shown to a seat, and the value it answered with (None: none came), on a day from 1.

    A state that asks nobody, as the last one of a game, has no seat.
    """

    state: State
    day: int
    seat: int | None = None
    answer: Value | None = None

    @property
    def action(self) -> Action | None:
        """The legal action that the seat chose, or None."""
        if self.seat is None or self.answer is None:
            return None
        try:
            action = decode_action(self.answer.data)
        except ProtocolError:
            return None
        return action if action in legal_actions(self.state, self.seat) else None


@dataclass(frozen=True, slots=True)
class TracedGame:
    """A game: who sits where, its steps in order, and what is wrong with it as a trace, if anything is."""

    names: tuple[str, ...]
    steps: tuple[TraceStep, ...]
    complaint: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a tournament's stream says a player has reached."""

    name: str
    wins: int
    forfeits: int
    draws: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A stream of games, and the tournament's record if it holds one."""

    games: tuple[TracedGame, ...]
    record: tuple[PlayerRecord, ...] = ()


def read_trace(rules: Rules[Position, Action], items: Iterable[Value | MalformedInput]) -> Trace:
    """Return the games of a stream as far as it can be read; what is wrong with a game is its complaint.

    Raises Mismatch if there is no state to be shown.
    """
    games: list[TracedGame] = []
    record: tuple[PlayerRecord, ...] = ()
    names: Sequence[str] = ()
    values: list[Value] = []
    line = 1
    bad: MalformedInput | None = None
    for item in items:
        line = item.line
        if isinstance(item, MalformedInput):
            bad = item
            break
        if is_meta(item.data):
            names, record = _names(item.data) or names, _record(item.data) or record
            continue
        values.append(item)
        if is_over(item.data):
            games.append(_game(rules, values, names))
            values = []
    if values or bad:
        cut = f"line {line}: {bad.message}" if bad else f"line {line}: the trace ends before the game does"
        if steps := tuple(_steps(values)):
            games.append(TracedGame(_seats(names, steps), steps, cut))
        elif bad and not games:
            raise Mismatch(line, "a JSON value", bad.message)
    if not games:
        raise Mismatch(line, "a state", "nothing")
    return Trace(tuple(games), record)


def rounds(steps: Sequence[TraceStep]) -> list[range]:
    """Return the numbers of the steps whose choices take effect together, round after round."""
    starts = [i for i, step in enumerate(steps) if step.seat is not None and _begins_round(steps, i)]
    ends = [*starts[1:], sum(step.seat is not None for step in steps)]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def _begins_round(steps: Sequence[TraceStep], i: int) -> bool:
    step, last = steps[i], steps[i - 1]
    if i == 0 or last.seat is None or step.seat is None:
        return True
    return (step.day, step.state.phase) != (last.day, last.state.phase) or step.seat <= last.seat


def _game(rules: Rules[Position, Action], values: Sequence[Value], names: Sequence[str]) -> TracedGame:
    steps = tuple(_steps(values))
    try:
        for _ in replay(rules, values):
            pass
    except Mismatch as mismatch:
        return TracedGame(_seats(names, steps), steps, str(mismatch))
    return TracedGame(_seats(names, steps), steps)


def _seats(names: Sequence[str], steps: Sequence[TraceStep]) -> tuple[str, ...]:
    """Return a name for each seat, and the seat's number where there is none or two have the same."""
    seats = len(steps[0].state.players)
    if len(names) != seats:
        return tuple(f"Player {seat + 1}" for seat in range(seats))
    return tuple(f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names))


def _steps(values: Sequence[Value]) -> Iterator[TraceStep]:
    """Yield the steps of a game: states, each with the answer that follows it. Raises Mismatch at what is neither."""
    day, last = 1, 0
    at = 0
    while at < len(values):
        value = values[at]
        state = _state(value)
        ends = isinstance(state.phase, End)
        day += bool(last) and state.day != last and not ends  # the 100th night ends the game, no day follows
        last = last if ends else state.day
        at += 1
        if is_over(value.data):
            yield TraceStep(state, day)
            continue
        answer = None
        if at < len(values) and not _is_state(values[at]):
            answer = values[at]
            at += 1
        yield TraceStep(state, day, _seat(value), answer)


def _is_state(value: Value) -> bool:
    return isinstance(value.data, dict) and "phase" in value.data


def _state(value: Value) -> State:
    try:
        return decode_state(value.data)
    except ProtocolError as error:
        raise Mismatch(value.line, "a state", str(error)) from None


def _seat(value: Value) -> int:
    try:
        return decode_observation(value.data).seat
    except ProtocolError as error:
        raise Mismatch(value.line, "a state addressed to a seat", str(error)) from None


def _names(meta: object) -> Sequence[str]:
    """Return the players' names, escaped, if that is what the note holds."""
    match meta:
        case {"meta": "players", "names": list(names)}:
            return [escaped(str(name)) for name in names]
    return ()


def _record(meta: object) -> tuple[PlayerRecord, ...]:
    """Return a tournament's record if that is what the note holds."""
    match meta:
        case {"meta": "record", "players": list(rows)}:
            return tuple(
                PlayerRecord(str(name), wins, forfeits, draws)
                for name, wins, forfeits, draws in (row for row in rows if isinstance(row, list) and len(row) == 4)
            )
    return ()
