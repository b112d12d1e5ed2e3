"""A tournament of thirty hostile and broken players with four sound ones: it ends, and says who did what.

It runs inside an outer namespace only (processes, mounts, network, a tmpfs, a limit of processes), never bare.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.processes import sandbox
from tests.gamekit.zoo import ALIVE, CULPRITS
from tests.gamekit.zoo_keeper import SOUND
from tests.waiting import soon

HERE = Path(__file__).parent
pytestmark = [pytest.mark.long, pytest.mark.timeout(1000)]
MOST_PROCESSES = 900
GIVEN_UP = 900.0  # seconds

SET_UP = """
mount --make-rprivate / && mount -o remount,bind,ro / &&
mount -t tmpfs -o size=1g tmpfs /tmp && mount -t tmpfs -o size=16m tmpfs /dev/shm && ip link set lo up 2>/dev/null
cd /tmp && exec setpriv --bounding-set=-all,+setfcap --inh-caps=-all,+setfcap -- "$@"
"""
KINDS = ("--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc")


@contextlib.contextmanager
def few_processes() -> Iterator[list[str]]:
    """Return the beginning of a command that may not start more processes than that; skip where there is none."""
    if os.geteuid() != 0:
        yield ["prlimit", f"--nproc={MOST_PROCESSES}", "unshare", "--user", "--map-root-user", *KINDS]
        return
    hierarchies = (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup"))
    groups = [path / f"gamekit-zoo-{os.getpid()}" for path in hierarchies if (path / "cgroup.procs").exists()]
    if not groups:
        pytest.skip("no limit of processes can be made for root here (a control group)")
    group, procs = groups[0], groups[0] / "cgroup.procs"
    group.mkdir()
    try:
        if not (group / "pids.max").exists():
            pytest.skip("no limit of processes can be made for root here (a control group that counts them)")
        (group / "pids.max").write_text(str(MOST_PROCESSES))
        yield ["sh", "-c", f'echo $$ >{procs} && exec "$@"', "sh", "unshare", *KINDS]
    finally:
        for pid in procs.read_text().split():
            with contextlib.suppress(OSError):  # gone meanwhile
                os.kill(int(pid), signal.SIGKILL)
        assert soon(lambda: not procs.read_text())
        group.rmdir()


def kept(mode: str, players: list[str]) -> Any:
    """Run the zoo in its outer namespace; return what its keeper says."""
    if any(shutil.which(tool) is None for tool in ("unshare", "setpriv", "prlimit")):
        pytest.skip("expected unshare, setpriv and prlimit (util-linux)")
    with few_processes() as outer:
        inside = [*outer, "sh", "-c", SET_UP, "sh"]
        probe = subprocess.run([*inside, "true"], capture_output=True, text=True, check=False)
        if probe.returncode:
            pytest.skip(f"no outer namespace here: {probe.stderr.strip()}")
        keeper = [sys.executable, str(HERE / "zoo_keeper.py"), mode, *players]
        run = subprocess.run([*inside, *keeper], capture_output=True, text=True, check=False, timeout=GIVEN_UP)
    assert run.stdout, run.stderr[-3000:]
    return json.loads(run.stdout)


def causes(document: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in document["forfeits"]:
        found.setdefault(each["player"], set()).add(each["reason"])
    for name, reasons in document["left"].items():
        found.setdefault(name, set()).update(reasons)
    return found


SLOW = {"floods-errors", "fills-disk"}
"""Who may be late for what it does before it answers."""


def test_in_sandboxes_every_culprit_is_named_and_nobody_else_is_harmed() -> None:
    if reason := sandbox.missing():
        pytest.skip(f"no sandbox here: {reason}")
    found = kept("require", [*ALIVE, *CULPRITS])
    document, names = found["document"], {text.split("=")[0] for text in SOUND}
    assert found["status"] == 0, found["errors"]
    assert (document["void"], found["left"], found["connections"], found["changed"]) == ([], [], [], [])
    assert not found["read"]
    assert found["used"] < 100 << 20
    named = causes(document)
    assert {name for name in named if name in {*ALIVE, *names}} <= SLOW
    for name, (_, cause) in CULPRITS.items():
        assert named.get(name), f"{name} is not named"
        assert all(re.search(cause, reason) for reason in named[name]), (name, named[name])
    alone, here = (
        {each["name"]: each["fair"]["score"] for each in one["players"] if each["name"] in names}
        for one in (found["alone"], document)
    )
    assert here.keys() == alone.keys() == names
    assert all(here[name]["low"] <= alone[name]["mean"] <= here[name]["high"] for name in names)
    assert here["nim"]["mean"] + here["other"]["mean"] > here["any"]["mean"] + here["some"]["mean"]


ONLY_A_SANDBOX_HOLDS = {
    *("kills-all", "stops-all", "renices", "traces"),  # every process that it can name
    *("fills-disk", "rewrites-itself", "reads-neighbours"),  # files of yours
    *("connects", "listens"),  # the network
    *("daemonises", "forks"),  # what leaves the session and clears its environment; many at once
}
"""What players do to you with --sandbox off: stated, and left out below."""


def test_without_sandboxes_the_same_but_for_what_only_a_sandbox_holds() -> None:
    players = [name for name in (*ALIVE, *CULPRITS) if name not in ONLY_A_SANDBOX_HOLDS]
    found = kept("off", players)
    document = found["document"]
    assert found["status"] == 0, found["errors"]
    assert (document["void"], found["left"], found["connections"], found["changed"]) == ([], [], [], [])
    named = causes(document)
    for name, (_, cause) in CULPRITS.items():
        if name in players and name != "kills-group":
            assert named.get(name), f"{name} is not named"
            assert all(re.search(cause, reason) for reason in named[name]), (name, named[name])
    assert named["kills-parent"] == {"killed its parent process"}
    assert not {text.split("=")[0] for text in SOUND} & named.keys()
