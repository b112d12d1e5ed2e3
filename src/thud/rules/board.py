"""The board: 15 x 15 with the corners cut off and a stone in the middle, as one string of 225 characters.

Cell x + 15 * y is column x, row y, both from 0. Rays are counted in the environment's order of directions.
"""

DWARF, TROLL, EMPTY, STONE = "d", "t", " ", "#"

SIDES = (DWARF, TROLL)
"""The sides by seat; seat 0 moves first."""

SIZE = 15

START = "".join(
    (
        "#####dd dd#####",
        "####d     d####",
        "###d       d###",
        "##d         d##",
        "#d           d#",
        "d             d",
        "d     ttt     d",
        "      t#t      ",
        "d     ttt     d",
        "d             d",
        "#d           d#",
        "##d         d##",
        "###d       d###",
        "####d     d####",
        "#####dd dd#####",
    )
)

CELLS = tuple(cell for cell, piece in enumerate(START) if piece != STONE)
"""The 164 spaces, row by row."""

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""N, NE, E, SE, S, SW, W, NW as steps of x and y; the opposite of direction i is i ^ 4."""


def cell_at(x: int, y: int) -> int | None:
    """Return the cell of column x and row y, None if there is no space."""
    if 0 <= x < SIZE and 0 <= y < SIZE and START[cell := x + SIZE * y] != STONE:
        return cell
    return None


def _ray(cell: int, step: tuple[int, int]) -> tuple[int, ...]:
    x, y = cell % SIZE, cell // SIZE
    ray: list[int] = []
    while (following := cell_at(x := x + step[0], y := y + step[1])) is not None:
        ray.append(following)
    return tuple(ray)


RAYS = tuple(
    tuple(_ray(cell, step) for step in DIRECTIONS) if START[cell] != STONE else () for cell in range(SIZE * SIZE)
)
"""RAYS[cell][direction]: the spaces seen from a cell up to the edge or the stone, the nearest first."""

NEIGHBOURS = tuple(tuple(ray[0] for ray in rays if ray) for rays in RAYS)
"""NEIGHBOURS[cell]: the up to 8 spaces around a cell."""
