"""The rules of Thud as the public environment plays them: pure functions over immutable values."""

from thud.rules.board import CELLS, DIRECTIONS, DWARF, EMPTY, SIDES, SIZE, START, STONE, TROLL, cell_at
from thud.rules.game import (
    MAX_MOVES,
    LegalMoves,
    State,
    apply,
    end_reason,
    legal_actions,
    new_game,
    points,
    returns,
    side_to_move,
)
from thud.rules.moves import HURL, SHOVE, WALK, Move, landing, legal_moves

__all__ = [
    "CELLS",
    "DIRECTIONS",
    "DWARF",
    "EMPTY",
    "HURL",
    "MAX_MOVES",
    "SHOVE",
    "SIDES",
    "SIZE",
    "START",
    "STONE",
    "TROLL",
    "WALK",
    "LegalMoves",
    "Move",
    "State",
    "apply",
    "cell_at",
    "end_reason",
    "landing",
    "legal_actions",
    "legal_moves",
    "new_game",
    "points",
    "returns",
    "side_to_move",
]
