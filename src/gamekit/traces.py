"""Traces: games as a referee wrote them, split out of a stream and replayed under the rules of their game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import NO_ANSWER, Fault, Game, Observation, S
from gamekit.table import Round, Step, Table, value_of
from gamekit.text import escaped
from gamekit.wire.json_stream import MalformedInput, Value, dumps


class Mismatch(Exception):  # noqa: N818 - a finding about the trace, not an error of the program
    """Where a trace leaves the rules: the line, what the rules give, and what the trace has."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}: the rules give\n  {escaped(expected)}\nbut the trace has\n  {escaped(found)}")


class NoTrace(Mismatch):
    """Where a file is no trace, whatever the rules: the line, and in words what was expected there and what it has."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        Exception.__init__(self, f"line {line}: expected {escaped(expected)}, got {escaped(found)}")


def no_json(item: MalformedInput, expected: str = "a JSON value") -> NoTrace:
    """Return what to raise about input that is no JSON where something else was expected."""
    return NoTrace(item.line, expected, item.message.removeprefix("expected JSON, got "))


@dataclass(frozen=True, slots=True)
class TraceWriter(Generic[S]):
    """Writes a game down, a JSON value a line: `write` takes the lines, without their ends, as they come.

    `names` are the players' by seat, written first if they are given.
    """

    game: Game[S, Any]
    write: Callable[[bytes], None]
    names: Sequence[str] = ()

    def start(self, state: S) -> None:
        """Write who plays, and the whole first state of a game with hidden information: observations do not have it."""
        if self.names:
            self.write(note_of_names(self.names))
        if not self.game.perfect_information:
            self.write(dumps({"meta": "start", "state": self.game.encode_state(state)}))

    def observation(self, observation: Observation[S]) -> None:
        """Write what a seat was shown."""
        self.write(dumps(self.game.encode_observation(observation)))

    def answer(self, step: Step[S], *, ends: bool) -> None:
        """Write an answer as it came, or a mark for none; no mark where a dead player ended the game."""
        if not isinstance(step.reply, Failure):
            self.write(dumps(value_of(self.game, step.reply)))
        elif not ends or step.reply.kind not in (Kind.DEAD, Kind.CLOSED):
            self.write(dumps(NO_ANSWER))

    def round(self, played: Round[S]) -> None:
        """Write a round that is over."""
        for step in played.steps:
            self.observation(Observation(self.game.observe(step.state, step.seat), step.seat))
            self.answer(step, ends=step.fault is not None and played.forfeit is not None)

    def end(self, state: S, forfeit: Fault | None) -> None:
        """Write how the game ended."""
        self.write(dumps(self.game.encode_end(state, forfeit)))


def note_of_names(names: Sequence[str]) -> bytes:
    """Return the note that says who plays, by seat: the line before a game, without its end."""
    return dumps({"meta": "players", "names": [*names]})


def trace_of(table: Table[S], notes: Sequence[tuple[int, bytes]] = ()) -> list[bytes]:
    """Return the lines of a game's trace, without their ends: the rounds that are over, and the end if it is over.

    Each note stands before the round of its number, from 0.
    """
    lines: list[bytes] = []
    writer, rounds = TraceWriter(table.game, lines.append), table.rounds()
    writer.start(rounds[0].before if rounds else table.state)
    for number, played in enumerate(rounds):
        lines += [note for place, note in notes if place == number]
        writer.round(played)
    lines += [note for place, note in notes if place >= len(rounds)]
    if table.over:
        writer.end(table.state, table.forfeit)
    return lines


RECORD = "games.jsonl"
"""The file that says of each game of a tournament where its trace is."""

MOST_LINE = 16 << 20
"""Bytes of a line of it (guessed: the first one has all players)."""

MOST_TRACE = 16 << 20
"""Bytes of a game in a trace (guessed: a hundred times the longest real one; in memory it takes six times as much)."""

MOST_NOTES = 10_000
"""In a game of a trace, and before it (guessed: our referee writes two)."""


def split_games(game: Game[S, Any], items: Iterable[Value | MalformedInput]) -> Iterator[list[Value]]:
    """Yield each game of a stream as its values; the only notes kept are whole first states.

    Raises NoTrace where the stream is no JSON or ends inside a game.
    """
    values: list[Value] = []
    line, notes = 1, 0
    for item in items:
        line = item.line
        if isinstance(item, MalformedInput):
            raise no_json(item)
        if game.is_note(item.data) and _meta_kind(item.data) != "start":
            notes += 1
            if notes > MOST_NOTES:
                raise NoTrace(line, "a game", f"more than {MOST_NOTES} notes")
            continue
        values.append(item)
        if _end_of(game, item) is not None:
            yield values
            values, notes = [], 0
    if values:
        raise NoTrace(line, "more of the game, up to its last state", "the end of the input")


def _meta_kind(value: object) -> object:
    return value.get("meta") if isinstance(value, dict) else None


def _end_of(game: Game[S, Any], value: Value) -> tuple[S, Fault | None] | None:
    try:
        return game.decode_end(value.data)
    except ValueError as error:
        raise Mismatch(value.line, "the last state of a game", f"{_text(value)} ({error})") from None


def first_state(game: Game[S, Any], items: Iterable[Value | MalformedInput]) -> tuple[S, int]:
    """Return the first state of a stream, from which a game can go on, and how many seats it has.

    Raises ValueError if it is none, or one that does not say all that a game needs to go on.
    """
    for item in items:
        if isinstance(item, MalformedInput):
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
    table = Table.begin(game, state if max_length is None else game.with_limit(state, max_length))
    if table.over:
        raise Mismatch(cursor.peek().line, "a state in which somebody moves", _text(cursor.peek()))
    while asked := table.asked():
        cursor.expect_observation(table.observation(asked[0]))
        value, before = cursor.answer(), table.length
        table = table.answered(asked[0], _reply(value))
        if table.past is None or table.length == before:
            continue
        played = table.past.last
        if played.forfeit is not None:
            played = played._replace(forfeit=cursor.expect_fault(table.state, asked[0], value))
        yield played
    if table.forfeit is None:
        cursor.expect_end(table.state, None)


def _reply(value: Value | None) -> Answer | Failure:
    """Return what came back from a seat, by the value that a trace has for it (None: there is none)."""
    if value is None:
        return Failure(Kind.DEAD, "no answer", 0.0)
    return Failure(Kind.LATE, NO_ANSWER, 0.0) if value.data == NO_ANSWER else Answer(value.data, 0.0)


@dataclass
class _Cursor(Generic[S]):
    """Walks along the values of a game; what was written is compared as it is written, whatever `==` says of states."""

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
        if self._shown(found) != self._shown(wanted):
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
        self._compare_end(value, shown, fault)
        return end[1]

    def expect_end(self, state: S, fault: Fault | None) -> None:
        self._compare_end(self.peek(), state, fault)

    def _compare_end(self, value: Value, state: S, fault: Fault | None) -> None:
        """Check the last value of a game: its state, its fault, and the returns where it has them."""
        end, over = _end_of(self.game, value), self.game.encode_end(state, fault).get("over")
        said = value.data.get("over", over) if isinstance(value.data, dict) else None
        if end is None or self._ended(*end) != self._ended(state, fault) or dumps(said) != dumps(over):
            raise Mismatch(value.line, self._ended(state, fault), _text(value))
        self.at += 1

    def _shown(self, observation: Observation[S]) -> str:
        return dumps(self.game.encode_observation(observation)).decode()

    def _ended(self, state: S, fault: Fault | None) -> str:
        return dumps(self.game.encode_end(state, fault)).decode()


def _text(value: Value) -> str:
    return dumps(value.data).decode()
