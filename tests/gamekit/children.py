"""Players as child processes, found by the mark of a test that they carry."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from gamekit.answer import Answer
from gamekit.wire.child import ChildPlayer
from tests.waiting import soon

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


def gone(*pids: int) -> bool:
    """Tell whether processes are dead: the kernel may be at work on one that was killed a moment ago."""
    return soon(lambda: not any(map(running, pids)))


def left(test: str, pids: set[int], seconds: float = ENOUGH) -> bool:
    """Tell whether within some seconds just these processes of a test are left."""
    until = time.monotonic() + seconds
    while (found := {process.pid for process in processes_of(test)}) != pids:
        if time.monotonic() > until:
            print(f"expected {pids}, found {found}")
            return False
        time.sleep(0.02)
    return True


def value_of(player: ChildPlayer, message: bytes = STATE) -> object:
    result = player.ask(message, ENOUGH)
    assert isinstance(result, Answer), (result, player.stderr_tail)
    return result.value
