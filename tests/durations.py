"""How long each test takes, remembered from run to run: `pytest -p tests.durations --below 1` leaves out the slow ones.

The shortest time seen of a test counts, whatever else kept the machine busy. A test not seen yet is run.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest


def file_of(config: pytest.Config) -> Path:
    """Return the file of the times, which is not part of the repository."""
    return config.rootpath / "build" / "durations.json"


def known(config: pytest.Config) -> dict[str, float]:
    """Return the shortest time of each test that was seen."""
    file = file_of(config)
    return dict(json.loads(file.read_text())) if file.exists() else {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--below", type=float, metavar="SECONDS", help="leave out what takes as many seconds or more")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a process of pytest-xdist tells this one what it saw
        config.pluginmanager.register(Watch(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    below = config.getoption("below")
    if below is not None:
        times = known(config)
        slow = [item for item in items if times.get(item.nodeid, 0) >= below]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if times.get(item.nodeid, 0) < below]


class Watch:
    """Adds up the parts of each test, set up and torn down, and writes them down at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seen: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seen[report.nodeid] = self.seen.get(report.nodeid, 0) + report.duration

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Iterator[None]:
        yield
        times = known(self.config)
        times |= {name: round(min(seconds, times.get(name, seconds)), 3) for name, seconds in self.seen.items()}
        file = file_of(self.config)
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(times, indent=0, sort_keys=True))
