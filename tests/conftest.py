import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

STRICT = [f"{name}_STRICT" for name in ("ECONOMANCY", "SANTORINI", "COINFIGHT", "LOST_CITIES", "THUD")]
os.environ |= dict.fromkeys(STRICT, "1")  # a bug of ours is to fail, not to cost a move
os.environ["ECONOMANCY_MOVE_SECONDS"] = "1000"  # what is played must not depend on how fast the machine is
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is there: threads that wait count as CPU time

for each in (signal.SIGINT, signal.SIGHUP):  # in the background of a shell they are ignored, and children inherit that
    if signal.getsignal(each) == signal.SIG_IGN:
        signal.signal(each, signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL)

SHORT = 9_000
"""Bytes of a short game."""
LONG_EXAMPLES = 1000
"""Examples of each property in ./build.sh long."""
GOLDEN = Path(__file__).parents[2] / "shared" / "traces" / "referee"


@pytest.fixture(scope="session")
def golden_traces() -> list[Path]:
    """Return the games of a referee that this project did not write; they are not part of the repository."""
    traces = sorted(GOLDEN.glob("*.json"))
    if not traces:
        pytest.skip("the golden games are not here")
    return traces


@pytest.fixture(scope="session", params=["short", pytest.param("all", marks=pytest.mark.long)])
def shown_traces(request: pytest.FixtureRequest, golden_traces: list[Path]) -> list[Path]:
    """Return golden games to show each step of: in ./build.sh test the short ones."""
    return [path for path in golden_traces if request.param == "all" or path.stat().st_size < SHORT]


settings.register_profile("default", deadline=None, max_examples=30)  # shared machines: a slow example is no failure
settings.register_profile("long", deadline=None, max_examples=LONG_EXAMPLES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
