"""What a player takes from its environment: a wrong setting costs a line, and never a game."""

import os
from pathlib import Path

import pytest

from gamekit.settings import read_settings


def complaints(capfd: pytest.CaptureFixture[str]) -> list[str]:
    return capfd.readouterr().err.splitlines()


def test_the_same_seed_gives_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOST_CITIES_SEED", "7")
    one, two = (read_settings("lost-cities", 1.0).rng.random() for _ in range(2))
    assert one == two


def test_a_seed_that_is_no_text_is_none(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("NIM_SEED", os.fsdecode(b"\xff"))
    one, two = (read_settings("nim", 1.0).rng.random() for _ in range(2))
    assert one != two
    line = "nim: expected text in NIM_SEED, got '\\udcff', which is no UTF-8; playing without a seed"
    assert complaints(capfd) == 2 * [line]


def test_a_log_at_a_pipe_that_nobody_opens_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "log"
    os.mkfifo(pipe)
    monkeypatch.setenv("NIM_LOG", str(pipe))
    assert read_settings("nim", 1.0).log is None
    (line,) = complaints(capfd)
    assert line.startswith("nim: no log, ")


def test_a_log_at_a_pipe_that_nobody_reads_ends_when_it_is_full(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "log"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setenv("NIM_LOG", str(pipe))
    log = read_settings("nim", 1.0).log
    assert log is not None
    for _ in range(100):
        log(10_000 * b"x")
    (line,) = complaints(capfd)
    assert line.startswith("nim: log ends here, ")
    os.close(reader)


def test_a_log_is_not_written_where_the_answers_go(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NIM_LOG", "/dev/stdout")
    assert read_settings("nim", 1.0).log is None
    assert complaints(capfd) == ["nim: no log, '/dev/stdout' is where the answers go"]


def test_nodes_may_count_instead_of_seconds(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert read_settings("nim", 1.0).move_nodes is None
    monkeypatch.setenv("NIM_MOVE_NODES", "500")
    assert read_settings("nim", 1.0).move_nodes == 500
    monkeypatch.setenv("NIM_MOVE_NODES", "0")
    assert read_settings("nim", 1.0).move_nodes is None
    assert complaints(capfd) == [
        "nim: expected whole number from 1 to 999999999 in NIM_MOVE_NODES, got '0'; watching the clock"
    ]
