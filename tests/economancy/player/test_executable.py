"""The built executable: it plays like the source, ends with its exit status, and leaves nothing behind."""

import json
import os
import pty
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from economancy.bench.abuse import messages
from economancy.commands.cli import main
from economancy.policy import builtin
from economancy.protocol import encode_state
from economancy.rules.game import new_game
from economancy.rules.state import Action, Observation
from gamekit.deadline import Deadline
from gamekit.processes.guard import survivors
from gamekit.wire.json_stream import dumps, loads
from tests.economancy.processes import (
    ANSWER,
    BAD,
    COMPLAINT,
    END,
    EXECUTABLE,
    FIRST,
    SOURCE,
    TRACES,
    Outcome,
    ask,
    errors_of,
    outcome,
    redirected,
    requests,
    running,
    send,
    traces,
)
from tests.economancy.table import play, seat_of
from tests.waiting import ENOUGH, soon

pytestmark = pytest.mark.skipif(not os.access(EXECUTABLE[0], os.X_OK), reason="./build.sh makes player/economancy")


@pytest.fixture
def temp(tmp_path: Path) -> Iterator[Path]:
    """Return an empty temp folder for executables, which has to be empty again after the test."""
    folder = tmp_path / "temp"
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("seats", [["decent"], pytest.param(["decent", "points", "economancy"], marks=pytest.mark.ci)])
def test_a_refereed_game_ends_without_a_fault_and_passes_verify(
    seats: list[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["referee", "--base", "--seed", "1", shlex.quote(EXECUTABLE[0]), *seats]) == 0
    out = capfdbinary.readouterr().out
    assert json.loads(out.splitlines()[-1])["phase"]["name"] == "end"
    trace = tmp_path / "game.json"
    trace.write_bytes(out)
    assert main(["verify", str(trace)]) == 0


@pytest.mark.parametrize("trace", TRACES)
def test_it_answers_a_trace_as_the_source_does(trace: Path, temp: Path) -> None:
    text = trace.read_bytes()
    settings = {"TMPDIR": str(temp), "ECONOMANCY_SEED": "1", "ECONOMANCY_MOVE_SECONDS": "100"}
    done = outcome(EXECUTABLE, text, **settings)
    assert done.answers
    assert done == outcome(SOURCE, text, **settings)


@pytest.mark.parametrize("text", [FIRST + BAD, BAD + FIRST, FIRST[:-1], b"hello", b"[" + b"9" * 5000 + b"]", b""])
def test_bad_input_gets_the_lines_and_the_exit_status_of_the_source(text: bytes, temp: Path) -> None:
    done = outcome(EXECUTABLE, text, TMPDIR=str(temp))
    assert done == outcome(SOURCE, text)
    assert done.status == (0 if text in (b"", BAD + FIRST) else 2)


def test_the_last_state_ends_it_at_once_while_its_input_stays_open(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        assert [ask(process, FIRST)] == ANSWER
        send(process, END)
        assert process.wait(ENOUGH) == 0
        assert errors_of(process) == b""


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


def test_the_core_is_loaded_once_the_rivals_are_known_to_play_by_rules(temp: Path) -> None:
    shown: list[bytes] = []

    def watching(observation: Observation, rng: Random, deadline: Deadline) -> Action:
        shown.append(dumps(encode_state(observation.state, observation.seat)))
        return builtin("decent")(observation, rng, deadline)

    seats = [watching, *map(builtin, ("points", "attack", "attack"))]
    play(new_game(4), [seat_of(one, Random(f"{number}")) for number, one in enumerate(seats)], max_days=6)
    with running(EXECUTABLE, TMPDIR=str(temp), ECONOMANCY_MOVE_SECONDS="1000") as process:  # out of time, it plans
        maps = Path(f"/proc/{process.pid}/maps")
        ask(process, shown[0])
        assert "core.so" not in maps.read_text()
        for message in shown[1:]:
            ask(process, message)
        assert "core.so" in maps.read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_quietly(number: signal.Signals, temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        process.send_signal(number)
        assert process.wait(ENOUGH) == -number
        assert errors_of(process) == b""


def test_from_its_first_answer_on_it_is_one_process_so_that_a_kill_leaves_none(temp: Path) -> None:
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        tasks = Path(f"/proc/{process.pid}/task")
        assert [(task / "children").read_text() for task in tasks.iterdir()] == [""]  # in one thread


@pytest.mark.parametrize("milliseconds", [0, 5, 50])
def test_a_kill_at_any_time_from_its_first_answer_on_leaves_no_process_and_no_file(
    milliseconds: int, temp: Path
) -> None:
    states = b"".join(dumps(state) for state in requests(traces()[0].read_bytes()))
    mark = f"TMPDIR={temp}\0".encode()
    with running(EXECUTABLE, TMPDIR=str(temp)) as process:
        ask(process, FIRST)
        send(process, states)  # so that it is at work
        time.sleep(milliseconds / 1000)
        assert survivors(mark, set()) == [process.pid]
        process.kill()
        process.wait(ENOUGH)
        assert soon(lambda: not survivors(mark, set()), seconds=1.0)


@pytest.mark.parametrize("milliseconds", [0, 20, 80])
def test_what_a_kill_before_the_first_answer_leaves_the_next_start_removes(milliseconds: int, temp: Path) -> None:
    for _ in range(2):
        with running(EXECUTABLE, TMPDIR=str(temp)) as process:
            time.sleep(milliseconds / 1000)
            process.kill()
    assert outcome(EXECUTABLE, FIRST, TMPDIR=str(temp)) == Outcome(0, ANSWER, [])  # and `temp` is empty again


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
    (temp / "economancy-unpacked-abcdef").mkdir()  # nobody holds its lock; each of them wants to remove it
    with ExitStack() as stack:
        players = [stack.enter_context(running(EXECUTABLE, TMPDIR=str(temp))) for _ in range(4)]
        for process in players:
            send(process, FIRST)
        for process in players:
            assert process.communicate(timeout=ENOUGH) == (dumps(ANSWER[0]) + b"\n", b"")
        assert [process.returncode for process in players] == 4 * [0]


ROOMLESS = "economancy: expected 80 MB of room in a temp folder that may hold programs: set TMPDIR to one"
NOWHERE = """
mount --bind "$(dirname "$EXE")" /mnt
for place in /var/tmp /dev/shm /tmp; do mount -t tmpfs -o ro none $place; done
exec env -i /mnt/economancy
"""


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("TMPDIR=$HERE/none exec $EXE", Outcome(0, ANSWER, [])),
        ("exec env -i $EXE", Outcome(0, ANSWER, [])),
        ("mount -t tmpfs -o size=9M none $HERE; TMPDIR=$HERE exec $EXE", Outcome(0, ANSWER, [])),
        ("mount -t tmpfs -o noexec none $HERE; TMPDIR=$HERE exec $EXE", Outcome(0, ANSWER, [])),
        ("mount -t tmpfs -o ro none $HERE; cd $HERE; exec $EXE", Outcome(0, ANSWER, [])),
        ("mount -t tmpfs -o ro none /dev/shm; exec $EXE", Outcome(0, ANSWER, [])),
        ("mount -t tmpfs -o ro none /proc; exec $EXE", Outcome(0, ANSWER, [])),
        (NOWHERE, Outcome(1, [], [ROOMLESS])),
    ],
    ids=["no-tmpdir", "no-environment", "full", "noexec", "read-only", "no-shm", "no-proc", "nowhere"],
)
def test_what_is_missing_around_it_costs_no_move_or_is_named(script: str, expected: Outcome, tmp_path: Path) -> None:
    command: tuple[str, ...] = ("sh", "-ec", script)
    if "mount" in script:
        command = ("unshare", "--mount", *command)
        if subprocess.run([*command[:2], "true"], capture_output=True, check=False).returncode:
            pytest.skip("mounts file systems, which only root may")
    assert outcome(command, FIRST, EXE=EXECUTABLE[0], HERE=str(tmp_path)) == expected


def test_without_proc_a_table_of_four_is_played_as_by_the_source(tmp_path: Path) -> None:
    trace = next(path for path in traces() if "4p" in path.stem)
    settings = {"EXE": EXECUTABLE[0], "HERE": str(tmp_path), "TMPDIR": str(tmp_path), "ECONOMANCY_SEED": "1"}
    command = ("unshare", "--mount", "sh", "-ec", "mount -t tmpfs -o ro none /proc; exec $EXE")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounts a file system, which only root may")
    text = b"".join(dumps(state) for state in requests(trace.read_bytes())[:8])
    assert outcome(command, text, **settings) == outcome(SOURCE, text, **settings)


def test_the_abuse_bench_ends_and_finds_nothing_in_a_small_way(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--little", "--players", "2", "--decisions", "8", "--days", "20"]
    assert main(["bench", "abuse", EXECUTABLE[0], *words]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == (len(messages()) + 2) * ["ok"]


def test_the_abuse_bench_does_not_wait_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "abuse", "/bin/cat", "--patience", "0.5"]) == 2  # it only says what it hears
    assert "instead of answering" in capsys.readouterr().err


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
