"""The player as a referee meets it: a process with pipes, a terminal, signals and settings."""

import contextlib
import json
import os
import pty
import signal
import sys
import termios
import time
from pathlib import Path

import pytest

from economancy.protocol import encode_state
from economancy.rules.state import Attacking, Buying
from gamekit.wire.json_stream import dumps
from tests.economancy.positions import player, position
from tests.economancy.processes import (
    ANSWER,
    BAD,
    COMPLAINT,
    END,
    FIRST,
    SOURCE,
    TRACES,
    Outcome,
    ask,
    errors_of,
    is_legal,
    outcome,
    redirected,
    requests,
    running,
    send,
)
from tests.waiting import ENOUGH

DEFENDING = dumps(
    encode_state(position(player("Worker"), player("Ghost"), phase=Attacking(attacker=0, attacker_card=1)), 1)
)
SPELLINGS = (b"attacker_card", b"attacker-card")
PRETTY = json.dumps(json.loads(FIRST), indent=2).encode()


@pytest.mark.parametrize("text", [3 * FIRST, b"\n\n".join(3 * [FIRST]), 3 * PRETTY, b"\r\n".join(3 * [PRETTY])])
def test_states_may_be_glued_together_or_spread_over_lines(text: bytes) -> None:
    done = outcome(SOURCE, text)
    assert (done.status, done.answers, done.errors) == (0, 3 * ANSWER, [])


def test_a_state_may_be_split_at_any_byte() -> None:
    with running(SOURCE) as process:
        assert [ask(process, FIRST)] == ANSWER
        for byte in FIRST[:-1]:
            send(process, bytes([byte]))
            time.sleep(0.0002)  # so that the player reads before the next byte comes
        assert [ask(process, FIRST[-1:])] == ANSWER


def test_both_spellings_of_the_attacking_card_are_read() -> None:
    referee, assignment = (outcome(SOURCE, DEFENDING.replace(b"attacker_card", key)) for key in SPELLINGS)
    assert referee.answers == assignment.answers == [[1]]
    assert referee.errors == assignment.errors == []


@pytest.mark.parametrize(
    "last",
    [
        END,
        b'{"phase":{"name":"end","winner":false},"player":1}',
        b'{"phase":{"name":"fault","forfiet":0,"reason":"late"}}',
        b'{"phase":{"name":"fault"},"player":"nonsense"}',
        FIRST.replace(b"investing", b"end"),
    ],
)
def test_the_last_state_ends_it_at_once_while_its_input_stays_open(last: bytes) -> None:
    with running(SOURCE) as process:
        assert [ask(process, FIRST)] == ANSWER
        send(process, last)
        assert process.wait(ENOUGH) == 0
        assert errors_of(process) == b""


@pytest.mark.parametrize("text", [b"", b"\n", FIRST, FIRST + b"\n"])
def test_the_end_of_input_ends_it(text: bytes) -> None:
    done = outcome(SOURCE, text)
    assert (done.status, done.errors) == (0, [])


def test_arrays_and_meta_objects_between_states_are_skipped() -> None:
    text = b'{"meta":"players","names":["a","b"]}' + FIRST + b'["Pass"][0]"timeout"\n' + FIRST + b'{"meta":"record"}'
    done = outcome(SOURCE, text)
    assert (done.status, done.answers, done.errors) == (0, 2 * ANSWER, [])


@pytest.mark.parametrize("trace", TRACES)
def test_a_trace_piped_in_gets_an_array_a_line_for_every_state(trace: Path) -> None:
    text = trace.read_bytes()
    done = outcome(SOURCE, text)
    states = requests(text)
    assert len(states) > 10
    assert (done.status, done.errors) == (0, [])
    assert all(is_legal(answer, state) for answer, state in zip(done.answers, states, strict=True))


# Bad input


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (BAD, COMPLAINT),
        (b'{"day":1}', "economancy: expected object with key 'players' at $, got {\"day\":1}"),
        (b"7", "economancy: expected object at $, got 7"),
        (FIRST.replace(b'"day":1', b'"day":4'), "economancy: expected integer from 1 to 3 at $.day, got 4"),
        (
            FIRST.replace(b'"Ghost":4', b'"Gh\\nost":-1'),
            r'economancy: expected integer >= 0 at $.shop["Gh\nost"], got -1',
        ),
    ],
)
def test_bad_input_costs_a_line_with_the_path_and_what_was_expected(bad: bytes, complaint: str) -> None:
    done = outcome(SOURCE, FIRST + bad + FIRST)
    assert (done.status, done.answers, done.errors) == (0, 2 * ANSWER, [complaint])


@pytest.mark.parametrize("bad", [b"hello", b"\x00\xff", b'{"day":}', b"[1,2}"])
def test_after_bytes_that_are_no_json_it_goes_on_at_the_next_line(bad: bytes) -> None:
    done = outcome(SOURCE, FIRST + b"\n" + bad + b" " + FIRST + b"\n" + FIRST)
    assert (done.status, done.answers, len(done.errors)) == (0, 2 * ANSWER, 1)


@pytest.mark.parametrize("cut", [FIRST[:-1], FIRST[:50], b"{", b'"abc'])
def test_a_value_cut_off_by_the_end_of_input_exits_2(cut: bytes) -> None:
    done = outcome(SOURCE, FIRST + cut)
    assert (done.status, done.answers, len(done.errors)) == (2, ANSWER, 1)
    assert done.errors[0].startswith("economancy: value cut off by the end of input")


