"""The board: 25 spaces, numbered row by row from 0, and what is beside what."""

SIZE = 5
SPACES = range(SIZE * SIZE)
TOP = 3
"""The level that wins when it is moved up to."""
CAP = 4
"""The level of a capped space, on which nothing may stand or be built."""

_DIRECTIONS = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1) if (rows, columns) != (0, 0)]


def _neighbour(space: int, rows: int, columns: int) -> int | None:
    row, column = space // SIZE + rows, space % SIZE + columns
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


ADJACENT: tuple[tuple[int, ...], ...] = tuple(
    tuple(to for rows, columns in _DIRECTIONS if (to := _neighbour(space, rows, columns)) is not None)
    for space in SPACES
)
"""The up to eight spaces around each space, in ascending order."""

BEYOND: dict[tuple[int, int], int] = {
    (space, to): beyond
    for space in SPACES
    for rows, columns in _DIRECTIONS
    if (to := _neighbour(space, rows, columns)) is not None and (beyond := _neighbour(to, rows, columns)) is not None
}
"""For a step from a space to one beside it, the space one farther straight on, if that is on the board."""


def _kind(space: int) -> int:
    near, far = sorted((abs(space // SIZE - 2), abs(space % SIZE - 2)))
    return far * (far + 1) // 2 + near


PLACE_KINDS = tuple(_kind(space) for space in SPACES)
"""The kind of each space under the symmetries of the board, 0 (centre) to 5 (corner)."""
