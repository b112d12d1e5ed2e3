"""What a side may do with its pieces, and what a landing troll kills."""

from functools import lru_cache
from typing import Literal, NamedTuple

from thud.rules.board import CELLS, DWARF, EMPTY, NEIGHBOURS, RAYS, TROLL

Kind = Literal["walk", "hurl", "shove"]
"""How the environment calls moves."""

WALK: Kind = "walk"
HURL: Kind = "hurl"
SHOVE: Kind = "shove"

_KEPT = 4
"""For so many boards the moves are kept: player, referee and rules all ask for them in a turn, and to list them takes
most of a turn's time (measured: 3.0 lists a turn without)."""


class Move(NamedTuple):
    """A piece goes from one cell to another; `declares` says that its side would now agree to end the game."""

    source: int
    target: int
    declares: bool = False


def line_length(board: str, cell: int, direction: int) -> int:
    """Return how many pieces of a kind stand in an unbroken line from this cell in a direction, its own included."""
    length = 1
    for behind in RAYS[cell][direction]:
        if board[behind] != board[cell]:
            break
        length += 1
    return length


def dwarf_moves(board: str, cell: int) -> list[Move]:
    """Return the walks and hurls of the dwarf on a cell.

    It walks over empty spaces, as a queen does in chess. It is hurled onto the first troll that it sees, at most as far
    as its line is long: the dwarfs behind it, without a gap, and itself.
    """
    moves = []
    for direction, ray in enumerate(RAYS[cell]):
        for distance, target in enumerate(ray, start=1):
            if board[target] == EMPTY:
                moves.append(Move(cell, target))
                continue
            if board[target] == TROLL and distance <= line_length(board, cell, direction ^ 4):
                moves.append(Move(cell, target))
            break
    return moves


def troll_moves(board: str, cell: int) -> list[Move]:
    """Return the walks and shoves of the troll on a cell.

    It walks one space. It is shoved over empty spaces onto an empty one that has a dwarf beside it, at most as far as
    its line is long: the trolls behind it, without a gap, and itself.
    """
    moves = []
    for direction, ray in enumerate(RAYS[cell]):
        reach = line_length(board, cell, direction ^ 4)
        for distance, target in enumerate(ray[:reach], start=1):
            if board[target] != EMPTY:
                break
            if distance == 1 or landing(board, target):
                moves.append(Move(cell, target))
    return moves


def landing(board: str, cell: int) -> tuple[int, ...]:
    """Return the cells of the dwarfs that a troll kills by landing here: all its neighbours."""
    return tuple(neighbour for neighbour in NEIGHBOURS[cell] if board[neighbour] == DWARF)


@lru_cache(maxsize=_KEPT)
def legal_moves(board: str, side: str) -> tuple[Move, ...]:
    """Return the moves of a side (DWARF or TROLL), sorted by source and target."""
    moves_of = dwarf_moves if side == DWARF else troll_moves
    return tuple(sorted(move for cell in CELLS if board[cell] == side for move in moves_of(board, cell)))


def can_move(board: str, side: str) -> bool:
    """Tell whether a side has a legal move."""
    return bool(legal_moves(board, side))


def kind_of(board: str, move: Move) -> Kind:
    """Return how the environment calls a legal move."""
    if board[move.target] == TROLL:
        return HURL
    near = board[move.source] == DWARF or move.target in NEIGHBOURS[move.source]
    return WALK if near else SHOVE


def kills_of(board: str, move: Move) -> int:
    """Return how many pieces a legal move kills."""
    return len(landing(board, move.target)) if board[move.source] == TROLL else int(board[move.target] == TROLL)


def play(board: str, move: Move) -> str:
    """Return the board after a legal move."""
    piece = board[move.source]
    cells = list(board)
    cells[move.source], cells[move.target] = EMPTY, piece
    if piece == TROLL:
        for dwarf in landing(board, move.target):
            cells[dwarf] = EMPTY
    return "".join(cells)
