import json
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.deadline import Deadline
from gamekit.game import ChildSettings, Observation
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.traces import TraceWriter, replay, split_games
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_seat import open_child
from gamekit.wire.json_stream import Value, values_of
from thud import protocol
from thud.commands.cli import main
from thud.game import GAME
from thud.pages.words import cell_name
from thud.player.bundle import rival
from thud.rivals.seats import seat
from thud.rules import Move, State, apply, legal_actions, new_game, side_to_move

needs_node = pytest.mark.skipif(not (shutil.which("node") or shutil.which("nodejs")), reason="node is not installed")


def played(choices: list[int]) -> State:
    """Return the state after some moves from the start; every third number declares, too."""
    state = new_game()
    for choice in choices:
        if legal := legal_actions(state, side_to_move(state)):
            state = apply(state, legal[choice % len(legal)]._replace(declares=choice % 3 == 0))
    return state


@given(st.lists(st.integers(min_value=0, max_value=10_000), max_size=20))
def test_states_and_moves_come_back_from_the_wire(choices: list[int]) -> None:
    state = played(choices)
    assert protocol.decode_state(json.loads(json.dumps(protocol.encode_state(state)))) == state
    for move in legal_actions(state, side_to_move(state))[:3]:
        assert protocol.decode_move(protocol.encode_move(move)) == move


@pytest.mark.parametrize(
    ("value", "path"),
    [([1, 2, 3], r"\$"), ([1, 2, 3, 15], r"\$\[3\]"), ([1, 2, 3, 4, 1], r"\$\[4\]"), ("a1-b2", r"\$")],
)
def test_what_is_no_move_is_refused_with_its_path(value: object, path: str) -> None:
    with pytest.raises(ProtocolError, match=path):
        protocol.decode_move(value)


def test_a_board_of_another_shape_is_refused_with_its_path() -> None:
    value = protocol.encode_state(new_game())
    rows = value["board"]
    assert isinstance(rows, list)
    rows[3] = " " * 15
    with pytest.raises(ProtocolError, match=r"\$\.board\[3\]"):
        protocol.decode_state(value)


def test_a_limit_that_no_game_should_reach_is_refused_in_a_file_and_on_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    late = protocol.encode_state(new_game()) | {"moves": 20, "max_moves": 10_020}
    assert protocol.decode_state(late) == GAME.with_limit(State(moves=20), 10_000)
    with pytest.raises(ProtocolError, match=r"integer from 1 to 10020 at \$\.max_moves, got 2147483648"):
        protocol.decode_state(late | {"max_moves": 1 << 31})
    for command in (["referee", "random", "random"], ["play"], ["verify", "game.json"]):
        with pytest.raises(SystemExit):
            main([*command, "--max-moves", "10001"])
        assert "--max-moves: expected at most 10000 moves, got 10001" in capsys.readouterr().err


def test_a_game_of_chance_is_refereed_and_verified() -> None:
    lines: list[bytes] = []
    seats = [BuiltinSeat(GAME, GAME.policy("random"), Random(seat), 1.0) for seat in range(2)]
    start = GAME.with_limit(GAME.new_game(2, "standard", Random(1)), 30)
    match = play(GAME, start, seats, trace=TraceWriter(GAME, lines.append))
    assert match.state.moves == 30
    items = values_of(b"".join(line + b"\n" for line in lines))
    (values,) = split_games(GAME, [item for item in items if isinstance(item, Value)])
    assert sum(1 for _ in replay(GAME, values, 30)) == 30


@needs_node
def test_a_clients_file_plays_its_seat(tmp_path: Path) -> None:
    file = tmp_path / "alphabeta.js"
    file.write_text(rival("alphabeta", {"depth": 1, "seed": 1}))
    settings = ChildSettings(GAME.wires[0], timeout=20)
    start = GAME.with_limit(GAME.new_game(2, "standard", Random(1)), 10)
    with (
        open_child(GAME, [str(file)], settings) as dwarfs,
        open_child(GAME, [str(file), str(file)], settings) as trolls,
    ):
        match = play(GAME, start, [dwarfs, trolls])
    assert (match.state.moves, len(match.faults)) == (10, 0)


def test_a_file_of_javascript_plays_where_there_is_one(tmp_path: Path) -> None:
    file = (tmp_path / "bot.js").resolve()
    with pytest.raises(ValueError, match=r"expected a JavaScript file at .*bot\.js: there is none"):
        seat(str(file), "dwarf", 0)
    file.touch()
    assert seat(str(file), "dwarf", 0) == {"kind": "file", "path": str(file)}


@needs_node
def test_the_built_in_ones_move_legally() -> None:
    state = new_game()
    for name in ("alphabeta:1", "huddle", "rusher", "runner"):
        move = GAME.policy(name)(Observation(state, 0), Random(1), Deadline(lambda: 0.0, 1.0))
        assert move in legal_actions(state, 0)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="alphabeta:N"):
        GAME.policy("magnus")


def test_the_page_names_every_space_and_every_move_is_two_clicks() -> None:
    state = new_game()
    page = GAME.draw_page(Observation(state, 0), ("a", "b"))
    assert page.count("data-click=") == 164
    question = GAME.question(Observation(state, 0), ("a", "b"))
    assert len(question.options) == 656
    assert all(f'data-click="{click}"' in page for click in question.options[0].clicks)


def test_a_move_in_words() -> None:
    move = Move(5, 6 + 15)
    assert (GAME.action_text(move), cell_name(0)) == ("f1 to g2", "a1")
    assert GAME.story(new_game(), {0: move}, new_game(), ("us", "them")) == ["us: the dwarf on f1 walks to g2"]


def test_verify_reads_the_environments_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {"moves": [], "legal": [], "score": [32, 32]}
    bad = {"moves": [[5, 0, 5, 1, "walk", 32, 8]], "legal": [[656, "00000000"]], "score": [32, 32]}
    for name, text, status in (("good", good, 0), ("bad", bad, 1), ("none", {}, 1)):
        file = tmp_path / f"{name}.json"
        for mark in ("", "\ufeff"):  # a byte order mark may stand at the start of a file
            file.write_text(mark + json.dumps(text) + "\n", encoding="utf-8")
            assert main(["verify", str(file)]) == status
    assert "game 1: ValueError: move 1" in capsys.readouterr().out
