"""Thud for learners: a number for each pair of spaces on one ray."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Numbering
from thud.rules import CELLS, DWARF, TROLL, Move, State, legal_actions, side_to_move
from thud.rules.board import RAYS

MOVES = tuple(
    Move(source, target) for source in CELLS for target in sorted(target for ray in RAYS[source] for target in ray)
)
NUMBERS = {move: number for number, move in enumerate(MOVES)}
_CELLS = np.array(CELLS)
_PIECES = (ord(DWARF), ord(TROLL))


class ThudNumbering(Numbering[State, Move]):
    """A move has one number whether or not it declares, and is played without: learners play to the end.

    An array has the seat's own pieces by space, the other's, whether the seat has the dwarfs, whether it moves, and the
    share of all moves that is played. It leaves out the last move and what was declared.
    """

    count = len(MOVES)
    shape = (2 * len(CELLS) + 3,)

    def __init__(self, first: State) -> None:
        self.first = first

    def numbered(self, state: State, seat: int) -> Mapping[int, Move]:
        return {NUMBERS[move]: move for move in legal_actions(state, seat)}

    def number_of(self, state: State, seat: int, action: Move) -> int:
        return NUMBERS[action._replace(declares=False)]

    def array(self, state: State, seat: int) -> NDArray[np.float32]:
        board = np.frombuffer(state.board.encode(), np.uint8)[_CELLS]
        array = np.empty(self.shape, np.float32)
        array[: len(CELLS)] = board == _PIECES[seat]
        array[len(CELLS) : -3] = board == _PIECES[1 - seat]
        array[-3:] = seat == 0, side_to_move(state) == seat, state.moves / state.max_moves
        return array
