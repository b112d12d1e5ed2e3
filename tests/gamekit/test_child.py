import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from gamekit.answer import Answer, Failure
from gamekit.game import Surroundings
from gamekit.processes.usage import living
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter, dumps
from gamekit.wire.pipes import Pipes

BAD_PLAYERS = Path(__file__).with_name("bad_players.py")
STATE = b'{"heaps":[3,4,5],"seats":2,"turn":0}\n'
ENOUGH = 20.0  # seconds for what comes on any machine, however busy: an answer, the end of a process
SHORT = 0.3  # seconds for an answer that does not come
SLACK = 5.0  # seconds that a busy machine may add

Start = Callable[..., ChildPlayer]


def processes_of(test: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("TEST") == test and process.pid != os.getpid():
                found.append(process)
        except psutil.Error:  # gone, a zombie, or not ours to look at
            continue
    return found


def running(pid: int) -> bool:
    """Tell whether a process lives; one that is dead may wait for init to notice."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def left(test: str, pids: set[int], seconds: float = ENOUGH) -> bool:
    """Tell whether within some seconds just these processes of a test are left."""
    until = time.monotonic() + seconds
    while (found := {process.pid for process in processes_of(test)}) != pids:
        if time.monotonic() > until:
            print(f"expected {pids}, found {found}")
            return False
        time.sleep(0.02)
    return True


@pytest.fixture
def test_name(request: pytest.FixtureRequest) -> Iterator[str]:
    name = f"{os.getpid()} {request.node.name}"
    yield name
    assert left(name, set())


@pytest.fixture
def start(test_name: str) -> Iterator[Start]:
    players: list[ChildPlayer] = []

    def start(*command: str, memory: int | None = None, max_output: int = 1 << 20) -> ChildPlayer:
        if command[0] not in ("/bin/cat", "/bin/sh", sys.executable):
            command = (sys.executable, str(BAD_PLAYERS), *command)
        pipes = Pipes(command, env={"TEST": test_name}, surroundings=Surroundings(memory=memory))
        player = ChildPlayer(pipes, JsonSplitter(max_output), max_output=max_output)
        players.append(player)
        return player

    yield start
    for player in players:
        player.close()


def failure_of(player: ChildPlayer, timeout: float = ENOUGH) -> tuple[str, str]:
    before = time.monotonic()
    result = player.ask(STATE, timeout)
    assert time.monotonic() - before < timeout + SLACK
    assert isinstance(result, Failure), result
    return result.kind, result.reason


def value_of(player: ChildPlayer, message: bytes = STATE) -> object:
    result = player.ask(message, ENOUGH)
    assert isinstance(result, Answer), (result, player.stderr_tail)
    return result.value


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


def test_a_player_has_a_parent_of_its_own(start: Start) -> None:
    parents = {value_of(start("/bin/sh", "-c", "echo $PPID; read line")) for _ in range(2)}
    assert len(parents) == 2
    assert os.getpid() not in parents


def test_a_guard_that_was_killed_or_stopped_is_replaced(start: Start) -> None:
    for number in (signal.SIGKILL, signal.SIGSTOP):
        parent = value_of(start("/bin/sh", "-c", "echo $PPID; read line"))
        assert isinstance(parent, int)
        guard = psutil.Process(parent).ppid()
        assert guard in (process.pid for process in psutil.Process().children())
        os.kill(guard, number)
        assert value_of(start("good")) == [0, 1]


def test_closing_kills_a_player_that_ignores_the_end_and_sigterm(start: Start) -> None:
    player = start("ignores_end")
    assert value_of(player) == [0, 1]
    before = time.monotonic()
    player.close(grace=0.1)
    assert 0.2 <= time.monotonic() - before < 0.2 + SLACK
    assert not running(player.pid)


def test_closing_kills_what_the_player_started_in_any_session(start: Start) -> None:
    with start("forks_child") as player:
        assert value_of(player) == [0, 1]
        sleepers = [int(pid) for pid in player.stderr_tail.split()]
        assert all(running(pid) for pid in sleepers)
    assert not any(running(pid) for pid in sleepers)


def test_closing_kills_a_player_that_hides_its_environment(test_name: str) -> None:
    pipes = Pipes(["env", "-i", "sh", "-c", "sleep 600 & echo [$!]; exec sleep 600"])
    with ChildPlayer(pipes, JsonSplitter()) as player:
        answer = player.ask(b"", ENOUGH)
    assert isinstance(answer, Answer)
    assert isinstance(answer.value, list)
    assert not running(answer.value[0])


def test_closing_kills_a_process_of_which_only_the_main_thread_has_ended(start: Start) -> None:
    program = (
        "import ctypes, os, threading, time\n"
        "if not os.fork():\n"
        "    os.setsid()\n"
        "    threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "    print(f'[{os.getpid()}]', flush=True)\n"
        "    ctypes.CDLL(None).syscall({'x86_64': 60}.get(os.uname().machine, 93), 0)\n"  # exit
        "time.sleep(600)"
    )
    player = start(sys.executable, "-c", program)
    answer = value_of(player)
    player.close(grace=0.1)
    assert isinstance(answer, list)
    with pytest.raises(OSError, match="No such"):
        living(answer[0])


def test_closing_twice_is_closing_once_and_a_closed_player_cannot_be_asked(start: Start) -> None:
    player = start("/bin/cat")
    player.close()
    player.close()
    player.tell(b"0")
    with pytest.raises(ValueError, match="not closed"):
        player.ask(b"0", SHORT)


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


OWNER = """
import multiprocessing, os, signal, sys, time
from gamekit.answer import Answer
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.pipes import Pipes

def start(kind):
    player = ChildPlayer(Pipes([sys.executable, {bad_players!r}, kind]), JsonSplitter())
    assert isinstance(player.ask({state!r}, 20.0), Answer), player.stderr_tail
    return player

def wait():
    print("ready", os.getpid(), flush=True)
    time.sleep(600)

def work():
    start("ignores_end")
    wait()

{body}
"""


def started_owner(test: str, body: str) -> tuple["subprocess.Popen[str]", int]:
    """Return an owner of players, a process in a session of its own, and the process that said it is ready."""
    code = OWNER.format(bad_players=str(BAD_PLAYERS), state=STATE, body=body)
    owner = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "TEST": test},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert owner.stdout
    with owner.stdout as output:
        ready, pid = output.readline().split()
    assert ready == "ready"
    return owner, int(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_an_owner_that_is_killed(test_name: str, number: int) -> None:
    owner, _ = started_owner(test_name, "players = [start('forks_child'), start('ignores_end')]\nwait()")
    assert len(processes_of(test_name)) == 8  # the owner, its guard, two players and their parents, two sleepers
    owner.send_signal(number)
    assert owner.wait(ENOUGH) == -number
    assert left(test_name, set())


def test_nothing_outlives_an_owner_that_just_ends(test_name: str) -> None:
    owner, _ = started_owner(test_name, "player = start('forks_child')\nprint('ready', os.getpid(), flush=True)")
    assert owner.wait(ENOUGH) == 0
    assert left(test_name, set())


def test_the_guard_survives_ctrl_c_in_the_terminal(test_name: str) -> None:
    body = "signal.signal(signal.SIGINT, lambda *_: None)\nplayer = start('ignores_end')\nwait()"
    owner, _ = started_owner(test_name, body)
    os.killpg(owner.pid, signal.SIGINT)
    time.sleep(0.1)
    assert len(processes_of(test_name)) == 4  # the owner, its guard, the player and its parent
    owner.kill()
    owner.wait()
    assert left(test_name, set())


def test_a_killed_worker_takes_its_own_player_along_and_no_other(test_name: str) -> None:
    body = """
player = start("ignores_end")
worker = multiprocessing.get_context("fork").Process(target=work)
worker.start()
time.sleep(600)
"""
    owner, worker = started_owner(test_name, body)
    its = {process.pid for process in psutil.Process(worker).children(recursive=True)}
    mine = {process.pid for process in psutil.Process(owner.pid).children(recursive=True)} - its - {worker}
    assert (len(mine), len(its)) == (3, 3)  # each a guard, a player and its parent
    os.kill(worker, signal.SIGKILL)
    assert left(test_name, mine | {owner.pid})
    owner.kill()
    owner.wait()
    assert left(test_name, set())


def test_an_owner_s_players_go_while_its_worker_lives_on(test_name: str) -> None:
    body = """
player = start("ignores_end")
worker = multiprocessing.get_context("fork").Process(target=wait)
worker.start()
time.sleep(600)
"""
    owner, worker = started_owner(test_name, body)
    owner.kill()
    owner.wait()
    assert left(test_name, {worker})
    os.kill(worker, signal.SIGKILL)
    assert left(test_name, set())
