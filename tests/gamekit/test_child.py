import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from gamekit.answer import Answer, Failure
from gamekit.game import Surroundings
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import dumps
from gamekit.wire.pipes import Pipes
from tests.gamekit.children import ENOUGH, SHORT, SLACK, STATE, Start, value_of


def failure_of(player: ChildPlayer, timeout: float = ENOUGH) -> tuple[str, str]:
    before = time.monotonic()
    result = player.ask(STATE, timeout)
    assert time.monotonic() - before < timeout + SLACK
    assert isinstance(result, Failure), result
    return result.kind, result.reason


def test_a_good_player_answers_every_time_and_exits_by_itself_at_the_end(start: Start) -> None:
    player = start("good")
    assert [value_of(player) for _ in range(3)] == [[0, 1]] * 3
    player.tell(b'{"over":{}}\n')
    before = time.monotonic()
    player.close(grace=ENOUGH)
    assert time.monotonic() - before < ENOUGH / 2


def test_the_first_answer_takes_as_long_as_the_process_to_start(start: Start) -> None:
    player = start(sys.executable, "-c", "import time; time.sleep(0.5); print('[1]', flush=True); time.sleep(9)")
    answer = player.ask(b"", ENOUGH)
    assert isinstance(answer, Answer)
    assert answer.seconds >= 0.5


def test_a_player_pays_no_time_between_its_start_and_the_first_request(start: Start) -> None:
    player = start("/bin/cat")
    time.sleep(0.5)
    answer = player.ask(b"[1]\n", 0.45)
    assert isinstance(answer, Answer)
    assert answer.seconds < 0.45


def test_a_silent_player_is_late(start: Start) -> None:
    assert failure_of(start("silent"), SHORT) == ("late", "no answer within 0.3 s")


def test_a_slow_player_is_late_and_its_answer_is_left_for_the_next_request(start: Start) -> None:
    player = start("slow", "1")
    assert failure_of(player, SHORT)[0] == "late"
    assert value_of(player, b"") == [0, 1]


def test_half_a_value_is_late(start: Start) -> None:
    assert failure_of(start("half_json"), SHORT)[0] == "late"


def test_a_number_is_complete_at_the_next_byte_or_at_the_end_of_output(start: Start) -> None:
    waits = start(sys.executable, "-c", "print(0, end='', flush=True); import time; time.sleep(9)")
    assert failure_of(waits, SHORT)[0] == "late"
    assert value_of(start(sys.executable, "-c", "print(0, end='')")) == 0


def test_a_player_that_never_reads_is_late_and_blocks_nobody(start: Start) -> None:
    player = start("never_reads")
    before = time.monotonic()
    assert isinstance(player.ask(b"[" + b"0," * 500_000 + b"0]\n", SHORT), Failure)
    player.tell(b"0" * 1_000_000)
    assert time.monotonic() - before < SHORT + SLACK


def test_a_long_message_arrives_whole(start: Start) -> None:
    player = start("/bin/cat", max_output=1 << 22)
    numbers = list(range(200_000))
    assert value_of(player, dumps(numbers) + b"\n") == numbers


def test_a_player_dead_at_once_is_named_with_its_status_and_last_words(start: Start) -> None:
    player = start("dead_at_once")
    assert failure_of(player) == ("dead", "exited with status 1")
    assert player.stderr_tail == "no licence found\n"


def test_a_player_dead_later_is_named_with_its_signal_each_time(start: Start) -> None:
    player = start("dead_later")
    assert value_of(player) == [0, 1]
    assert failure_of(player) == ("dead", "killed by SIGSEGV")
    assert failure_of(player) == ("dead", "killed by SIGSEGV")


def test_a_dead_player_is_found_out_while_its_child_keeps_the_output_open(start: Start) -> None:
    player = start("forks_child")
    assert value_of(player) == [0, 1]
    os.kill(player.pid, signal.SIGKILL)
    assert failure_of(player) == ("dead", "killed by SIGKILL")


def test_the_last_answer_of_a_dead_player_counts(start: Start) -> None:
    player = start(sys.executable, "-c", "print([1])")
    time.sleep(SHORT)
    assert value_of(player) == [1]
    assert failure_of(player) == ("dead", "exited with status 0")


def test_a_player_that_closes_its_output_is_closed(start: Start) -> None:
    assert failure_of(start("closes_output")) == ("closed", "closed its output")


def test_what_is_no_json_is_garbage_at_once(start: Start) -> None:
    kind, reason = failure_of(start("garbage"))
    assert kind == "garbage"
    assert re.fullmatch("wrote what is no JSON: .*'thinking...'.*", reason)


