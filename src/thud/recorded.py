"""Games as the environment's recorder wrote them, an object a line, replayed under the rules.

moves   [x, y, toX, toY, kind, dwarfs left, trolls left] in order
legal   before each move: how many moves the side had, and the first 8 hex digits of the MD5 of all of them, as JSON
        [[x, y, toX, toY, kills], ...] without spaces, sorted as strings "x,y,toX,toY,kills"
score   [points of the dwarfs, points of the trolls]
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from thud.rules import SIZE, Move, apply, legal_actions, new_game, points, side_to_move
from thud.rules.moves import kills_of, kind_of


def digest(board: str, moves: Sequence[Move]) -> str:
    """Return the hash of a list of moves."""
    rows = [(m.source % SIZE, m.source // SIZE, m.target % SIZE, m.target // SIZE, kills_of(board, m)) for m in moves]
    rows.sort(key=lambda row: ",".join(map(str, row)))
    text = json.dumps(rows, separators=(",", ":"))
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8]


def is_recorded(value: object) -> bool:
    """Tell whether a JSON value is such a game, not a trace's."""
    return isinstance(value, dict) and {"moves", "legal", "score"} <= value.keys()


def verify(game: Mapping[str, Any]) -> None:
    """Replay a game. Raises ValueError where it leaves the rules; KeyError or TypeError too where it is none."""
    state = new_game()
    for number, (move, legal) in enumerate(zip(game["moves"], game["legal"], strict=True), start=1):
        x, y, to_x, to_y, kind, dwarfs, trolls = move
        moves = legal_actions(state, side_to_move(state))
        found = [len(moves), digest(state.board, moves)]
        if found != list(legal):
            raise ValueError(f"move {number}: the rules give the legal moves {found}, but the file has {legal}")
        played = Move(x + SIZE * y, to_x + SIZE * to_y)
        if played not in moves:
            raise ValueError(f"move {number}: {move[:4]} is not legal")
        called = kind_of(state.board, played)
        state = apply(state, played)
        left = [called, state.board.count("d"), state.board.count("t")]
        if left != [kind, dwarfs, trolls]:
            raise ValueError(f"move {number}: the rules give {left}, but the file has {[kind, dwarfs, trolls]}")
    if list(points(state)) != game["score"]:
        raise ValueError(f"the rules give the score {points(state)}, but the file has {game['score']}")
