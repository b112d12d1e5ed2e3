import subprocess
import sys

MAIN = (sys.executable, "-c", "from economancy.commands.cli import main; exit(main())")


def test_wall_times_of_decisions_are_measured_in_both_shops_beside_busy_programs() -> None:
    """With so much time that no bar is missed on any machine."""
    command = [*MAIN, "bench", "decisions", "--seats", "3", "--move-seconds", "300", "--busy", "1", "--decisions", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, *shops = done.stdout.splitlines()
    assert first == "3 seats, 300 s a decision, 1 busy programs beside it"
    assert [line.split(":")[0] for line in shops] == [f"{shop} shop, 2 decisions" for shop in ("simple", "base")]
    assert all(line.endswith("; 0 past 300 s") for line in shops)
