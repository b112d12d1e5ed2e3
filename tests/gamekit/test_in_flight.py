"""A player that sends open files to a socket that nobody reads keeps nobody else from starting."""

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from gamekit.processes import sandbox

pytestmark = pytest.mark.skipif(sandbox.missing() is not None, reason=f"no sandbox here: {sandbox.missing()}")

PATHS = [str(Path(__file__).parents[2] / "src"), str(Path(orjson.__file__).parents[1])]

SENDS = """
import array, socket, time
ends = [socket.socketpair() for _ in range(40)]
files = array.array("i", [ends[0][0].fileno()] * 250)
sent = 0
while True:
    for end, _ in ends:
        end.setblocking(False)
        try:
            end.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
            sent += len(files)
        except OSError as error:
            if error.errno == 109 and sent: print(sent, flush=True); sent = 0
    time.sleep(0.01)
"""

CONNECTS = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as link: link.sendall(link.recv(9))
"""

PLAYS = f"""
import sys
sys.path[:0] = {PATHS!r}
from gamekit.game import Sandbox, Surroundings
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.lines import open_line_child
from gamekit.wire.pipes import Pipes
boxed = Surroundings(sandbox=Sandbox())
python = sys.executable
with ChildPlayer(Pipes([python, "-c", {SENDS!r}], surroundings=boxed), JsonSplitter()) as culprit:
    print(culprit.ask(b"", 20).value)
    with ChildPlayer(Pipes(["echo", "7"], surroundings=boxed), JsonSplitter()) as other:
        print(other.ask(b"", 20).value)
    with open_line_child([python, "-c", {CONNECTS!r}, "HOST", "PORT"], {{}}, boxed) as client:
        print(client.ask(b"8\\n", 20).value)
"""


def succeeds(command: list[str]) -> bool:
    """Tell whether a command can be run and ends well."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def test_who_is_not_root_plays_on_beside_a_player_with_many_open_files_in_flight() -> None:
    words = ["prlimit", "--nofile=1024:4096"]
    pythons = [sys.executable]
    if not os.geteuid():  # the kernel lets root send more
        words += ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        imports = f"import sys; sys.path[:0] = {PATHS!r}; import gamekit.wire.lines; open(sys.executable)"
        pythons = [sys.executable, "/usr/bin/python3"]
        pythons = [each for each in pythons if succeeds([*words, each, "-c", imports])]
    if not pythons or not succeeds([*words, "true"]):
        pytest.skip("no other user here, or no Python that it may run")
    command = [*words, pythons[0], "-c", PLAYS]
    run = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, timeout=60)
    assert run.stderr == ""
    sent, *others = run.stdout.split()
    assert int(sent) > sandbox.OPEN_FILES
    assert others == ["7", "8"]
