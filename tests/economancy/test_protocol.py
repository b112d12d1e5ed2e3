"""Decoding and encoding: what is accepted, and what an error says."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.game import GAME
from economancy.protocol import (
    decode_action,
    decode_observation,
    decode_state,
    encode_action,
    encode_state,
    is_over,
    is_trace_note,
)
from economancy.rules.cards import BASE
from economancy.rules.game import new_game, new_shop
from economancy.rules.state import Action, Attacking, Buying, End, Forfeit, Observation, State
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import dumps, loads
from tests.economancy.positions import player, position
from tests.economancy.strategies import states


def message(**changes: object) -> dict[str, Any]:
    """Return the first message of a game of two, some of its keys changed."""
    return {**encode_state(new_game(2, new_shop(2, BASE)), 0), **changes}


@given(states(), st.integers(0, 3))
def test_decode_undoes_encode(state: State, seat: int) -> None:
    seat %= len(state.players)
    for dialect in ("referee", "assignment"):
        encoded = encode_state(state, seat, dialect)
        assert decode_observation(encoded) == Observation(state, seat)
    assert decode_state(encode_state(state)) == state


@pytest.mark.parametrize("key", ["attacker_card", "attacker-card"])
def test_both_spellings_are_read(key: str) -> None:
    state = position(player("Ghost'"), player("Worker"), phase=Attacking(0, 1))
    encoded = encode_state(state, 1)
    encoded["phase"] = {"name": "attacking", "attacker": 0, key: 1}
    assert decode_observation(encoded) == Observation(state, 1)


def test_each_dialect_has_its_spelling() -> None:
    state = position(player("Ghost"), player("Worker"), phase=Attacking(0))
    assert "attacker_card" in str(encode_state(state, 0, "referee"))
    assert "attacker-card" in str(encode_state(state, 0, "assignment"))


def test_unknown_keys_are_ignored_and_unknown_cards_carried() -> None:
    encoded = message(weather="fine", shop={"Dragon": 2, "Ghost": 1})
    encoded["players"][1]["cards"].append({"name": "Dragon", "uses": 0, "colour": "red"})
    state = decode_state(encoded)
    assert [stock.card.name for stock in state.shop] == ["Dragon", "Ghost"]
    assert state.players[1].cards[1].card.name == "Dragon"


def test_coins_past_64_bits_stay_exact() -> None:
    coins = 3461834487117869480315
    encoded = message()
    encoded["players"][0]["coins"] = coins
    assert decode_state(encoded).players[0].coins == coins
    assert dumps(encode_action(coins)) == b"[3461834487117869480315]"


def broken(path: str, value: object) -> dict[str, Any]:
    """Return a message with the value at a path like players.1.coins replaced, or removed if it is `...`."""
    encoded: Any = message()
    *parents, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    inner = encoded
    for key in parents:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return dict(encoded)


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("players.1.coins", "many", 'expected integer >= 0 at $.players[1].coins, got "many"'),
        ("players.1.coins", -1, "expected integer >= 0 at $.players[1].coins, got -1"),
        ("players.1.coins", 1.0, "expected integer >= 0 at $.players[1].coins, got 1.0"),
        ("players.1.coins", True, "expected integer >= 0 at $.players[1].coins, got true"),
        ("players.0.cards.0.name", 7, "expected string at $.players[0].cards[0].name, got 7"),
        ("players.0.cards.0", [], "expected object at $.players[0].cards[0], got []"),
        ("players.0.buys", ..., "expected object with key 'buys' at $.players[0], got"),
        ("players", {}, "expected array at $.players, got {}"),
        ("players", [], "expected 2 to 4 players at $.players, got 0"),
        ("player", 2, "expected integer from 0 to 1 at $.player, got 2"),
        ("player", ..., "expected object with key 'player' at $, got"),
        ("day", 4, "expected integer from 1 to 3 at $.day, got 4"),
        ("shop.Ghost", None, 'expected integer >= 0 at $.shop["Ghost"], got null'),
        ("phase", "buy", 'expected object at $.phase, got "buy"'),
        (
            "phase.name",
            "sleep",
            'expected "investing", "attacking", "buy", "end" or "fault" at $.phase.name, got "sleep"',
        ),
        ("phase", {"name": "attacking", "attacker": 0}, "expected object with key 'attacker_card' or 'attacker-card'"),
        (
            "phase",
            {"name": "attacking", "attacker": 0, "attacker-card": 9},
            "expected false or the index of one of seat 0's cards at $.phase.attacker-card, got 9",
        ),
    ],
)
def test_an_error_names_the_path_and_what_was_expected(path: str, value: object, error: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        decode_observation(broken(path, value))
    assert str(raised.value).startswith(error)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("phase", [{"name": "end"}, {"name": "end", "winner": False}, {"name": "fault", "forfiet": 0}])
def test_any_end_or_fault_is_the_last_message_whatever_else_it_holds(phase: object) -> None:
    assert is_over({"phase": phase})
    assert is_over(message(phase=phase))
    assert not is_over(message())
    assert not is_over([phase])


def test_moves_time_outs_and_meta_objects_stand_between_the_states_of_a_trace() -> None:
    assert all(map(is_trace_note, ([0], ["Ghost"], "timeout", {"meta": "players", "names": []})))
    assert not any(map(is_trace_note, (message(), 0, "Ghost", None)))
    assert not is_trace_note(message(meta="a state's own key"))


@pytest.mark.parametrize("action", [0, 7, "Ghost", "Pass"])
def test_an_action_is_an_array_of_one(action: Action) -> None:
    assert decode_action(loads(dumps(encode_action(action)))) == action


@pytest.mark.parametrize("value", [0, [], [True], [1.0], [1, 2], [None], [[1]], {"0": 1}, "Ghost"])
def test_anything_else_is_no_action(value: object) -> None:
    with pytest.raises(ProtocolError):
        decode_action(value)


def test_the_last_message_of_a_trace_has_no_player() -> None:
    assert encode_state(position(player(), player(), phase=End(None))) == {
        "day": 1,
        "phase": {"name": "end", "winner": False},
        "players": [{"buys": 1, "cards": [{"name": "Sorcerer's Stipend", "uses": 0}], "coins": 0}] * 2,
        "shop": {},
    }
    fault = encode_state(position(player(), player(), phase=Forfeit(1, "late")))
    assert fault["phase"] == {"name": "fault", "forfiet": 1, "reason": "late"}
    assert encode_state(position(player(), player(), phase=Buying()))["phase"] == {"name": "buy"}


@pytest.mark.parametrize("path", ["$.players[1].cards", "$.shop"])
def test_tools_refuse_more_cards_than_a_game_has_and_players_do_not(path: str) -> None:
    value = encode_state(new_game(2), 0)
    if path == "$.shop":
        value["shop"] = {f"card {number}": 1 for number in range(101)}
    else:
        players: Any = value["players"]
        players[1]["cards"] *= 101
    for read in (GAME.decode_state, GAME.decode_observation, GAME.decode_message, GAME.resume):
        with pytest.raises(ValueError, match=re.escape(f"expected at most 100 cards at {path}, got 101")):
            read(value)
    assert decode_state(value)
