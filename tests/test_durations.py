"""A slow test is left out of ./build.sh test quick once it was seen to be slow."""

import json
from pathlib import Path

import pytest

from tests import durations

pytest_plugins = ("pytester",)

TESTS = """
import time
def test_slow(): time.sleep(0.2)
def test_quick(): pass
def test_new(): pass
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(durations, "FILE", tmp_path / "durations.json")
    monkeypatch.setattr(durations, "QUICK", 0.2)
    return tmp_path / "durations.json"


def test_what_was_slow_is_left_out_and_what_is_new_is_run(file: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_all=TESTS)
    arguments = ("-p", "tests.durations", "-p", "no:cacheprovider", "-p", "no:xdist")
    pytester.runpytest_inprocess(*arguments, "test_all.py::test_slow", "test_all.py::test_quick").assert_outcomes(
        passed=2
    )
    assert {name for name, seconds in json.loads(file.read_text()).items() if seconds >= 0.2} == {
        "test_all.py::test_slow"
    }
    pytester.runpytest_inprocess(*arguments, "--quick").assert_outcomes(passed=2, deselected=1)
    pytester.runpytest_inprocess(*arguments).assert_outcomes(passed=3)


def test_the_shortest_time_counts(file: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_all=TESTS)
    file.write_text(json.dumps({"test_all.py::test_slow": 0.1, "test_all.py::test_quick": 9.0}))
    pytester.runpytest_inprocess("-p", "tests.durations", "-p", "no:xdist").assert_outcomes(passed=3)
    times = json.loads(file.read_text())
    assert times["test_all.py::test_slow"] == 0.1
    assert times["test_all.py::test_quick"] < 9
