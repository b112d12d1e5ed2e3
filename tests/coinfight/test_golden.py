"""The golden games: fed the moves, our rules write the framework's states and end with its ranking."""

import pytest

from coinfight.golden import steps, verify
from coinfight.protocol import decode_state, encode_state
from tests.coinfight.golden import golden_games


def test_golden_games_replay_to_the_same_texts_and_rankings() -> None:
    for game in golden_games():
        verify(game)


def test_golden_states_are_read_as_they_are_written() -> None:
    for game in golden_games():
        for state, seat, _, _ in steps(game):
            if seat >= 0:
                assert decode_state(encode_state(state)) == state


def test_a_game_with_another_ranking_is_found() -> None:
    game = golden_games()[0]
    with pytest.raises(ValueError, match="ranking"):
        verify({**game, "ranking": game["ranking"][::-1]})


def test_a_game_with_another_move_is_found() -> None:
    game = golden_games()[0]
    moves = [[0, 10, [0, 1, 0, 0]], *game["moves"][1:]]
    with pytest.raises(ValueError, match="illegal action"):
        verify({**game, "moves": moves})
