"""The rules in words and pictures."""

from gamekit.game import Change, Observation, Section
from thud.pages.words import cell_name
from thud.rules import CELLS, DWARF, EMPTY, MAX_MOVES, SIZE, START, TROLL, Move, State, apply
from thud.rules.game import DWARF_POINTS, TROLL_POINTS

NAMES = ("Ann", "Bob")


def _at(name: str) -> int:
    return next(cell for cell in CELLS if cell_name(cell) == name)


def _board(dwarfs: str, trolls: str) -> str:
    """Return a board with pieces on spaces by their names."""
    cells = [EMPTY if cell in CELLS else piece for cell, piece in enumerate(START)]
    for piece, names in ((DWARF, dwarfs), (TROLL, trolls)):
        for name in names.split():
            cells[_at(name)] = piece
    return "".join(cells)


def _shown(before: State, source: str, target: str) -> tuple[Observation[State], tuple[Change[State, Move], ...]]:
    """Return a picture of a position after a move."""
    move = Move(_at(source), _at(target))
    after = apply(before, move)
    return Observation(after, None), (Change(before, {before.moves % 2: move}, after),)


HURLED = _shown(State(_board("d5 e5 f5 l9", "i5 i10 j10"), moves=20), "f5", "i5")
SHOVED = _shown(State(_board("k5 k6 l7 d4", "g6 f6 e6 c11"), moves=21), "g6", "j6")

SECTIONS: tuple[Section[State], ...] = (
    Section(
        "The goal",
        (
            f"Have more points left than the other side when the game ends: a dwarf counts {DWARF_POINTS}, a troll "
            f"{TROLL_POINTS}.",
        ),
    ),
    Section(
        "The start",
        (
            f"{START.count(DWARF)} dwarfs stand along the edge and {START.count(TROLL)} trolls around the Thudstone, "
            f"on which nobody ever stands: {DWARF_POINTS * START.count(DWARF)} points a side. The dwarfs move first, "
            "then the sides take turns. A turn moves one piece, and nobody may pass.",
        ),
        (),
        Observation(State(), None),
        NAMES,
        f"The start. Columns are a to {cell_name(SIZE - 1)[0]}, rows 1 to {SIZE} from the top.",
    ),
    Section(
        "Dwarfs",
        (),
        (
            "Walk: any number of empty spaces in a straight line, in any of eight directions. A walk kills nothing.",
            "Hurl: dwarfs in an unbroken straight line throw the one at its head, along the line, onto the first "
            "troll in the way, at most as many spaces away as the line has dwarfs. The troll dies. A dwarf alone is a "
            "line of one: it strikes a troll beside it.",
        ),
        HURLED[0],
        NAMES,
        "A line of three dwarfs, d5 to f5, has hurled the first onto the troll on i5, three spaces away.",
        HURLED[1],
    ),
    Section(
        "Trolls",
        (),
        (
            "Walk: one space, in any of eight directions, onto an empty space.",
            "Shove: trolls in an unbroken straight line throw the one at its head over empty spaces, at most as many "
            "as the line has trolls, onto an empty space with a dwarf beside it.",
            "Either way, all dwarfs on the eight spaces around where the troll lands die.",
        ),
        SHOVED[0],
        NAMES,
        "A line of three trolls, e6 to g6, has shoved the first to j6: the dwarfs on k5 and k6 died, not that on l7.",
        SHOVED[1],
    ),
    Section(
        "The end",
        (
            f"The game ends when a side has no piece left, when the side to move has no move, when both sides agree, "
            f"or after {MAX_MOVES} moves.",
        ),
    ),
)
"""The goal first."""
