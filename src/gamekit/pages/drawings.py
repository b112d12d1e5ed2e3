"""Many drawings in little room: what repeats is kept once, and a drawing as what is other than in one before it."""

import re
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

_BETWEEN = re.compile("(?<=>)(?=<[^/])")


class Catalogue(Generic[T]):
    """Items by numbers, from 0 in the order in which they come; equal ones have the same."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._taken = 0

    def of(self, item: T) -> int:
        """Return the number of an item."""
        return self._numbers.setdefault(item, len(self._numbers))

    def take(self) -> list[T]:
        """Return the items that have come since this was asked last."""
        coming = [*self._numbers][self._taken :]
        self._taken = len(self._numbers)
        return coming


class Drawings:
    """Drawings by their numbers, for a page's script to put together again.

    Pieces are texts, cut where an element begins. A line is the list of its pieces' numbers. A drawing is stored as
    [the number of another drawing, or -1 for an empty one; the numbers of the changes that turn that one into it, from
    its end to its beginning]. A change is [how many lines above the change before it this one begins, for the first
    above the drawing's end; how many lines it removes; the numbers of the lines it puts there].
    """

    def __init__(self) -> None:
        self._pieces, self._lines = Catalogue[str](), Catalogue[str]()
        self._changes = Catalogue[tuple[int, ...]]()
        self._drawn = Catalogue[tuple[int, ...]]()
        self._known: list[tuple[int, ...]] = []
        self._stored: list[list[int]] = []

    def add(self, drawing: str, like: int = -1) -> int:
        """Return the number of a drawing; `like` is the number of one that may look much the same."""
        lines = tuple(map(self._lines.of, drawing.split("\n")))
        number = self._drawn.of(lines)
        if number == len(self._known):
            base = self._known[like] if like >= 0 else ()
            self._stored.append([like, *map(self._changes.of, _changes(base, lines))])
            self._known.append(lines)
        return number

    def take(self) -> dict[str, object]:
        """Return the pieces, lines, changes and drawings that have come since this was asked last."""
        lines = [[*map(self._pieces.of, _BETWEEN.split(line))] for line in self._lines.take()]
        drawings, self._stored = self._stored, []
        return {"pieces": self._pieces.take(), "lines": lines, "changes": self._changes.take(), "drawings": drawings}


def _changes(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, ...]]:
    """Return what makes one sequence of the other, from its end to its beginning."""
    found, place = list[tuple[int, ...]](), len(old)
    for tag, i, j, k, end in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if tag != "equal":
            found.append((place - i, j - i, *new[k:end]))
            place = i
    return found
