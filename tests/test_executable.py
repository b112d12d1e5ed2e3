"""The built executable: it plays like the source, ends with its exit status, and leaves nothing behind."""

import json
import os
import pty
import shlex
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psutil
import pytest

from economancy.tools.cli import main
from gamekit.json_stream import dumps, loads
from tests.processes import (
    ANSWER,
    BAD,
    COMPLAINT,
    END,
    ENOUGH,
    EXECUTABLE,
    FIRST,
    SOURCE,
    Outcome,
    Process,
    ask,
    errors_of,
    outcome,
    redirected,
    running,
    send,
    soon,
    traces,
)

pytestmark = pytest.mark.skipif(not os.access(EXECUTABLE[0], os.X_OK), reason="./build.sh makes player/economancy")


@pytest.fixture
def temp(tmp_path: Path) -> Iterator[Path]:
    """Return an empty temp folder for executables, which has to be empty again after the test."""
    folder = tmp_path / "temp"
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []


def family(process: Process) -> list[psutil.Process]:
    """Return the processes of an executable."""
    parent = psutil.Process(process.pid)
    return [parent, *parent.children(recursive=True)]


def are_gone(processes: list[psutil.Process]) -> bool:
    return all(map(is_gone, processes))


def is_gone(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("seats", [["decent"], ["decent", "points", "economancy"]])
def test_a_refereed_game_ends_without_a_fault_and_passes_verify(
    seats: list[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["referee", "--base", "--seed", "1", shlex.quote(EXECUTABLE[0]), *seats]) == 0
    out = capfdbinary.readouterr().out
    assert json.loads(out.splitlines()[-1])["phase"]["name"] == "end"
    trace = tmp_path / "game.json"
    trace.write_bytes(out)
    assert main(["verify", str(trace)]) == 0


@pytest.mark.parametrize("trace", traces(), ids=lambda path: path.stem)
def test_it_answers_a_trace_as_the_source_does(trace: Path, temp: Path) -> None:
    text = trace.read_bytes()
    done = outcome(EXECUTABLE, text, TMPDIR=str(temp))
    assert done.answers
    assert done == outcome(SOURCE, text)


@pytest.mark.parametrize("text", [FIRST + BAD, BAD + FIRST, FIRST[:-1], b"hello", b"[" + b"9" * 5000 + b"]", b""])
def test_bad_input_gets_the_lines_and_the_exit_status_of_the_source(text: bytes, temp: Path) -> None:
    done = outcome(EXECUTABLE, text, TMPDIR=str(temp))
    assert done == outcome(SOURCE, text)
    assert done.status == (0 if text in (b"", BAD + FIRST) else 2)


def test_the_last_state_ends_it_at_once_while_its_input_stays_open(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        assert [ask(process, FIRST)] == ANSWER
        processes = family(process)
        send(process, END)
        assert process.wait(ENOUGH) == 0
        assert errors_of(process) == b""
        assert are_gone(processes)


def test_from_its_first_answer_on_there_is_nothing_in_the_temp_folder(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        assert [ask(process, FIRST)] == ANSWER
        assert list(temp.iterdir()) == []
        huge = FIRST.replace(b'"coins":3', b'"coins":3461834487117869480315')
        send(process, BAD + b"\nhello\n" + huge + END)  # what is imported late, if anything
        answers, errors = process.communicate(timeout=ENOUGH)
    assert process.returncode == 0
    assert len(answers.splitlines()) == 1
    assert errors.decode().splitlines()[0] == COMPLAINT
    assert len(errors.splitlines()) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("to_child", [False, True])
def test_a_signal_ends_both_processes_quietly(number: signal.Signals, to_child: bool, temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        processes = family(process)
        assert len(processes) == 2
        processes[to_child].send_signal(number)
        assert process.wait(ENOUGH) == -number
        assert errors_of(process) == b""
        assert are_gone(processes)


def test_killed_after_its_first_answer_it_leaves_no_process_within_a_second(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        processes = family(process)
        process.kill()
        assert soon(partial(are_gone, processes), seconds=1)
        assert list(temp.iterdir()) == []


def test_killed_and_its_input_closed_at_once_it_leaves_nothing(temp: Path) -> None:
    for _ in range(10):  # a race, and a close one
        with running(EXECUTABLE, TMPDIR=str(temp)) as process:
            ask(process, FIRST)
            processes = family(process)
            process.kill()
            assert process.stdin is not None
            process.stdin.close()
            assert soon(partial(are_gone, processes), seconds=1)
            assert list(temp.iterdir()) == []


def test_an_output_that_nobody_reads_ends_it_quietly(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        assert process.stdout is not None
        process.stdout.close()
        send(process, FIRST)
        assert process.wait(ENOUGH) == 0
        assert errors_of(process) == b""


@pytest.mark.parametrize(("redirection", "answers"), [("<&-", []), ("2>&-", ANSWER), ("2>/dev/full", ANSWER)])
def test_a_standard_stream_may_be_missing(redirection: str, answers: list[object], temp: Path) -> None:
    done = outcome(redirected(EXECUTABLE, redirection), BAD + FIRST, TMPDIR=str(temp))
    assert done == Outcome(0, answers, [])


def test_four_started_at_once_answer_and_leave_nothing(temp: Path) -> None:
    with ExitStack() as stack:
        players = [stack.enter_context(running(EXECUTABLE, TMPDIR=str(temp))) for _ in range(4)]
        for process in players:
            send(process, FIRST)
        for process in players:
            assert process.communicate(timeout=ENOUGH) == (dumps(ANSWER[0]) + b"\n", b"")
        assert [process.returncode for process in players] == 4 * [0]


def test_settings_reach_it_and_it_greets_at_a_terminal(temp: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    log = tmp_path / "log"
    with running(EXECUTABLE, stdin=theirs, TMPDIR=str(temp), ECONOMANCY_LOG=str(log)) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert b"JSON" in process.stderr.readline()
        os.write(ours, FIRST + b"\n" + END + b"\n")
        answers, errors = process.communicate(timeout=ENOUGH)
    os.close(ours)
    assert (process.returncode, answers, errors) == (0, dumps(ANSWER[0]) + b"\n", b"")
    record = json.loads(log.read_bytes())
    assert [record["state"], record["answer"]] == [loads(FIRST), ANSWER[0]]
