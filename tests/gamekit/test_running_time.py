"""Time in which the referee did not run is nobody's: on a clock moved by hand, and in a process that is stopped."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamekit.processes.guard import STOPPED, state_of
from gamekit.wire.running_time import ALLOWANCE, RunningTime


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_counts_in_full_while_a_machine_is_merely_busy() -> None:
    clock = Clock()
    running = RunningTime(clock)
    for number in range(1, 11):
        clock.now += 0.25 + ALLOWANCE  # the wait that was asked for, and what a busy machine adds
        assert running.look(0.25) == pytest.approx(number * (0.25 + ALLOWANCE))


def test_of_a_stop_at_most_the_wait_and_the_allowance_count() -> None:
    clock = Clock()
    running = RunningTime(clock)
    clock.now += 3600
    assert running.look(0.25) == 0.25 + ALLOWANCE
    clock.now += 0.1
    assert running.look(0.25) == pytest.approx(0.35 + ALLOWANCE)


def test_a_time_limit_comes_however_long_every_look_takes() -> None:
    clock = Clock()
    running, looks = RunningTime(clock), 0
    while running.look(0.25) < 3:
        clock.now += 60
        looks += 1
    assert looks == 4


PLAYER = """
import socket, sys, time
seconds, asked, *address = sys.argv[1:]
stream = socket.create_connection((address[0], int(address[1]))).makefile("rw") if address else None
(stream or sys.stdin).readline()
open(asked, "w").close()
time.sleep(float(seconds))
print(7, file=stream, flush=True)
"""
REFEREE = """
import sys
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.lines import LineSplitter, WholeSplitter
from gamekit.wire.pipes import Pipes
from gamekit.wire.tcp import Tcp

transport, splitter, timeout, *command = sys.argv[1:]
with ChildPlayer(globals()[transport](command), globals()[splitter]()) as player:
    print(player.ask(b"go\\n", float(timeout)))
"""
TIMEOUT, STOP = 4.0, 4.5  # seconds: enough for five players to start on a busy machine, which counts


def test_a_referee_that_is_stopped_for_longer_than_an_answer_may_take_blames_no_wire(tmp_path: Path) -> None:
    marks: list[Path] = []

    def start(transport: str, splitter: str, seconds: float, *address: str) -> "subprocess.Popen[str]":
        marks.append(tmp_path / f"{len(marks)}-was-asked")
        player = [sys.executable, "-c", PLAYER, str(seconds), str(marks[-1]), *address]
        command = [sys.executable, "-c", REFEREE, transport, splitter, str(TIMEOUT), *player]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    referees = [
        start("Pipes", "JsonSplitter", 0.3),
        start("Pipes", "JsonSplitter", STOP + 0.3),  # it answers after the stop, in time
        start("Pipes", "LineSplitter", 0.3),
        start("Tcp", "LineSplitter", 0.3, "HOST", "PORT"),
        start("Pipes", "WholeSplitter", 0.3),
    ]
    for referee, mark in zip(referees, marks, strict=True):
        while not mark.exists():  # a player must not be asked after the stop
            assert referee.poll() is None
            time.sleep(0.01)
        os.kill(referee.pid, signal.SIGSTOP)
    time.sleep(STOP)
    assert all(state_of(referee.pid) in STOPPED for referee in referees)
    for referee in referees:
        os.kill(referee.pid, signal.SIGCONT)
    for referee in referees:
        out, _ = referee.communicate(timeout=20)
        found = re.fullmatch(r"Answer\(value=.*7.*, seconds=([0-9.]+), early=False\)\n", out)
        assert found, out
        assert float(found[1]) < TIMEOUT + ALLOWANCE
