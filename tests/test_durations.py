"""A slow test is left out of ./build.sh test quick once it was seen to be slow."""

import json
from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

ARGUMENTS = ("-p", "tests.durations", "-p", "no:cacheprovider", "-p", "no:xdist")
TESTS = """
import time
def test_slow(): time.sleep(0.2)
def test_quick(): pass
def test_new(): pass
"""


@pytest.fixture
def file(pytester: pytest.Pytester) -> Path:
    """Make a project of three tests; return the file of their times, which is not there yet."""
    pytester.makepyfile(test_all=TESTS)
    return pytester.path / "build" / "durations.json"


def test_what_was_slow_is_left_out_and_what_is_new_is_run(file: Path, pytester: pytest.Pytester) -> None:
    seen = pytester.runpytest_inprocess(*ARGUMENTS, "test_all.py::test_slow", "test_all.py::test_quick")
    seen.assert_outcomes(passed=2)
    assert {name for name, seconds in json.loads(file.read_text()).items() if seconds >= 0.2} == {
        "test_all.py::test_slow"
    }
    pytester.runpytest_inprocess(*ARGUMENTS, "--below", "0.2").assert_outcomes(passed=2, deselected=1)
    pytester.runpytest_inprocess(*ARGUMENTS).assert_outcomes(passed=3)


def test_the_shortest_time_counts(file: Path, pytester: pytest.Pytester) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"test_all.py::test_slow": 0.1, "test_all.py::test_quick": 9.0}))
    pytester.runpytest_inprocess(*ARGUMENTS).assert_outcomes(passed=3)
    times = json.loads(file.read_text())
    assert times["test_all.py::test_slow"] == 0.1
    assert times["test_all.py::test_quick"] < 9
