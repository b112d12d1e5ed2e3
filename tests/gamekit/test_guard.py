"""What is left of a child is found by its mark, wherever its session and its threads are."""

import os
import shutil
import subprocess
import sys

import pytest

from gamekit.processes.guard import state_of, survivors
from tests.waiting import soon

MARKED = {**os.environ, "GAMEKIT_TEST_GUARD": "1"}
MARK = b"GAMEKIT_TEST_GUARD=1"

FIND_ITSELF = (
    "import os\n"
    "from gamekit.processes.guard import survivors\n"
    f"print(os.getsid(0), survivors({MARK!r}, set()) == [os.getpid()])\n"
)
END_THE_MAIN_THREAD = (
    "import ctypes, os, threading, time\n"
    "threading.Thread(target=time.sleep, args=(600,)).start()\n"
    "ctypes.CDLL(None).syscall({'x86_64': 60}.get(os.uname().machine, 93), 0)\n"  # exit
)


def test_a_process_whose_session_began_in_another_namespace_is_found_by_its_mark() -> None:
    apart = [shutil.which("unshare") or pytest.skip("unshare is not installed"), "--pid", "--fork", "--mount-proc"]
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespace of processes may be made here")
    run = subprocess.run(
        [*apart, sys.executable, "-c", FIND_ITSELF], capture_output=True, text=True, env=MARKED, check=True
    )
    assert run.stdout == "0 True\n"


def test_a_process_of_which_only_the_main_thread_has_ended_is_found_by_its_mark() -> None:
    with subprocess.Popen([sys.executable, "-c", END_THE_MAIN_THREAD], env=MARKED, start_new_session=True) as process:
        assert soon(lambda: state_of(process.pid) == "Z")
        assert survivors(MARK, set()) == [process.pid]
        process.kill()
        assert soon(lambda: survivors(MARK, set()) == [])
