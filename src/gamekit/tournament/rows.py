"""Rows of records, looked at before anything counts on them, since people edit them: what their items may be, and a
tournament's row, or what another machine reports, against the game that it is of.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gamekit.game.results import MOST_COUNT, is_number, is_whole
from gamekit.tournament.arena import GameResult, Job, Report, Void
from gamekit.traces import note_of_names
from gamekit.wire.json_stream import dumps, loads

_MOST_SECONDS = 1e9  # of an answer


class Item(NamedTuple):
    """What an item of a row is: in words, and what tells whether a value is one."""

    words: str
    fits: Callable[[Any], bool]


def is_list(value: object, fits: Callable[[Any], bool], length: int | None = None) -> bool:
    """Tell whether a value is a list of values that fit, so many of them if that is said."""
    return isinstance(value, list) and length in (None, len(value)) and all(map(fits, value))


TRUTH = Item("true or false", lambda value: isinstance(value, bool))
COUNT = Item("a whole number", lambda value: is_whole(value) and 0 <= value < MOST_COUNT)
NUMBER = Item("a number", is_number)
SHARE = Item("a number from 0 to 1", lambda value: is_number(value) and 0 <= value <= 1)
TIME = Item("a time in seconds", lambda value: is_number(value, _MOST_SECONDS) and value >= 0)
TEXT = Item("a text", lambda value: isinstance(value, str))


def check_items(row: Mapping[str, Any], items: Mapping[str, Item]) -> None:
    """Raise ValueError, one line, unless a row has these items; others are not looked at."""
    for name, item in items.items():
        expect(item.fits(row.get(name)), name, item.words, row)


def expect(fits: bool, name: str, what: str, row: Mapping[str, Any]) -> None:
    """Raise ValueError, one line, unless an item of a row fits; `what` is expected."""
    if not fits:
        raise ValueError(f"expected {what:.200} as {name!r}, got {row.get(name)!r:.80}")


def check_row(row: Mapping[str, Any], job: Job) -> None:
    """Raise ValueError, one line, unless a row is of this game and could have been written by us."""
    seats = [player.name for player in job.players]
    for name in ("faults", "forfeit", "reason", "returns"):
        if name not in row:
            raise ValueError(f"expected {name!r}, got none")
    known = {"table": job.table, "block": job.block, "variant": job.variant, "seats": seats, "seed": job.seed}
    for name, value in known.items():
        expect(_same(row.get(name), value), name, repr(value), row)
    seat = range(len(seats))
    expect(is_list(row["faults"], lambda each: is_whole(each) and each in seat), "faults", "seats", row)
    forfeit, faults, reason = row["forfeit"], row["faults"], row["reason"]
    expect(forfeit is None or (is_whole(forfeit) and forfeit in faults), "forfeit", "null, or one of the faults", row)
    expect(isinstance(reason, str) if faults else reason is None, "reason", "a text for a fault, else null", row)
    if forfeit is None:
        expect(is_list(row["returns"], is_number, len(seats)), "returns", "a number for each seat", row)
    else:
        expect(row["returns"] is None, "returns", "null after a forfeit", row)
    check_items(row, {"length": COUNT, "moves": COUNT})
    fits = is_list(row.get("seconds"), lambda each: is_list(each, TIME.fits), len(seats))
    expect(fits, "seconds", "a list of times for each seat", row)
    check_items(row, {name: TEXT for name in ("start", "actions") if name in row})


def check_report(job: Job, report: Report | Void) -> Report:
    """Return what another machine reports of a game, its line as it is kept. Raises Exception, one line, if it is not
    of this game or could not have been made by us.
    """
    if type(report) is not Report or type(report.played) is not GameResult:
        raise ValueError(f"expected a report of a game, got {report!r:.80}")
    row: Any = loads(dumps(report.played.to_row()))
    expect(_same(row["game"], job.number), "game", repr(job.number), row)
    check_row(row, job)
    seats = [player.name for player in job.players]
    slowdown, trace, errors, starved = report.slowdown, report.trace, report.errors, report.starved
    rest = {"slowdown": slowdown, "trace": trace, "errors": errors, "starved": starved}
    expect(slowdown is None or (is_number(slowdown) and slowdown >= 0), "slowdown", "a number", rest)
    expect(trace is None or _is_trace(trace, seats), "trace", "the lines of this game", rest)
    texts = errors is None or (len(errors) == len(seats) and all(isinstance(text, str) for text in errors))
    expect(texts, "errors", "a text for each seat", rest)
    expect(all(is_whole(seat) and 0 <= seat < len(seats) for seat in starved), "starved", "seats", rest)
    return replace(report, played=GameResult.from_row(row))


def _is_trace(trace: object, seats: list[str]) -> bool:
    """Tell whether these are lines of JSON, the first of them about these players."""
    if not isinstance(trace, bytes) or not trace.startswith(note_of_names(seats) + b"\n"):
        return False
    try:
        for line in trace.removesuffix(b"\n").split(b"\n"):
            loads(line)
    except ValueError:
        return False
    return True


def _same(found: object, value: object) -> bool:
    return found == value and type(found) is type(value)  # True is 1 for Python
