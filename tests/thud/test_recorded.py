import pytest

from tests.thud.recorded import golden_games
from thud.recorded import verify
from thud.rules import SIDES, START, end_reason, legal_moves, new_game
from thud.rules.game import apply
from thud.rules.moves import Move


def test_every_board_and_every_legal_list_of_the_golden_games() -> None:
    for game in golden_games():
        verify(game)


def test_a_golden_game_with_another_move_differs() -> None:
    game = golden_games()[0]
    game["moves"][7][5] -= 1
    with pytest.raises(ValueError, match="move 8"):
        verify(game)


def test_the_golden_games_end_for_the_reasons_they_say() -> None:
    for game in golden_games():
        state = new_game()
        for x, y, to_x, to_y, *_ in game["moves"]:
            assert end_reason(state) is None
            state = apply(state, Move(x + 15 * y, to_x + 15 * to_y))
        if game["reason"] != "Players agreed to finish":  # who declared is not recorded
            assert end_reason(state) == game["reason"]


def test_at_the_start_the_dwarfs_have_656_moves_and_the_trolls_would_have_32() -> None:
    assert [len(legal_moves(START, side)) for side in SIDES] == [656, 32]
