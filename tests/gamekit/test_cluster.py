"""The same tournament on a Dask cluster: a scheduler and two workers on this machine, one of them killed."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from gamekit.commands.common.main import main
from gamekit.commands.common.version import version_text
from gamekit.tournament.cluster import ClusterExecutor, cluster_slots
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import child, games_in
from tests.waiting import soon

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra `cluster` is not installed")

ROOT = Path(__file__).parents[2]
WORDS = ["tournament", "random", child(NIM, "random"), "--openings", "1", "--games", "20", "--seed", "1"]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """Start a scheduler and two workers; return the address, and the processes, the workers first."""
    started: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}  # a worker gets the game by its name

    def start(program: str, *words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", *words, "--no-dashboard"]
        with open(tmp_path / f"{len(started)}.log", "wb") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path, env=environment))
        return started[-1]

    file = tmp_path / "scheduler.json"
    try:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        assert soon(lambda: file.exists() and file.read_text().endswith("}"), 30)
        address = json.loads(file.read_text())["address"]
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
        workers = [start("dask_worker", address, *options) for _ in range(2)]
        assert soon(lambda: cluster_slots(address, NIM, version_text) == (2, None), 30)
        yield address, [*workers, started[0]]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


@pytest.mark.ci
def test_a_cluster_that_loses_a_worker_plays_the_same_games_as_this_machine(
    cluster: tuple[str, list["subprocess.Popen[bytes]"]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, workers = cluster
    record = tmp_path / "there" / "games.jsonl"

    lines_when_killed: list[int] = []

    def kill_a_worker_in_the_middle() -> None:
        soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 4)
        workers[0].kill()
        lines_when_killed.append(record.read_bytes().count(b"\n"))

    killer = threading.Thread(target=kill_a_worker_in_the_middle)
    killer.start()
    assert main(NIM, {}, [*WORDS, "--scheduler", address, "--out", str(tmp_path / "there")]) == 0
    killer.join()
    assert 4 < lines_when_killed[0] < 20
    assert workers[0].wait() == -9
    assert workers[1].poll() is None
    assert main(NIM, {}, [*WORDS, "--jobs", "2", "--out", str(tmp_path / "here")]) == 0
    assert len(games_in(tmp_path / "here")) == 20
    assert games_in(tmp_path / "there") == games_in(tmp_path / "here")


def test_a_scheduler_that_is_killed_ends_the_tournament_which_can_be_resumed(
    cluster: tuple[str, list["subprocess.Popen[bytes]"]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, (*_, scheduler) = cluster
    record = tmp_path / "out" / "games.jsonl"

    def kill_it_in_the_middle() -> None:
        soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 2)
        scheduler.kill()

    killer = threading.Thread(target=kill_it_in_the_middle)
    killer.start()
    words = [*WORDS, "--out", str(tmp_path / "out")]
    assert main(NIM, {}, [*words, "--scheduler", address]) == 2
    killer.join()
    said = capsys.readouterr().err
    assert f"the connection to the scheduler at {address} is lost" in said
    assert f"go on with --out {tmp_path / 'out'} --resume" in said
    assert main(NIM, {}, [*words, "--jobs", "2", "--resume"]) == 0
    assert len(games_in(tmp_path / "out")) == 20


def test_a_scheduler_that_is_not_there_is_an_error_that_names_it() -> None:
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"):
        ClusterExecutor("tcp://127.0.0.1:9", seconds=0.5)


@pytest.mark.parametrize("address", ["nowhere", "tls://127.0.0.1:1", "tcp://", "file:///etc/passwd", "inproc://x", ""])
def test_what_is_no_address_of_a_scheduler_is_wrong_usage(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(NIM, {}, ["tournament", "random", "nim", "--scheduler", address])
    assert f"expected tcp://HOST:PORT, got {address!r}" in capsys.readouterr().err


def test_a_server_that_is_no_scheduler_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(OSError, match=re.escape(address)):
            ClusterExecutor(address, seconds=0.5)
