"""A game's FIGURES.txt: what was measured, by which command, and how to measure it again in little time.

The file is paragraphs. One with indented lines is a figure; the others are for the reader. A figure is a title at the
margin, and under it, each with its word and as often as it likes:

    run     COMMAND                           what measured it; a long command goes on in lines indented further
    gives   NAME   VALUE (LOW to HIGH)  NOTE  what it printed: a name, a number, its 95 % interval (of a ratio of
                                              times: where it may lie on another machine), a bar
    small   COMMAND                           the same in little time
    gives   NAME   VALUE                      what that prints, where the same seed gives the same numbers
    needs   WORD   TEXT                       a word in capitals of the commands, to be replaced by a path
    commit  HASH                              of the player that was measured

Between name, number and note stand two blanks or more.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from gamekit.bench.quantity import NUMBER, Quantity, interval_of, number_of
from gamekit.files import read_whole

_KEYS = ("run", "gives", "small", "needs", "commit")
_FIELD = re.compile(r" +([a-z]+) +(\S.*)")
_MORE = 10
"""The least indentation of a line that goes on with the one before."""
_VALUE = re.compile(rf"({NUMBER})(?: (\(.*\)))?")


class FiguresError(ValueError):
    """A FIGURES.txt is not laid out as it should be; the message begins with path and line."""


@dataclass(frozen=True, slots=True)
class Row:
    """A number that a command prints, by the name that stands before it; the note is for the reader."""

    name: str
    measured: Quantity
    note: str = ""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A command, as a person types it, and what it printed."""

    command: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured of which commit; `needs` are words of the commands that stand for paths, and what for."""

    line: int
    title: str
    run: Measurement
    small: Measurement
    commit: str
    needs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Field:
    line: int
    key: str
    text: str


def read_figures(path: Path) -> tuple[Figure, ...]:
    """Return the figures of a file, in order. Raises OSError, and FiguresError with path and line."""
    lines = enumerate(read_whole(path, 1 << 20).decode().splitlines(), 1)
    paragraphs = [list(group) for blank, group in groupby(lines, lambda line: not line[1].strip()) if not blank]
    return tuple(
        _figure(path, paragraph) for paragraph in paragraphs if any(text.startswith(" ") for _, text in paragraph)
    )


def _figure(path: Path, paragraph: Sequence[tuple[int, str]]) -> Figure:
    """Return the figure of a paragraph's numbered lines. Raises FiguresError."""
    first = paragraph[0][0]
    title = " ".join(text for _, text in paragraph if not text.startswith(" "))
    if not title:
        raise FiguresError(f"{path}:{first}: expected a line at the margin that says what is measured")
    commands: dict[str, str] = {}
    rows: dict[str, list[Row]] = {"run": [], "small": []}
    commits: list[str] = []
    needs: dict[str, str] = {}
    of = ""
    for field in _fields(path, paragraph):
        where = f"{path}:{field.line}"
        if field.key in rows:
            of = field.key
            if of in commands:
                raise FiguresError(f"{where}: expected `{of}` once a figure")
            commands[of] = field.text
        elif field.key == "gives":
            if not of:
                raise FiguresError(f"{where}: expected `run` or `small` before `gives`")
            rows[of].append(_row(where, field.text))
        elif field.key == "needs":
            word, _, text = field.text.partition(" ")
            needs[word] = text.strip()
        else:
            commits.append(field.text)
    if commands.keys() != rows.keys() or len(commits) != 1 or not re.fullmatch("[0-9a-f]{7,40}", commits[0]):
        got = ", ".join(text.split()[0] for _, text in paragraph if text.startswith(" "))
        raise FiguresError(f"{path}:{first}: expected `run`, `small` and one `commit` with a hash, got {got}")
    run, small = (Measurement(commands[key], tuple(rows[key])) for key in ("run", "small"))
    return Figure(first, title, run, small, commits[0], needs)


def _fields(path: Path, paragraph: Sequence[tuple[int, str]]) -> Iterator[_Field]:
    """Yield the indented lines of a paragraph, each with the lines that go on with it. Raises FiguresError."""
    field: _Field | None = None
    for line, text in paragraph:
        if not text.startswith(" "):
            if field:
                raise FiguresError(f"{path}:{line}: expected an empty line before the next figure, got {text!r}")
            continue
        if field and len(text) - len(text.lstrip()) >= _MORE:
            field = _Field(field.line, field.key, f"{field.text} {text.strip()}")
            continue
        if field:
            yield field
        match = _FIELD.fullmatch(text)
        if not match or match[1] not in _KEYS:
            raise FiguresError(f"{path}:{line}: expected one of {', '.join(_KEYS)} and its text, got {text.strip()!r}")
        field = _Field(line, match[1], match[2])
    if field:
        yield field


def _row(where: str, text: str) -> Row:
    """Return the row of a text. Raises FiguresError."""
    name, *rest = re.split("  +", text)
    match = _VALUE.fullmatch(rest[0]) if rest else None
    interval = interval_of(match[2]) if match and match[2] else None
    if not match or (match[2] and not interval) or len(rest) > 2:
        raise FiguresError(f"{where}: expected NAME  VALUE (LOW to HIGH)  NOTE, got {text!r}")
    number, decimals = number_of(match[1])
    return Row(name, Quantity(number, interval, decimals), rest[1] if rest[1:] else "")
