"""The compiled program and the Python player read the same bytes alike, and answer legally."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinfight.commands.cli import main
from coinfight.protocol import LineError, decode_action, decode_state, encode_state
from coinfight.rules import Action, State, apply, is_over, legal_actions, new_game, objection

ROOT = Path(__file__).parents[2]
START = encode_state(new_game(2))


def ask(command: list[str], data: bytes, **environment: str) -> tuple[int, bytes, bytes]:
    env = {**os.environ, "COINFIGHT_MOVE_SECONDS": "0.01", "PYTHONPATH": str(ROOT / "src"), **environment}
    done = subprocess.run(command, input=data, capture_output=True, env=env, timeout=30, check=False)
    return done.returncode, done.stdout, done.stderr


def python() -> list[str]:
    return [sys.executable, "-S", "-m", "coinfight.player"]


BAD = {
    b"": b"line 1: expected the numbers of seats and of the turn, got the end of the input",
    b"\n\xef\xbb\xbf2\n": b"line 2: expected the numbers of seats (at least 2) and of the turn, got '\\xef\\xbb\\xbf2'",
    b"\n\nhello\n": b"line 3: expected the numbers of seats (at least 2) and of the turn, got 'hello'",
    b"1 0\n1x1\n1x1\n": b"line 1: expected the numbers of seats (at least 2) and of the turn, got '1 0'",
    b"2 -1\n1x1\n1x1\n1x1": b"line 1: expected the numbers of seats (at least 2) and of the turn, got '2 -1'",
    b"2 0\n": b"line 2: expected the table, got the end of the input",
    b"2 0\n1x1\n1x1\n": b"line 4: expected the hand of seat 1, got the end of the input",
    b"2 0\n1x1\n1x1\n1y1\n": b"line 4: expected the hand of seat 1 in pairs such as 4x1, got '1y1'",
    b"2 0\n1x0\n1x1\n1x1\n": b"line 2: expected the table in pairs such as 4x1, got '1x0'",
    b"2 0\n1x1,\n1x1\n1x1\n": b"line 2: expected the table in pairs such as 4x1, got ''",
    b"2 0\n1x1\n1x1\n1x1\n1x1\n": b"line 5: expected the end of the input, got '1x1'",
    b"2 1\r\n1x1\r\n1x1\r\n0x1\r\n": b"line 4: expected a coin in the hand of seat 1, which is to move",
    b"2 1\n1x1\n1x1\n\x00it's \xff" + b"q" * 60: b"line 4: expected the hand of seat 1 in pairs such as 4x1, "
    b"got \"\\x00it's \\xff" + b"q" * 33 + b'..."',
}


@pytest.mark.parametrize("data", BAD)
def test_bad_input_is_told_in_one_line_that_names_the_line(program: Path, data: bytes) -> None:
    expected = (2, b"", b"coinfight: " + BAD[data] + b"\n")
    assert ask([str(program)], data) == expected
    assert ask(python(), data) == expected


GOOD = {
    "crlf": START.replace("\n", "\r\n"),
    "no last newline": START.rstrip("\n"),
    "odd spaces": START.replace(", ", " ,\t").replace("x", " x "),
    "other denominations": "2 4\n3x2, 1x7\n2x2, 1x7\n1x2, 0x7, 1x50\n",
    "one denomination": "2 1\n3x5\n2x5\n1x5\n",
    "any order": "2 0\n1x25, 3x1\n1x25, 2x5\n1x10\n",
    "counts past 64 bits": "2 0\n99999999999999999999999x1\n2x5, 123456789012345678901234567890x10\n1x1\n",
    "denominations past 64 bits": "2 0\n3x1\n1x123456789012345678901234567890\n1x1\n",
    "last move of all": "3 75\n8x1, 9x5, 6x10, 3x25\n1x1, 0x5, 0x10, 0x25\n0x1\n3x1, 0x5, 0x10, 0x25\n",
    "byte order mark": "\ufeff" + START,
    "alone": "2 0\n3x1\n1x5\n0x1\n",
    "a turn past 64 bits": "3 100000000000000000000\n1x1\n1x5\n1x5\n1x10\n",
    "forty seats": encode_state(new_game(40)),
    "eleven denominations": encode_state(new_game(2, tuple(range(1, 12)), (1,) * 11)),
}


@pytest.mark.parametrize("name", GOOD)
def test_every_state_gets_a_legal_answer_of_two_lines(program: Path, name: str) -> None:
    state = decode_state(GOOD[name].removeprefix("\ufeff"))
    for command in ([str(program)], python()):
        status, out, err = ask(command, GOOD[name].encode())
        assert (status, err) == (0, b"")
        assert out.count(b"\n") == 2
        assert objection(state, decode_action(out.decode(), state.denominations)) is None
        table_line = GOOD[name].split("\n")[1]
        assert {pair.partition("x")[2].strip() for pair in out.decode().split("\n")[1].split(",")} == {
            pair.partition("x")[2].strip() for pair in table_line.split(",")
        }


def test_two_seats_both_programs_give_the_same_answers(program: Path) -> None:
    rng = Random(1)
    for _ in range(12):
        state = new_game(2)
        for _ in range(rng.randrange(20)):
            if not is_over(after := apply(state, rng.choice(legal_actions(state)))):
                state = after
        data = encode_state(state).encode()
        assert ask([str(program)], data, COINFIGHT_SEED="5") == ask(python(), data, COINFIGHT_SEED="5")


@given(st.lists(st.sampled_from([*"012345x, \n\r\t-", "2 0\n", "1x5\n", "3x1, 1x5\n"]), max_size=14).map("".join))
def test_any_text_is_read_alike(program: Path, text: str) -> None:
    status, out, err = ask([str(program)], text.encode())
    expected = b""
    try:
        state = decode_state(text)
    except LineError as error:
        expected = f"coinfight: {error}\n".encode()
    if expected:
        assert (status, out, err) == (2, b"", expected)
    else:
        assert (status, err) == (0, b"")
        assert objection(state, decode_action(out.decode(), state.denominations)) is None


def test_a_search_ends_in_its_budget(program: Path) -> None:
    started = time.monotonic()
    status, _, _ = ask([str(program)], encode_state(new_game(12)).encode(), COINFIGHT_MOVE_SECONDS="0.04")
    assert status == 0
    assert time.monotonic() - started > 0.03  # and without a budget it would never end


def test_states_and_answers_are_logged_as_lines_of_json(program: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    for command in ([str(program)], python()):
        assert ask(command, START.encode(), COINFIGHT_LOG=str(log), COINFIGHT_SEED="5")[::2] == (0, b"")
    first, second = map(json.loads, log.read_text().splitlines())
    assert first["state"] == second["state"] == START
    assert first["answer"] == second["answer"]
    assert first["seconds"] > 0
    for command in ([str(program)], python()):
        status, out, err = ask(command, START.encode(), COINFIGHT_LOG=str(tmp_path))
        assert (status, out.count(b"\n"), err.count(b"\n")) == (0, 2, 1)


def test_a_log_never_stands_among_the_answers_nor_waits_for_a_reader(program: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for command in ([str(program)], python()):
        for log in ("/dev/stdout", str(pipe)):
            status, out, err = ask(command, START.encode(), COINFIGHT_LOG=log)
            assert (status, out.count(b"\n"), err.count(b"\n")) == (0, 2, 1)
            assert err.startswith(b"coinfight: no log, ")


def test_without_room_for_the_answer_it_says_so_and_ends_with_status_4(program: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([program], input=START.encode(), stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (4, b"coinfight: cannot go on, No space left on device\n")


def test_a_seed_that_is_no_text_costs_a_built_in_a_line() -> None:
    bot = [sys.executable, "-c", "import sys; from coinfight.commands.cli import main; sys.exit(main())", "bot"]
    status, out, err = ask([*bot, "random"], START.encode(), COINFIGHT_SEED="\udcff")
    assert (status, out.count(b"\n"), err.count(b"\n")) == (0, 2, 1)


def test_a_built_in_plays_a_turn_as_a_program() -> None:
    bot = [sys.executable, "-c", "import sys; from coinfight.commands.cli import main; sys.exit(main())", "bot"]
    assert ask([*bot, "all-high"], START.encode()) == (0, b"25\n0x1, 0x5, 0x10, 0x25\n", b"")
    status, out, err = ask([*bot, "nobody"], START.encode())
    assert (status, out) == (2, b"")
    assert err.startswith(b"coinfight bot: expected a built-in")


def test_a_budget_that_makes_no_sense_is_told_and_not_used(program: Path) -> None:
    for command in ([str(program)], python()):
        status, _, err = ask(command, encode_state(new_game(3)).encode(), COINFIGHT_MOVE_SECONDS="soon")
        assert status == 0
        assert err == b"coinfight: expected number > 0 in COINFIGHT_MOVE_SECONDS, got 'soon'; using 0.25\n"


def test_a_won_two_seat_position_is_won_to_the_end(program: Path) -> None:
    rng = Random(2)
    state: State = new_game(2)
    while not is_over(state):  # we are second, and win whatever comes
        if state.turn % 2 == 0:
            action = rng.choice(legal_actions(state))
        else:
            out = ask([str(program)], encode_state(state).encode())[1]
            action = decode_action(out.decode(), state.denominations)
        assert isinstance(action, Action)
        state = apply(state, action)
    assert any(state.hands[1])


def test_bench_turns_finds_no_fault_in_turns_and_in_games_at_once(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bench", "turns", str(program), "--runs", "4", "--seats", "2", "4"]
    assert main(words) == 0
    assert main([*words, "--games", "2"]) == 0
    printed = capsys.readouterr().out
    assert "4 seats: 2 turns, mean" in printed
    assert "4 seats: 2 games at once of 64 own turns" in printed


def test_bench_turns_tells_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "turns", "cat", "--runs", "2", "--seats", "2"]) == 1
    assert "faults: 2" in capsys.readouterr().out


MANY_SETS = [
    "2 0\n9x101, 9x103, 9x107, 9x109, 9x113, 9x127, 9x131, 1x29999\n" + 2 * (hand + "\n")
    for hand in ("1x101, 1x103, 1x107, 1x109, 1x113, 1x127, 1x131, 3x29999", "1x101, 1x113, 3x29999")
]


@pytest.mark.parametrize("text", MANY_SETS)
def test_a_turn_ends_in_its_budget_where_sets_of_change_are_many(program: Path, text: str) -> None:
    """To list all sets of change would take minutes."""
    status, out, _ = ask([str(program)], text.encode(), COINFIGHT_MOVE_SECONDS="0.05")
    assert (status, out.count(b"\n")) == (0, 2)


def test_a_budget_below_the_least_share_of_a_game_is_kept(program: Path) -> None:
    late = encode_state(new_game(12)).replace("12 0", "12 120000")
    assert ask([str(program)], late.encode(), COINFIGHT_MOVE_SECONDS="0.001")[0] == 0


def test_with_a_count_of_iterations_the_clock_changes_no_answer(program: Path) -> None:
    settings = {"COINFIGHT_MOVE_NODES": "300", "COINFIGHT_SEED": "1"}
    data = encode_state(new_game(5)).encode()
    found = [ask([str(program)], data, COINFIGHT_MOVE_SECONDS=text, **settings) for text in ("0.0001", "5")]
    assert found[0] == found[1]
    status, _, err = ask([str(program)], data, COINFIGHT_MOVE_NODES="many")
    assert (status, err.splitlines()) == (
        0,
        [
            b"coinfight: expected whole number from 1 to 999999999 in COINFIGHT_MOVE_NODES, got 'many'; "
            b"watching the clock"
        ],
    )
