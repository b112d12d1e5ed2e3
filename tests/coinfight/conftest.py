import fcntl
import os
import subprocess
from pathlib import Path

import pytest

from coinfight.search.core import Core, core

BUILD = Path(__file__).parents[2] / "player" / "coinfight-build.sh"


@pytest.fixture(scope="module")
def compiled() -> Core:
    return core()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of a turn, compiled once for all processes of this test run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    path = folder / "coinfight"
    with open(folder / "coinfight.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            subprocess.run([BUILD, folder / "made"], check=True)
            (folder / "made").rename(path)
    return path
