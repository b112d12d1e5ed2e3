"""Games that go on: from where `play` was ended, or from any step of a trace."""

import contextlib
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from gamekit.analysis.frames import frames, read_games
from gamekit.game import AnyGame
from gamekit.output import writing
from gamekit.table import Table
from gamekit.text import escaped
from gamekit.traces import Mismatch, note_of_names, trace_of
from gamekit.web.party import Party, are_offered
from gamekit.wire.json_stream import MalformedInput, Value, dumps


class Continuation(NamedTuple):
    """A game to go on with, and the seat that moves there; who played it as it was typed, and its variant, where the
    file says so.
    """

    table: Table[Any]
    seat: int
    seats: tuple[str, ...] | None = None
    variant: str | None = None


def lines_of(
    table: Table[Any], names: Sequence[str], seats: Sequence[str], variant: str, notes: Sequence[tuple[int, bytes]] = ()
) -> list[bytes]:
    """Return the lines of a game's trace, whole or not, that says how to go on with it."""
    setup = dumps({"meta": "play", "seats": [*map(escaped, seats)], "variant": variant})
    return [note_of_names(names), setup, *trace_of(table, notes)]


def keep(party: Party, table: Table[Any], notes: Sequence[tuple[int, bytes]] = (), *, text: bool = False) -> str:
    """Write a game, whole or not, to a new file of the current folder; return how to go on with it or to watch it.

    `text`: people play in the terminal. Raises Unwritten.
    """
    path = _write_new(party.game, lines_of(table, party.names, party.texts, party.variant, notes))
    if table.over:
        return f"The game is kept. Watch it: {party.game.command_line('view', str(path))}"
    seats = () if are_offered(party.game, party.texts) else map(escaped, party.texts)
    again = party.game.command_line("play", *["--text"] * text, "--from", str(path), *seats)
    return f"The game is kept. Go on with it: {again}"


def _write_new(game: AnyGame, lines: Iterable[bytes]) -> Path:
    for number in count(1):
        path = Path(f"{game.name}-{number}.json")
        with writing(path), contextlib.suppress(FileExistsError), path.open("xb") as file:  # follows no link
            file.writelines(line + b"\n" for line in lines)
            return path
    raise AssertionError


def read_kept(game: AnyGame, items: Iterable[Value | MalformedInput], step: int | None = None) -> Continuation:
    """Return the game of a trace at a step, counted from 1 as on the page to watch it on; by default at its end.

    Raises ValueError for anything but one game in which somebody moves there.
    """
    items = list(items)
    try:
        games = read_games(game, items)
    except Mismatch as mismatch:
        raise ValueError(str(mismatch)) from None
    if len(games) > 1:
        raise ValueError(f"expected one game, got {len(games)}")
    shown = [*frames(games[0])]
    if step is not None and not 0 < step <= len(shown):
        raise ValueError(f"expected a step from 1 to {len(shown)}, got {step}")
    table = Table.begin(game, games[0].rounds[0].before)
    steps = [frame.step for frame in shown if frame.step is not None]
    number = len(steps) if step is None else step - 1
    for each in steps[:number]:
        table = table.answered(each.seat, each.reply)
    if table.over:
        raise ValueError(f"the game is over there: go on from a step before, --step N from 1 to {len(steps)}")
    seat = steps[number].seat if number < len(steps) else table.asked()[0]
    if table.at_once:  # all choose anew, in secret
        table = Table.begin(game, table.state)._replace(past=table.past, spent=table.spent)
    return Continuation(table, seat, *_played_as(items, len(games[0].names)))


def _played_as(items: Iterable[Value | MalformedInput], seats: int) -> tuple[tuple[str, ...] | None, str | None]:
    """Return who played as it was typed, and the variant, by the note of `lines_of`."""
    for item in items:
        match item.data if isinstance(item, Value) else None:
            case {"meta": "play", "seats": [*texts], "variant": str(variant)} if len(texts) == seats:
                if all(isinstance(text, str) for text in texts):
                    return tuple(texts), variant
    return None, None
