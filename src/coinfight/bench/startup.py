"""`coinfight bench startup`: CPU time of a turn by process, from spawn to exit, beside `python3 -I -S -c pass`."""

import argparse
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from random import Random

from coinfight.game import GAME
from coinfight.protocol import encode_state
from gamekit.bench.games import random_states
from gamekit.game import AnyGame

BARE = ("-I", "-S", "-c", "pass")

HELP = "CPU time of a turn by process, beside a bare Python"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare PROGRAM and how often."""
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="the program, such as player/coinfight")
    parser.add_argument("--runs", type=int, default=100, help="turns, side by side with a bare Python (%(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="seats of the states (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what the states are drawn from (%(default)s)")


def cpu_seconds(command: Sequence[str], data: bytes) -> float:
    """Return the CPU time of a process from spawn to exit, its own children's included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=data, stdout=subprocess.DEVNULL, check=True, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print both means and how many times the bare Python's the program takes."""
    python = [shutil.which("python3") or sys.executable, *BARE]
    real = subprocess.run([python[0], "-c", "import sys; print(sys.executable)"], capture_output=True, check=True)
    python[0] = real.stdout.decode().strip()  # not the script of a version manager
    ours = bare = 0.0
    for state in random_states(GAME, arguments.seats, arguments.runs, Random(arguments.seed)):
        bare += cpu_seconds(python, b"")
        ours += cpu_seconds(arguments.program, encode_state(state).encode())
    n = arguments.runs
    print(
        f"CPU from spawn to exit, mean of {n}, {arguments.seats} seats: {1000 * ours / n:.2f} ms; "
        f"python3 {' '.join(BARE)}: {1000 * bare / n:.2f} ms; {ours / bare:.2f} times"
    )
    return True
