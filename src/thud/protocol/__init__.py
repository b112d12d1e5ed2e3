"""The wire: JSON values to states and moves, and back; every error names the path and what was expected.

    state  {"board": 15 strings of 15, "moves": 12, "previous": [x, y, toX, toY] or null, "declared": [false, false],
            "max_moves": 500}
    move   [x, y, toX, toY], or [x, y, toX, toY, true] by who would now agree to end the game

How clients written in JavaScript are asked stands in the *.js files of this folder and in `node`.
"""

from gamekit.wire.decoding import as_integer, fail
from thud.rules import EMPTY, MAX_MOVES, SIZE, START, STONE, Move, State

MOST_MOVES = 10_000
"""How many moves of both sides a limit may still allow (guessed: twenty games)."""


def encode_state(state: State) -> dict[str, object]:
    """Return a state as a JSON object."""
    return {
        "board": [state.board[SIZE * y : SIZE * (y + 1)] for y in range(SIZE)],
        "moves": state.moves,
        "previous": None if state.previous is None else encode_move(state.previous)[:4],
        "declared": list(state.declared),
        "max_moves": state.max_moves,
    }


def decode_state(value: object) -> State:
    """Return the state of such an object; only "board" and "moves" must be there. Raises ProtocolError."""
    if not isinstance(value, dict):
        fail("object", "$", value)
    previous = value.get("previous")
    declared = value.get("declared", [False, False])
    if not isinstance(declared, list) or len(declared) != 2 or not all(isinstance(each, bool) for each in declared):
        fail("array of two booleans", "$.declared", declared)
    moves = as_integer(value.get("moves"), "$.moves", 0, 1 << 31)
    return State(
        board=_decode_board(value.get("board")),
        moves=moves,
        previous=None if previous is None else decode_move(previous, "$.previous")._replace(declares=False),
        declared=(declared[0], declared[1]),
        max_moves=as_integer(value.get("max_moves", MAX_MOVES), "$.max_moves", 1, moves + MOST_MOVES),
    )


def _decode_board(value: object) -> str:
    if not isinstance(value, list) or len(value) != SIZE or not all(isinstance(row, str) for row in value):
        fail(f"array of {SIZE} strings", "$.board", value)
    for y, row in enumerate(value):
        shape = START[SIZE * y : SIZE * (y + 1)]
        fits = len(row) == SIZE and all((a == STONE) == (b == STONE) for a, b in zip(row, shape, strict=True))
        if not fits or set(row) - set("dt #"):
            fail(f"{SIZE} of 'd', 't', {EMPTY!r}, with {STONE!r} where no space is", f"$.board[{y}]", row)
    return "".join(value)


def encode_move(move: Move) -> list[int | bool]:
    """Return a move as a JSON array."""
    places: list[int | bool] = [move.source % SIZE, move.source // SIZE, move.target % SIZE, move.target // SIZE]
    return [*places, True] if move.declares else places


def decode_move(value: object, path: str = "$") -> Move:
    """Return the move of such an array, legal or not. Raises ProtocolError."""
    if not isinstance(value, list) or len(value) not in (4, 5):
        fail("array of 4 numbers and perhaps a boolean", path, value)
    x, y, to_x, to_y = (as_integer(each, f"{path}[{i}]", 0, SIZE - 1) for i, each in enumerate(value[:4]))
    declares = value[4] if len(value) == 5 else False
    if not isinstance(declares, bool):
        fail("boolean", f"{path}[4]", declares)
    return Move(x + SIZE * y, to_x + SIZE * to_y, declares)
