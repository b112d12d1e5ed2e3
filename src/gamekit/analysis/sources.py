"""What can be analysed: traces and streams of them, a player's log, states alone, the folder of a tournament."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamekit.analysis.frames import read_games, seat_names
from gamekit.answer import Answer
from gamekit.files import read_lines, read_whole
from gamekit.game import AnyGame, Observation
from gamekit.table import Round, Step
from gamekit.text import escaped
from gamekit.traces import MOST_LINE, MOST_TRACE, RECORD, NoTrace, no_json
from gamekit.wire.json_stream import MalformedInput, Value, loads, values_of


@dataclass(frozen=True, slots=True)
class Recording:
    """A game, or a part of one, to be analysed: where it is from, a name for each seat, its rounds, and what is wrong
    with it. `alone` is the seat whose view all states are, None if they are whole.
    """

    source: str
    names: tuple[str, ...]
    rounds: tuple[Round[Any], ...]
    complaint: str | None = None
    alone: int | None = None


Reader = Callable[[AnyGame, Sequence[Value | MalformedInput]], list[Recording] | None]
"""Reads a format of a game's own; None if it is not that."""


def read_file(
    game: AnyGame, path: str, content: bytes, own: Reader | None = None
) -> list[Recording] | Observation[Any]:
    """Return what a file holds: games, of traces or of a log, or a state alone, as a seat or an onlooker is shown it.

    Raises Mismatch or ValueError for anything else.
    """
    items = values_of(content)
    if not items:
        raise ValueError("expected a state, a trace or a log, got nothing")
    if own is not None and (found := own(game, items)) is not None:
        return found
    first = items[0]
    if isinstance(first, MalformedInput):
        raise no_json(first, "a state, a trace or a log")
    if _is_logged(first.data):
        return _logged(game, path, items)
    if len(items) == 1:
        return _alone(game, first.data)
    return [Recording(path, watched.names, watched.rounds, watched.complaint) for watched in read_games(game, items)]


def _alone(game: AnyGame, value: object) -> Observation[Any]:
    try:
        observation = game.decode_message(value)
    except ValueError as error:
        raise ValueError(f"expected a state, a trace or a log: {error}") from None
    if not game.players_to_move(observation.state):
        raise ValueError("expected a state in which somebody moves")
    return observation


def read_folder(game: AnyGame, folder: Path, player: str | None = None) -> Iterator[Recording]:
    """Yield the games of a tournament's folder that have a trace (with `player`, only that player's), in order.

    Raises OSError, ValueError for a line of its record that is no game, and Mismatch.
    """
    seen: set[Path] = set()
    for number, line in enumerate(read_lines(folder / RECORD, MOST_LINE), 1):
        where = f"{folder / RECORD}: line {number}"
        match _object(line):
            case {"trace": str(trace), "seats": [*seats]} if player is None or player in seats:
                names, path = tuple(escaped(str(name)) for name in seats), (folder / trace).resolve()
                if not path.is_relative_to(folder.resolve()) or path in seen:
                    raise ValueError(f"{where}: expected a trace of its own in the folder, got {trace!r}")
                seen.add(path)
                for watched in read_games(game, values_of(read_whole(path, MOST_TRACE))):
                    if len(names) != len(watched.names):
                        raise ValueError(f"{where}: expected the names of {len(watched.names)} seats, got {len(names)}")
                    yield Recording(escaped(str(folder / trace)), names, watched.rounds, watched.complaint)
            case dict():
                continue
            case _:
                raise ValueError(f"{where}: expected an object")


def _object(line: bytes) -> object:
    try:
        return loads(line)
    except ValueError:
        return None


def _is_logged(value: object) -> bool:
    return isinstance(value, dict) and {"state", "answer"} <= value.keys()


def _logged(game: AnyGame, path: str, items: Sequence[Value | MalformedInput]) -> list[Recording]:
    """Return the games of a player's log; a new one begins where the game is no longer than before."""
    games: list[list[Step[Any]]] = []
    last = float("inf")
    for item in items:
        if isinstance(item, MalformedInput):
            raise no_json(item)
        match item.data:
            case {"state": state, "answer": answer}:
                try:
                    seen = game.decode_message(state)
                    action = game.decode_action(answer)
                except ValueError as error:
                    raise NoTrace(item.line, "a question and its answer", str(error)) from None
                if seen.seat is None or action not in game.legal_actions(seen.state, seen.seat):
                    raise NoTrace(item.line, "a legal answer of a seat that is asked", f"{answer!r:.80}")
                length = game.length(seen.state)
                if length < last or not games:
                    games.append([])
                last = length
                games[-1].append(Step(seen.state, seen.seat, Answer(answer, 0.0), action))
            case other:
                raise NoTrace(item.line, 'an object with "state" and "answer"', f"{other!r:.80}")
    return [_recording(game, path, steps) for steps in games]


def _recording(game: AnyGame, path: str, steps: Sequence[Step[Any]]) -> Recording:
    seats = game.seats_of(steps[0].state)
    rounds = tuple(Round(step.state, (step,), step.state) for step in steps)
    return Recording(path, seat_names((), seats), rounds, None, steps[0].seat)
