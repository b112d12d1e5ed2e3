"""A line of a tournament's record against the game that it is of: people edit records, and pages count on them."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from gamekit.tournament.arena import Job

_MOST_SECONDS = 1e9  # of an answer
_MOST_RETURN = 1e300  # sums of so many as there are games are still numbers


def check_row(row: Mapping[str, Any], job: Job) -> None:
    """Raise ValueError, one line, unless a row is of this game and could have been written by us."""
    seats = [player.name for player in job.players]
    for name in ("faults", "forfeit", "reason", "returns"):
        if name not in row:
            raise ValueError(f"expected {name!r}, got none")
    known = {"table": job.table, "block": job.block, "variant": job.variant, "seats": seats, "seed": job.seed}
    for name, value in known.items():
        _expect(_same(row.get(name), value), name, repr(value), row)
    seat = range(len(seats))
    _expect(_is_list(row["faults"], lambda each: _is_whole(each) and each in seat), "faults", "seats", row)
    forfeit, faults, reason = row["forfeit"], row["faults"], row["reason"]
    _expect(forfeit is None or (_is_whole(forfeit) and forfeit in faults), "forfeit", "null, or one of the faults", row)
    _expect(isinstance(reason, str) if faults else reason is None, "reason", "a text for a fault, else null", row)
    returns = row["returns"]
    if forfeit is None:
        fits = _is_list(returns, _is_return, len(seats))
        _expect(fits, "returns", "a number for each seat", row)
    else:
        _expect(returns is None, "returns", "null after a forfeit", row)
    for name in ("length", "moves"):
        _expect(_is_whole(row.get(name)) and 0 <= row[name] < 1 << 53, name, "a whole number", row)
    seconds = row.get("seconds")
    fits = _is_list(seconds, lambda each: _is_list(each, _is_time), len(seats))
    _expect(fits, "seconds", "a list of times for each seat", row)
    for name in ("start", "actions"):
        _expect(isinstance(row.get(name, ""), str), name, "a text", row)


def _expect(fits: bool, name: str, what: str, row: Mapping[str, Any]) -> None:
    if not fits:
        raise ValueError(f"expected {what:.200} as {name!r}, got {row.get(name)!r:.80}")


def _same(found: object, value: object) -> bool:
    return found == value and type(found) is type(value)  # True is 1 for Python


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: object, fits: Callable[[Any], bool], length: int | None = None) -> bool:
    return isinstance(value, list) and length in (None, len(value)) and all(map(fits, value))


def _is_number(value: object) -> bool:
    return (_is_whole(value) or isinstance(value, float)) and math.isfinite(value)  # type: ignore[arg-type]


def _is_return(value: Any) -> bool:
    return _is_number(value) and abs(value) <= _MOST_RETURN


def _is_time(value: Any) -> bool:
    return (type(value) is float or _is_whole(value)) and 0 <= value <= _MOST_SECONDS  # nan is not