@pytest.mark.parametrize("bad", [BAD, b"hello\n", b"[1\n"])
def test_bad_input_with_no_good_state_after_it_exits_2(bad: bytes) -> None:
    done = outcome(SOURCE, FIRST + bad)
    assert (done.status, done.answers, len(done.errors)) == (2, ANSWER, 1)


def test_a_seat_without_a_legal_action_gets_a_line_and_no_answer() -> None:
    state = position(player("Worker", coins=3, buys=0), player(coins=1), phase=Buying(), shop={"Ghost": 2})
    done = outcome(SOURCE, dumps(encode_state(state, 0)) + FIRST)
    assert (done.answers, len(done.errors)) == (ANSWER, 1)
    assert "no legal action" in done.errors[0]


@pytest.mark.parametrize("digits", [19, 22, 300])
def test_any_number_of_coins_is_exact(digits: int, tmp_path: Path) -> None:
    coins = 10 ** (digits - 1) + 7
    state = encode_state(position(player("Worker", coins=coins), player("Ghost", coins=2), shop={"Worker": 1}), 0)
    buying = {**state, "phase": {"name": "buy"}}
    log = tmp_path / "log"
    done = outcome(SOURCE, dumps(state) + dumps(buying), ECONOMANCY_LOG=str(log))
    assert (done.status, done.errors) == (0, [])
    assert all(is_legal(answer, asked) for answer, asked in zip(done.answers, (state, buying), strict=True))
    assert [json.loads(line)["state"] for line in log.read_bytes().splitlines()] == [state, buying]


# Settings


def test_the_log_holds_state_answer_and_seconds_of_each_decision(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for _ in range(2):
        assert outcome(SOURCE, FIRST + BAD + DEFENDING, ECONOMANCY_LOG=str(log)).status == 0
    records = [json.loads(line) for line in log.read_bytes().splitlines()]
    assert [record["state"] for record in records] == 2 * [json.loads(FIRST), json.loads(DEFENDING)]
    assert [record["answer"] for record in records] == 2 * [*ANSWER, [1]]
    assert all(0 < record["seconds"] < ENOUGH for record in records)


@pytest.mark.parametrize("path", ["/dev/full", "no/such/folder/log"])
def test_a_log_that_cannot_be_written_costs_a_line(path: str) -> None:
    done = outcome(SOURCE, 3 * FIRST, ECONOMANCY_LOG=path)
    assert (done.status, done.answers, len(done.errors)) == (0, 3 * ANSWER, 1)
    assert "log" in done.errors[0]


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "nan", "inf", ""])
def test_a_bad_limit_is_reported_and_replaced(seconds: str) -> None:
    done = outcome(SOURCE, FIRST, ECONOMANCY_MOVE_SECONDS=seconds)
    assert (done.status, done.answers, len(done.errors)) == (0, ANSWER, 1)
    assert "ECONOMANCY_MOVE_SECONDS" in done.errors[0]


def test_the_same_seed_gives_the_same_moves_and_another_seed_others() -> None:
    bot = (sys.executable, "-c", "from economancy.commands.cli import main; main()", "bot", "random")
    one, again, other = (outcome(bot, 30 * FIRST, ECONOMANCY_SEED=seed).answers for seed in ("1", "1", "2"))
    assert one == again
    assert one != other


# Ends and pipes


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_quietly(number: signal.Signals) -> None:
    with running(SOURCE) as process:
        ask(process, FIRST)
        process.send_signal(number)
        assert process.wait(ENOUGH) == -number
        assert errors_of(process) == b""


def test_a_closed_output_ends_it_quietly() -> None:
    with running(SOURCE) as process:
        ask(process, FIRST)
        assert process.stdout is not None
        process.stdout.close()
        send(process, FIRST)
        assert process.wait(ENOUGH) in (0, -signal.SIGPIPE)
        assert errors_of(process) == b""


def test_a_closed_input_is_an_input_that_ended() -> None:
    assert outcome(redirected(SOURCE, "<&-"), b"") == Outcome(0, [], [])


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_without_a_standard_error_it_plays_on(redirection: str) -> None:
    assert outcome(redirected(SOURCE, redirection), BAD + FIRST) == Outcome(0, ANSWER, [])


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_an_output_that_cannot_be_written_gets_a_line_at_most(redirection: str) -> None:
    done = outcome(redirected(SOURCE, redirection), FIRST)
    assert done.answers == []
    assert len(done.errors) <= 1


def test_an_input_that_does_not_block_is_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with running(SOURCE, stdin=reading) as process:
        os.close(reading)
        time.sleep(0.2)  # so that it finds nothing to read at first
        with open(writing, "wb", buffering=0) as pipe, contextlib.suppress(BrokenPipeError):
            pipe.write(FIRST)
        answers, errors = process.communicate(timeout=ENOUGH)
    assert (answers, errors) == (dumps(ANSWER[0]) + b"\n", b"")


def test_at_a_terminal_it_says_what_it_waits_for() -> None:
    ours, theirs = pty.openpty()
    settings = termios.tcgetattr(theirs)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    with running(SOURCE, stdin=theirs) as process:
        os.close(theirs)
        assert process.stderr is not None
        greeting = process.stderr.readline()
        os.write(ours, FIRST + b"\n\x04")  # Ctrl-D
        answers, errors = process.communicate(timeout=ENOUGH)
    os.close(ours)
    assert greeting.startswith(b"economancy: ")
    assert b"JSON" in greeting
    assert (process.returncode, answers, errors) == (0, dumps(ANSWER[0]) + b"\n", b"")
