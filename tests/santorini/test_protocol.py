"""The wire: what is read, what is written, and what every error says."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import dumps, loads
from santorini.protocol import decode, decode_answer, encode, encode_answer
from santorini.rules import PlayerState, State, new_game, place, successors
from tests.santorini.boards import PAIRS, position

SPEC = (
    '{"players":[[[2,3],[4,4]],[[2,5],[3,5]]],'
    '"spaces":[[0,0,0,0,2],[1,1,2,0,0],[1,0,0,3,0],[0,0,3,0,0],[0,0,0,1,4]],"turn":18}'
)
WON = (
    '{"players":[[[2,5],[3,5]],[[3,4],[4,4]]],'
    '"spaces":[[0,0,0,0,2],[1,1,2,0,0],[1,0,0,3,0],[0,0,3,0,0],[0,0,0,1,4]],"turn":19}'
)


def changed(**parts: object) -> dict[str, Any]:
    """Return the board of the specification with other parts."""
    return {**json.loads(SPEC), **parts}


def test_the_board_of_the_specification_is_answered_as_it_says() -> None:
    state = decode(json.loads(SPEC))
    (won,) = (after for after in successors(state) if after.won)
    assert encode_answer(won) == json.loads(WON)


def test_the_first_player_of_the_base_game_is_asked_with_an_empty_array() -> None:
    state = decode([])
    assert state == new_game()
    assert encode_answer(place(state, (0, 7))) == [[[1, 1], [2, 3]]]


def test_the_second_player_of_the_base_game_answers_with_both() -> None:
    state = decode([[[2, 3], [1, 1]]])
    assert state == State(PlayerState(), PlayerState((0, 7)), turn=-1)
    assert encode_answer(place(state, (1, 24))) == [[[1, 1], [2, 3]], [[1, 2], [5, 5]]]


def test_with_cards_the_set_up_swaps_the_players() -> None:
    state = decode([{"card": "Pan"}, {"card": "Atlas"}])
    assert state == new_game("Pan", "Atlas")
    answer = encode_answer(place(state, (0, 7)))
    assert answer == [{"card": "Atlas"}, {"card": "Pan", "tokens": [[1, 1], [2, 3]]}]
    second = decode(answer)
    assert (second.mover.card, second.other, second.turn) == ("Atlas", PlayerState((0, 7), "Pan"), -1)
    first_board = [{"card": "Pan", "tokens": [[1, 1], [2, 3]]}, {"card": "Atlas", "tokens": [[1, 2], [5, 5]]}]
    assert encode_answer(place(second, (1, 24))) == first_board


def test_a_player_with_a_card_is_an_object() -> None:
    players = [{"card": "Pan", "tokens": [[4, 4], [2, 3]]}, {"tokens": [[2, 5], [3, 5]], "card": "Hermes"}]
    state = decode(changed(players=players))
    assert (state.mover, state.other.card) == (PlayerState((7, 18), "Pan"), "Hermes")


def test_keys_that_are_not_known_are_read_past() -> None:
    board = changed(style="shiny", players=[{"card": "Pan", "tokens": [[2, 3], [4, 4]], "x": 1}, [[2, 5], [3, 5]]])
    assert decode(board).mover.card == "Pan"
    assert decode([{"card": "Pan", "style": 1}, {"card": "Atlas"}]).mover.card == "Pan"


def test_a_board_is_taken_however_it_came_about() -> None:
    state = decode(changed(players=[[[2, 3], [4, 4]], [[3, 4], [4, 3]]], turn=0))  # both on level 3, at the start
    assert len(successors(state)) > 0


@given(st.builds(position, st.integers(0, len(PAIRS) - 1), st.integers(-2, 30), st.integers(0, 10_000)))
def test_boards_are_read_as_they_are_written(state: State) -> None:
    assert decode(loads(dumps(encode(state)))) == state


@given(st.sampled_from(PAIRS), st.integers(0, 299), st.integers(0, 252))
def test_answers_are_read_as_they_are_written(cards: tuple[str | None, str | None], one: int, two: int) -> None:
    first = successors(new_game(*cards))[one]
    second = successors(first)[two]
    for state in (first, second):
        assert decode_answer(loads(dumps(encode_answer(state)))) == state
    assert decode(loads(dumps(encode(first)))) == first


BAD: dict[str, tuple[object, str]] = {
    "no board": (5, "expected a set-up (array) or a board (object) at $, got 5"),
    "no players": ({"turn": 1, "spaces": []}, "expected object with key 'players' at $"),
    "no spaces": ({"turn": 1, "players": []}, "expected object with key 'spaces' at $"),
    "no turn": ({"spaces": [], "players": []}, "expected object with key 'turn' at $"),
    "three players": (changed(players=[[], [], []]), "expected array of two players at $.players"),
    "a fraction of a turn": (changed(turn=1.5), "expected integer >= -2 at $.turn, got 1.5"),
    "true turn": (changed(turn=True), "expected integer >= -2 at $.turn, got true"),
    "a turn before the first": (changed(turn=-1), "expected a board with all tokens on it and a turn >= 0 at $"),
    "one token": (changed(players=[[[2, 3]], [[2, 5], [3, 5]]]), "expected array of two tokens at $.players[0]"),
    "no card": (
        changed(players=[[[2, 3], [4, 4]], {"tokens": [[2, 5], [3, 5]]}]),
        "expected object with key 'card', a string, at $.players[1]",
    ),
    "no tokens": (
        changed(players=[[[2, 3], [4, 4]], {"card": "Pan"}]),
        "expected object with key 'tokens' at $.players[1]",
    ),
    "off the board": (
        changed(players=[[[2, 3], [4, 6]], [[2, 5], [3, 5]]]),
        "expected integer from 1 to 5 at $.players[0][1][1], got 6",
    ),
    "two tokens on a space": (
        changed(players=[[[2, 3], [4, 4]], [[2, 5], [2, 3]]]),
        "expected tokens on different spaces at $.players",
    ),
    "a token on a cap": (
        changed(players=[[[2, 3], [4, 4]], [[2, 5], [5, 5]]]),
        "expected tokens below level 4 at $.players, got [5,5]",
    ),
    "four rows": (changed(spaces=[[0] * 5] * 4), "expected array of 5 rows at $.spaces"),
    "a long row": (changed(spaces=[[0] * 5] * 4 + [[0] * 6]), "expected array of 5 levels at $.spaces[4]"),
    "level 7": (
        changed(spaces=[[0] * 5, [0, 7, 0, 0, 0], *[[0] * 5] * 3]),
        "expected integer from 0 to 4 at $.spaces[1][1], got 7",
    ),
    "three in a set-up": ([[], [], []], "expected an array of at most one player, or of two with cards at $"),
    "a set-up that is over": (
        [{"card": "Pan", "tokens": [[1, 1], [1, 2]]}, {"card": "Atlas"}],
        "expected a player whose tokens are still to be placed at $[0]",
    ),
    "one space for both": ([[[1, 1], [1, 1]]], "expected tokens on different spaces at $[0]"),
    "a long value": ([["x" * 100]], "expected array of two tokens at $[0]"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_told_with_its_path(name: str) -> None:
    value, expected = BAD[name]
    with pytest.raises(ProtocolError) as caught:
        decode(value)
    message = str(caught.value)
    assert expected in message
    assert "\n" not in message
    assert len(message) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 7) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["players", "spaces", "turn", "card", "tokens", "x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_value_is_read_or_refused_in_one_line(value: object) -> None:
    try:
        found = f"a state of turn {decode(value).turn}"
    except ProtocolError as error:
        found = str(error)
    assert "\n" not in found
