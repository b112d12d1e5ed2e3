"""Why an answer is late: what the player does when it is helped tells, over values, lines and whole texts."""

import sys

import pytest

from gamekit.answer import Delay, Failure, Kind
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.lines import LineSplitter, WholeSplitter, open_line_child
from gamekit.wire.pipes import Pipes

BEGIN = "import os, sys, time\nos.read(0, 99); print('[1]', flush=True)\n"
"""Answers the first message as it should."""

LATE = {
    # what it does with the second: a program, and what that is
    "comes later": ("os.read(0, 99); time.sleep(0.25); print('[2]', flush=True); time.sleep(60)", Delay.SLOW),
    "computes a while": ("end = time.monotonic() + 0.9\nwhile time.monotonic() < end: pass\nprint('[2]')", Delay.SLOW),
    "waits for a line": ("sys.stdin.readline(); print('[2]', flush=True); time.sleep(60)", Delay.LINE),
    "does not flush": ("os.read(0, 99); print('[2]'); sys.stdin.read()", Delay.UNFLUSHED),
    "reads to the end": ("sys.stdin.read(); print('[2]', flush=True); time.sleep(60)", Delay.UNFLUSHED),
    "lacks a bracket": ("os.read(0, 99); print('[2', end='', flush=True); time.sleep(60)", Delay.UNFINISHED),
    "computes": ("while True: pass", Delay.BUSY),
    "sleeps": ("time.sleep(60)", Delay.IDLE),
}


def child(program: str) -> ChildPlayer:
    return ChildPlayer(Pipes([sys.executable, "-S", "-E", "-c", program]), JsonSplitter())


@pytest.mark.parametrize("program", LATE)
def test_a_late_answer_is_explained_and_stays_late(program: str) -> None:
    with child(BEGIN + LATE[program][0]) as player:
        player.ask(b"[]", 60)
        came = explained(player.ask(b"[]", 0.2), player, ends_line=False)
    assert isinstance(came, Failure)
    assert (came.kind, came.delay) == (Kind.LATE, LATE[program][1])
    assert came.reason.startswith("no answer within 0.2 s; it ")


def test_a_line_without_its_end_is_no_answer_yet() -> None:
    program = BEGIN + "os.read(0, 99); print('[2]', end='', flush=True); time.sleep(60)"
    with ChildPlayer(Pipes([sys.executable, "-S", "-E", "-c", program]), LineSplitter()) as player:
        player.ask(b"[]\n", 60)
        came = explained(player.ask(b"[]\n", 0.2), player, ends_line=True)
    assert isinstance(came, Failure)
    assert came.reason.endswith("it wrote an answer without a line's end")


def test_a_program_of_one_turn_that_does_not_exit_is_told_so() -> None:
    program = "import sys, time; print(sys.stdin.read(), flush=True); time.sleep(60)"
    transport = Pipes([sys.executable, "-S", "-E", "-c", program], until_exit=True)
    with ChildPlayer(transport, WholeSplitter()) as player:
        player.tell(b"1")
        while not player.unfinished:
            player.ask(b"", 0.1)
        came = explained(player.ask(b"", 0.1), player, ends_line=True, ended=True)
    assert isinstance(came, Failure)
    assert came.reason.endswith("it wrote an answer without the program's exit")


def test_an_answer_that_waits_in_the_buffer_of_a_connection_is_found() -> None:
    program = """if True:
        import socket, sys
        link = socket.create_connection((sys.argv[1], int(sys.argv[2])))
        out = link.makefile("w")
        for number, line in enumerate(link.makefile()):
            out.write("answer\\n")
            if not number:
                out.flush()
        out.flush()
        """
    with open_line_child([sys.executable, "-S", "-E", "-c", program, "HOST", "PORT"], {}) as player:
        player.ask(b"first?\n", 60)
        came = explained(player.ask(b"second?\n", 0.2), player, ends_line=True)
    assert isinstance(came, Failure)
    assert came.delay == Delay.UNFLUSHED
