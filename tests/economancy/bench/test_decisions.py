import subprocess
import sys

import pytest

MAIN = (sys.executable, "-c", "from economancy.commands.cli import main; exit(main())")


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_decisions_are_timed_in_both_shops_and_with_hoards(seats: str) -> None:
    """In a process of its own, for a thread that numpy has started here spends CPU time on waiting."""
    command = [*MAIN, "bench", "decisions", "--games", "2", "--seats", seats]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "decisions:" in line]
    assert done.returncode == 0, done  # the bars leave room for slow machines: about ten times what was measured
    assert [line.split(",")[:2] for line in lines] == [
        [f"{shop} shop", f" {what}"] for shop in ("simple", "base") for what in ("games", "hoards")
    ]
