"""Tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULAS = ("=", "+", "-", "@", "\t")
"""What a spreadsheet would execute."""


def sheet(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows as CSV in UTF-8; before a text that a spreadsheet would execute stands an apostrophe."""
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows(map(_cell, row) for row in rows)
    return lines.getvalue().encode()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
