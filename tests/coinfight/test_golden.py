"""The golden games: fed the moves, our rules write the framework's states and end with its ranking."""

import hashlib
from typing import Any

from coinfight.protocol import decode_state, encode_state
from coinfight.rules import Action, apply, fault_reason, forfeit, is_over, new_game, seat_to_move
from tests.coinfight.golden import golden_games


def replay(game: dict[str, Any]) -> tuple[list[str], list[int]]:
    """Return the texts before each move and the ranking."""
    state = new_game(len(game["players"]))
    texts, out = [], []
    for move in game["moves"]:
        assert not is_over(state)
        texts.append(encode_state(state))
        seat = seat_to_move(state)
        assert move[0] == seat
        action = Action(move[1], tuple(move[2]))
        if move[3:] == ["fault"]:
            only_taking = action.coin and fault_reason(state, action) == "change that is not on the table"
            state = forfeit(state, action.coin if only_taking else None)
        else:
            state = apply(state, action)
        if not any(state.hands[seat]):
            out.append(seat)
    assert is_over(state)
    return texts, ([seat for seat, hand in enumerate(state.hands) if any(hand)] + out[::-1])


def test_golden_games_replay_to_the_same_texts_and_rankings() -> None:
    for game in golden_games():
        texts, ranking = replay(game)
        assert hashlib.sha256("".join(texts).encode()).hexdigest() == game["sha256"], game["id"]
        assert ranking == game["ranking"], game["id"]
        assert game.get("states", texts) == texts, game["id"]


def test_golden_states_are_read_as_they_are_written() -> None:
    for game in golden_games():
        for text in replay(game)[0]:
            assert encode_state(decode_state(text)) == text
