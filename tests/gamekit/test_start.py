"""A program that cannot be executed loses, whatever is wrong with it; what the machine lacks is nobody's fault."""

import contextlib
import errno
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gamekit.answer import Failure
from gamekit.game import ChildSettings, Observation
from gamekit.processes import sandbox
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


FULL = "bwrap: no process: Resource temporarily unavailable"
CODE = f"""
import sys
from pathlib import Path
from tests.gamekit.test_sandbox import in_sandbox
print(in_sandbox("sh", "-c", "echo 7").value)
print(in_sandbox("sh", "-c", "echo '{FULL}' >&2; exit 1").reason)
Path(sys.argv[1]).touch()
try:
    print(in_sandbox("sh", "-c", "echo 7"))
except OSError as error:
    print(error.strerror)
"""


@pytest.mark.skipif(sandbox.missing() is not None, reason=f"no sandbox here: {sandbox.missing()}")
def test_a_sandbox_that_the_machine_cannot_make_is_an_error_and_no_player_can_feign_it(tmp_path: Path) -> None:
    full = tmp_path / "full"
    (tmp_path / "bwrap").write_text(
        f'#!/bin/sh\n[ ! -e {full} ] || {{ echo "{FULL}" >&2; exit 1; }}\nexec {shutil.which("bwrap")} "$@"\n'
    )
    (tmp_path / "bwrap").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(
        [sys.executable, "-c", CODE, str(full)], env=environment, capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines() == ["7", "exited with status 1", "Resource temporarily unavailable"], run.stderr


def test_a_machine_without_sandboxes_says_so(tmp_path: Path) -> None:
    code = "from tests.gamekit.test_sandbox import in_sandbox\nin_sandbox('/bin/true')"
    environment = {**os.environ, "PATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "there is no sandbox here: bubblewrap (bwrap) is not installed: '/bin/true'" in run.stderr
