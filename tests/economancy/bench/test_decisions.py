import os
import re
import subprocess
import sys

import pytest

MAIN = (sys.executable, "-c", "from economancy.commands.cli import main; exit(main())")


@pytest.mark.parametrize(
    "seats", ["2", pytest.param("3", marks=pytest.mark.long), pytest.param("4", marks=pytest.mark.long)]
)
def test_decisions_are_timed_in_both_shops_and_with_hoards_and_compared_with_bars(seats: str) -> None:
    """In a process of its own, for a thread that numpy has started here spends CPU time on waiting."""
    command = [*MAIN, "bench", "decisions", "--games", "1", "--seats", seats]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "decisions:" in line]
    assert [line.split(",")[:2] for line in lines] == [
        [f"{shop} shop", f" {what}"] for shop in ("simple", "base") for what in ("games", "hoards")
    ]
    found = [(float(figure), int(bar)) for line in lines for figure, bar in re.findall(r"([\d.]+) \((\d+)\)", line)]
    assert len(found) == 3 * len(lines)
    assert done.returncode == any(figure > bar for figure, bar in found)


def test_a_command_computes_in_one_thread() -> None:
    program = "import economancy.commands.cli, numpy, os; numpy.ones((500, 500)) @ numpy.ones((500, 500))"
    count = "; print(len(os.listdir('/proc/self/task')))"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", program + count], capture_output=True, env=environment, check=True)
    assert done.stdout == b"1\n"
