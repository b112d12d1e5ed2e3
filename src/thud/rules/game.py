"""A game from the first move to its end; seat 0 has the dwarfs, seat 1 the trolls."""

from dataclasses import dataclass, replace

from thud.rules.board import DWARF, SIDES, START, TROLL
from thud.rules.moves import Move, can_move, legal_moves, play

MAX_MOVES = 500
"""The game ends after this many moves of both sides together."""

DWARF_POINTS, TROLL_POINTS = 1, 4


@dataclass(frozen=True, slots=True)
class State:
    """A position: the board, moves played so far, the last of them, and who would agree to end the game now.

    The last move is kept without its declaration, which stands in `declared`.
    """

    board: str = START
    moves: int = 0
    previous: Move | None = None
    declared: tuple[bool, bool] = (False, False)
    max_moves: int = MAX_MOVES


class LegalMoves(tuple[Move, ...]):
    """Legal moves without declarations; to declare with any of them is legal, too."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return super().__contains__(move._replace(declares=False))
        return super().__contains__(move)


def new_game(max_moves: int = MAX_MOVES) -> State:
    """Return the start of a game: the dwarfs are to move."""
    return State(max_moves=max_moves)


def side_to_move(state: State) -> int:
    """Return the seat of the side whose turn it is: 0 for the dwarfs, 1 for the trolls."""
    return state.moves % 2


def end_reason(state: State) -> str | None:
    """Return why the game is over, None if it goes on; the environment looks in this order.

    The first four are its words. A side without a move it leaves hanging; here the game ends as it stands.
    """
    if state.moves >= state.max_moves:
        return "Timeout"
    if DWARF not in state.board:
        return "No more dwarfs"
    if TROLL not in state.board:
        return "No more trolls"
    if all(state.declared) and state.moves:
        return "Players agreed to finish"
    if not can_move(state.board, SIDES[side_to_move(state)]):
        return "No legal move"
    return None


def legal_actions(state: State, seat: int) -> LegalMoves:
    """Return the legal moves of a seat, sorted; none if it is not to move. Membership allows declarations."""
    if seat != side_to_move(state) or end_reason(state):
        return LegalMoves()
    return LegalMoves(legal_moves(state.board, SIDES[seat]))


def apply(state: State, move: Move) -> State:
    """Return the state after a move of the side to move. Raises ValueError unless it is legal."""
    seat = side_to_move(state)
    if move not in legal_actions(state, seat):
        raise ValueError(f"illegal move {move!r} of the side {SIDES[seat]!r} in {state}")
    declared = (move.declares, state.declared[1]) if seat == 0 else (state.declared[0], move.declares)
    plain = move._replace(declares=False)
    return replace(state, board=play(state.board, move), moves=state.moves + 1, previous=plain, declared=declared)


def points(state: State) -> tuple[int, int]:
    """Return what is left of both sides in points: a dwarf counts 1, a troll 4."""
    return DWARF_POINTS * state.board.count(DWARF), TROLL_POINTS * state.board.count(TROLL)


def returns(state: State) -> tuple[float, float]:
    """Return the score of each side: its points less those of the other."""
    dwarfs, trolls = points(state)
    return float(dwarfs - trolls), float(trolls - dwarfs)
