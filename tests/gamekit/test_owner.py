"""Nothing that a player started outlives it, and no player its owner, whatever ended that."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from gamekit.answer import Answer
from gamekit.processes.usage import living
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.pipes import Pipes
from tests.gamekit.children import (
    BAD_PLAYERS,
    ENOUGH,
    SHORT,
    SLACK,
    STATE,
    Start,
    gone,
    left,
    processes_of,
    running,
    value_of,
)
from tests.waiting import soon


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
    assert gone(player.pid)


def test_closing_kills_what_the_player_started_in_any_session(start: Start) -> None:
    with start("forks_child") as player:
        assert value_of(player) == [0, 1]
        sleepers = [int(pid) for pid in player.stderr_tail.split()]
        assert all(running(pid) for pid in sleepers)
    assert gone(*sleepers)


def test_closing_kills_a_player_that_hides_its_environment(test_name: str) -> None:
    pipes = Pipes(["env", "-i", "sh", "-c", "sleep 600 & echo [$!]; exec sleep 600"])
    with ChildPlayer(pipes, JsonSplitter()) as player:
        answer = player.ask(b"", ENOUGH)
    assert isinstance(answer, Answer)
    assert isinstance(answer.value, list)
    assert gone(answer.value[0])


AWAY = "sh -c 'env -i setsid sleep 600 >&- 2>&- & echo [$!]; read line'"


def test_closing_kills_what_left_the_session_and_hides_its_environment(start: Start) -> None:
    with start("/bin/sh", "-c", AWAY) as player:
        answer = value_of(player)
        assert isinstance(answer, list)
        assert running(answer[0])
    assert gone(answer[0])


def test_what_loses_its_parent_and_exits_leaves_nothing_while_its_player_plays_on(start: Start) -> None:
    orphans = "(for each in 1 2 3 4 5; do (exec true &) ; done); echo $PPID; read line; echo 1; read line"
    with start("/bin/sh", "-c", orphans) as player:
        parent = value_of(player)
        assert isinstance(parent, int)
        assert soon(lambda: len(psutil.Process(parent).children()) == 1)


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


def test_what_hides_from_an_owner_that_is_killed_goes_too(test_name: str) -> None:
    body = f"""
player = ChildPlayer(Pipes(["sh", "-c", {AWAY!r}]), JsonSplitter())
print("ready", *player.ask(b"", 20.0).value, flush=True)
time.sleep(600)
"""
    owner, hidden = started_owner(test_name, body)
    assert running(hidden)
    owner.kill()
    owner.wait()
    assert gone(hidden)


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
