"""A program that cannot be executed loses, whatever is wrong with it; what the machine lacks is nobody's fault."""

import contextlib
import errno
import resource
from pathlib import Path
from random import Random

import pytest

from gamekit.answer import Failure
from gamekit.game import ChildSettings, Observation
from gamekit.seats import open_safely
from tests.gamekit.nim import NIM

SETTINGS = ChildSettings("json", 5.0)
START = Observation(NIM.new_game(2, "standard", Random(1)), 0)


@pytest.mark.parametrize("what", ["missing", "no rights", "no program", "a circle", "written to", "a folder"])
def test_a_program_that_cannot_be_executed_loses_its_game(what: str, tmp_path: Path) -> None:
    program = tmp_path / "run"
    with contextlib.ExitStack() as stack:
        if what == "a folder":
            program.mkdir()
        elif what != "missing":
            program.write_bytes(
                {"no program": b"hello", "a circle": b"#!%b\n" % bytes(program)}.get(what, b"#!/bin/sh\n")
            )
            program.chmod(0o644 if what == "no rights" else 0o755)
        if what == "written to":
            program.write_bytes(Path("/bin/true").read_bytes())
            stack.enter_context(program.open("r+b"))
        seat = stack.enter_context(open_safely(NIM, (str(program),), 1, SETTINGS))
        failure = seat.ask(START)
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("cannot be executed: ")


def test_a_program_that_the_machine_cannot_start_is_an_error() -> None:
    with open_safely(NIM, ("/bin/cat",), 1, SETTINGS):  # the guard is there from now on
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))
        try:
            with (
                pytest.raises(OSError, match="Too many open files") as raised,
                open_safely(NIM, ("/bin/cat",), 1, SETTINGS),
            ):
                pass
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert raised.value.errno == errno.EMFILE