def test_output_without_end_is_a_flood(start: Start) -> None:
    expected = ("flood", "wrote more than 1048576 bytes without an answer")
    assert failure_of(start("flood_stdout")) == expected


def test_blanks_without_end_are_a_flood(start: Start) -> None:
    player = start(sys.executable, "-c", "while True: print(' ' * 1000)", max_output=10_000)
    assert failure_of(player) == ("flood", "wrote more than 10000 bytes without an answer")


def test_the_limit_is_on_an_answer_and_not_on_a_game(start: Start) -> None:
    player = start("/bin/cat", max_output=1000)
    for _ in range(5):
        assert isinstance(player.ask(b'["' + b"x" * 500 + b'"]', ENOUGH), Answer)


def test_a_flood_of_errors_is_drained_and_only_its_tail_is_kept(start: Start) -> None:
    player = start("flood_stderr")
    assert [value_of(player), value_of(player)] == [[0, 1]] * 2
    assert len(player.stderr_tail) == 4096
    assert player.stderr_tail.endswith("nothing\n")


def test_an_extra_answer_is_the_answer_to_the_next_request(start: Start) -> None:
    player = start("answers_twice")
    assert value_of(player) == [0, 1]
    before = time.monotonic()
    assert value_of(player, b"") == [0, 1]
    assert time.monotonic() - before < SLACK


@pytest.mark.parametrize("text", ["0", "[]", "[true]", "[1.0]"])
def test_an_answer_of_the_wrong_shape_is_handed_on_as_it_came(start: Start, text: str) -> None:
    assert dumps(value_of(start("wrong_shape", text))) == text.encode()


def test_an_illegal_move_is_handed_on_as_it_came(start: Start) -> None:
    assert value_of(start("illegal_move")) == [9, 9]


@pytest.mark.parametrize(
    ("name", "did"),
    [("KILL", "killed"), ("TERM", "killed"), ("SEGV", "killed"), ("STOP", "stopped")],
)
def test_a_player_that_harms_its_parent_is_named_whatever_it_answers(start: Start, name: str, did: str) -> None:
    player = start("/bin/sh", "-c", f"read line; echo 0; read line; kill -{name} $PPID; echo 1; read line")
    assert value_of(player) == 0
    assert failure_of(player) == ("dead", f"{did} its parent process")
    assert failure_of(player) == ("dead", f"{did} its parent process")


@pytest.mark.parametrize("name", ["TSTP", "CONT", "URG"])
def test_a_player_that_sends_its_parent_what_does_no_harm_plays_on(start: Start, name: str) -> None:
    player = start("/bin/sh", "-c", f"read line; kill -{name} $PPID; echo 0; read line; echo 1; read line")
    assert [value_of(player), value_of(player)] == [0, 1]


@pytest.mark.parametrize("name", ["KILL", "STOP"])
def test_a_silent_player_that_harms_its_parent_is_named_before_it_is_late(start: Start, name: str) -> None:
    before = time.monotonic()
    assert failure_of(start("/bin/sh", "-c", f"kill -{name} $PPID; read line; sleep 600"))[0] == "dead"
    assert time.monotonic() - before < ENOUGH


def test_a_player_needs_a_command() -> None:
    with pytest.raises(ValueError, match="expected a command"):
        Pipes([])


@pytest.mark.parametrize("memory", [None, 1 << 30])
def test_what_cannot_be_executed_is_an_error_that_names_it(tmp_path: Path, memory: int | None) -> None:
    plain, no_program = tmp_path / "plain", tmp_path / "no_program"
    plain.write_text("")
    no_program.write_text("hello")
    no_program.chmod(0o755)
    for file, error in (
        (tmp_path / "missing", "No such file"),
        (plain, "Permission denied"),
        (no_program, "Exec format error"),
    ):
        with pytest.raises(OSError, match=f"{error}.*{file}"):
            Pipes([str(file)], surroundings=Surroundings(memory=memory))


def test_memory_that_is_resident_is_limited_of_the_player_and_what_it_starts_together(start: Start) -> None:
    fill = "import time; kept = bytes(range(256)) * (3 << 18); time.sleep(600)"  # 192 MiB
    program = (
        f"import subprocess as s, sys; [s.Popen([sys.executable, '-c', {fill!r}]) for _ in 'ab']; input(); input()"
    )
    found = failure_of(start(sys.executable, "-c", program, memory=300 << 20))
    assert found == ("dead", "used more than 300 MiB of memory")


def test_memory_that_is_reserved_and_not_used_is_free(start: Start) -> None:
    program = "import mmap; kept = mmap.mmap(-1, 1 << 34, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); print([1])"
    assert value_of(start(sys.executable, "-c", program, memory=256 << 20)) == [1]
