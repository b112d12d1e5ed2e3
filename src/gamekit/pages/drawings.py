"""Many drawings in little room: equal lines and equal elements in them are kept once, and each drawing as what is other
than in one before it.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_BETWEEN = re.compile("(?<=>)(?=<)")


class Drawings:
    """Drawings by their numbers, for a page's script to put together again.

    A stored line is a list of the numbers of its pieces, texts up to where one element ends and another begins. A
    stored drawing is a list: the number of another one, -1 for an empty one, and for each place where they differ
    [the first line there, how many lines go, the numbers of the lines that come].
    """

    def __init__(self) -> None:
        self._pieces: dict[str, int] = {}
        self._lines: dict[str, int] = {}
        self._numbers: dict[tuple[int, ...], int] = {}
        self._drawn: list[tuple[int, ...]] = []
        self._stored: list[list[object]] = []
        self._taken = (0, 0, 0)

    def add(self, drawing: str, like: int = -1) -> int:
        """Return the number of a drawing; `like` is the number of one that may look much the same."""
        lines = tuple(self._lines.setdefault(line, len(self._lines)) for line in drawing.split("\n"))
        known = self._numbers.get(lines)
        if known is not None:
            return known
        base = self._drawn[like] if like >= 0 else ()
        self._stored.append([like, *_differences(base, lines)])
        self._drawn.append(lines)
        self._numbers[lines] = len(self._drawn) - 1
        return len(self._drawn) - 1

    def take(self) -> dict[str, object]:
        """Return the pieces, the lines and the drawings that have come since this was asked last."""
        pieces, lines, drawings = self._taken
        coming = [[self._piece(part) for part in _BETWEEN.split(line)] for line in [*self._lines][lines:]]
        self._taken = len(self._pieces), len(self._lines), len(self._stored)
        return {"pieces": [*self._pieces][pieces:], "lines": coming, "drawings": self._stored[drawings:]}

    def _piece(self, text: str) -> int:
        return self._pieces.setdefault(text, len(self._pieces))


def _differences(old: Sequence[int], new: Sequence[int]) -> list[list[int]]:
    """Return what makes one sequence of the other, from its end to its beginning."""
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [[i, j - i, *new[k:end]] for tag, i, j, k, end in reversed(found) if tag != "equal"]
