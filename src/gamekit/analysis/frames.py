"""A stream of traces prepared for watching: each game with its names, up to where it breaks the rules."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from gamekit.game import Fault, Game, S
from gamekit.table import Round, Step
from gamekit.text import escaped
from gamekit.traces import Mismatch, NoTrace, replay, split_games
from gamekit.wire.json_stream import MalformedInput, Value

MOST_LETTERS = 200
"""Of a player's name that are shown (guessed: names are words or short commands): a page has it at every move."""


@dataclass(frozen=True, slots=True)
class WatchedGame(Generic[S]):
    """A game: a name for each seat, its rounds, the state that they led to, and what is wrong with it as a trace."""

    names: tuple[str, ...]
    rounds: tuple[Round[S], ...]
    state: S
    forfeit: Fault | None
    complaint: str | None = None


@dataclass(frozen=True, slots=True)
class Frame(Generic[S]):
    """One picture of a game: a state, after how many rounds it is, the decision of a seat in it, and the round if the
    decision ends it. After the last round there is a frame without a decision.
    """

    state: S
    done: int
    step: Step[S] | None = None
    ends: Round[S] | None = None


def frames(watched: WatchedGame[S]) -> Iterator[Frame[S]]:
    """Yield the frames of a game, one for each decision: frame number n from 1 is that of decision n."""
    for done, played in enumerate(watched.rounds):
        for number, step in enumerate(played.steps, start=1):
            yield Frame(step.state, done, step, played if number == len(played.steps) else None)
    yield Frame(watched.state, len(watched.rounds))


@dataclass
class _Notes:
    """Reads along with a stream: the names by seat, and the values since the last game."""

    items: Iterable[Value | MalformedInput]
    names: Sequence[str] = ()
    values: list[Value] = field(default_factory=list)

    def __iter__(self) -> Iterator[Value | MalformedInput]:
        for item in self.items:
            if isinstance(item, Value):
                match item.data:
                    case {"meta": "players", "names": list(names)}:
                        self.names = [shown_name(name) for name in names]
                    case {"meta": str(kind)} if kind != "start":
                        pass
                    case _:
                        self.values.append(item)
            yield item


def read_games(game: Game[S, Any], items: Iterable[Value | MalformedInput]) -> list[WatchedGame[S]]:
    """Return the games of a stream; one that breaks off or breaks the rules is kept up to there, with the complaint.

    Raises Mismatch if there is no game, or one of which not even the first round keeps to the rules.
    """
    notes, found = _Notes(items), list[WatchedGame[S]]()
    try:
        for values in split_games(game, notes):
            found.append(_watched(game, values, notes.names))
            notes.values = []
    except Mismatch as mismatch:
        if not notes.values and not found:
            raise
        if notes.values:
            found.append(_watched(game, notes.values, notes.names, mismatch))
    if not found:
        raise NoTrace(1, "a game", "nothing")
    return found


def read_record(items: Iterable[Value | MalformedInput]) -> list[tuple[str, int, int, int]]:
    """Return each player's name, wins, forfeits and draws in the record of a tournament; [] if it has none."""
    found: list[tuple[str, int, int, int]] = []
    for item in items:
        match item:
            case Value(data={"meta": "record", "players": [*rows]}):
                found = [(shown_name(row[0]), *row[1:]) for row in rows if isinstance(row, list) and len(row) == 4]
    return found


def shown_name(name: object) -> str:
    """Return a player's name as a trace has it, in so many letters as are shown."""
    text = escaped(str(name))
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}..."


def _watched(
    game: Game[S, Any], values: Sequence[Value], names: Sequence[str], cut: Mismatch | None = None
) -> WatchedGame[S]:
    """Return a game of these values, which are all of it unless it is cut off. Raises Mismatch for no game at all."""
    rounds: list[Round[S]] = []
    complaint = cut
    try:
        for played in replay(game, values):
            rounds.append(played)  # noqa: PERF402 - those before a mismatch are kept
    except Mismatch as mismatch:
        complaint = cut or mismatch
    if not rounds:
        assert complaint is not None
        raise complaint
    last = rounds[-1]
    seats = game.seats_of(last.after)
    return WatchedGame(
        seat_names(names, seats),
        tuple(rounds),
        last.after,
        last.forfeit,
        None if complaint is None else str(complaint),
    )


def seat_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a name for each seat, and the seat's number where there is none or two have the same."""
    if len(names) != seats:
        return tuple(f"Player {seat + 1}" for seat in range(seats))
    return tuple(f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names))
