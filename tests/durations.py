"""How long each test takes, remembered from run to run: `pytest -p tests.durations --quick` leaves out the slow ones.

The shortest time seen of a test counts, whatever else kept the machine busy. A test not seen yet is run.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "build" / "durations.json"
QUICK = 0.5
"""Seconds; a test that takes as many is slow."""


def known() -> dict[str, float]:
    """Return the shortest time of each test that was seen."""
    return dict(json.loads(FILE.read_text())) if FILE.exists() else {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"leave out what takes {QUICK:g} s or more")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a process of pytest-xdist tells this one what it saw
        config.pluginmanager.register(Watch())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        times = known()
        slow = [item for item in items if times.get(item.nodeid, 0) >= QUICK]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if times.get(item.nodeid, 0) < QUICK]


class Watch:
    """Adds up the parts of each test, set up and torn down, and writes them down at the end."""

    def __init__(self) -> None:
        self.seen: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seen[report.nodeid] = self.seen.get(report.nodeid, 0) + report.duration

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Iterator[None]:
        yield
        times = known()
        times |= {name: round(min(seconds, times.get(name, seconds)), 3) for name, seconds in self.seen.items()}
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(times, indent=0, sort_keys=True))
