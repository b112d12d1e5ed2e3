"""What a description of a protocol is made of: chapters, and in them text, tables, listings and exchanges.

Text that stands in none of these but a plain `str` is a paragraph.
"""

from dataclasses import dataclass
from typing import ClassVar

from gamekit.wire.json_stream import dumps

COLUMNS = 76
"""Of a line of a message or a program, so that it fits a terminal of 80."""

GOOD = "answer"
FAULT = "fault"
"""What a reaction calls a legal answer, and a wrong one that costs the game."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: what stands over its columns, and its rows."""

    kind: ClassVar[str] = "grid"
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A text to be taken as it stands, such as a program, and what it is."""

    kind: ClassVar[str] = "listing"
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Reaction:
    """An answer as on the wire, and what it means; with another word than GOOD, why it is wrong."""

    answer: str
    meaning: str
    word: str = GOOD


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message as on the wire, what it asks, and what may be answered; without reactions it needs no answer."""

    kind: ClassVar[str] = "exchange"
    title: str
    text: str
    message: str
    reactions: tuple[Reaction, ...] = ()


Part = str | Grid | Listing | Exchange


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a description that can be shown alone: its name, a word; its title; what stands in it."""

    name: str
    title: str
    parts: tuple[Part, ...]


def laid_out(value: object, column: int = 0) -> str:
    """Return a value as JSON on as few lines of at most COLUMNS as its brackets allow; it begins in this column."""
    text = dumps(value).decode()
    if not isinstance(value, dict | list) or column + len(text) < COLUMNS:
        return text
    first, last = text[0], text[-1]
    column += 1
    lines = [""]
    members = sorted(value.items()) if isinstance(value, dict) else [(None, each) for each in value]
    for number, (key, each) in enumerate(members):
        name = "" if key is None else dumps(key).decode() + ":"
        member = name + laid_out(each, column + len(name)) + ("," if number + 1 < len(members) else "")
        if lines[-1] and ("\n" in member or column + len(lines[-1]) + len(member) > COLUMNS):
            lines.append(member)
        else:
            lines[-1] += member
        if "\n" in member:
            lines.append("")
    return first + f"\n{' ' * column}".join(filter(None, lines)) + last
