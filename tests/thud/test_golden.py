import hashlib
import json

from tests.thud.golden import golden_games
from thud.rules import SIDES, SIZE, Move, apply, legal_actions, new_game, points, side_to_move
from thud.rules.board import START
from thud.rules.game import end_reason
from thud.rules.moves import kills_of, kind_of


def digest(board: str, moves: list[Move]) -> str:
    """Return the first 8 hex digits of the MD5 of a list of moves, as the golden games have it."""
    rows = [(m.source % SIZE, m.source // SIZE, m.target % SIZE, m.target // SIZE, kills_of(board, m)) for m in moves]
    rows.sort(key=lambda row: ",".join(map(str, row)))
    return hashlib.md5(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()[:8]


def test_every_board_and_every_legal_list_of_the_golden_games() -> None:
    for game in golden_games():
        state = new_game()
        for (x, y, to_x, to_y, kind, dwarfs, trolls), (count, md5) in zip(game["moves"], game["legal"], strict=True):
            legal = legal_actions(state, side_to_move(state))
            assert (len(legal), digest(state.board, list(legal))) == (count, md5)
            move = Move(x + SIZE * y, to_x + SIZE * to_y)
            assert kind_of(state.board, move) == kind
            state = apply(state, move)
            assert points(state) == (dwarfs, 4 * trolls)
        assert state.moves == game["turns"]
        assert list(points(state)) == game["score"]
        if game["reason"] != "Players agreed to finish":
            assert end_reason(state) == game["reason"]


def test_at_the_start_the_dwarfs_have_656_moves_and_the_trolls_would_have_32() -> None:
    from thud.rules.moves import legal_moves  # noqa: PLC0415

    assert [len(legal_moves(START, side)) for side in SIDES] == [656, 32]
