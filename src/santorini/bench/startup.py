"""CPU seconds from the start of a player to its first answer, less what its limit lets it think."""

import argparse
import os
import shlex
import subprocess
import time

from gamekit.game import AnyGame

HELP = "CPU seconds to the first answer"

BOARD = b'{"players":[[[2,2],[4,4]],[[2,4],[4,2]]],"spaces":[' + b",".join([b"[0,0,0,0,0]"] * 5) + b'],"turn":0}\n'
LIMIT = 0.01


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("command", help="how the player is started, quoted")
    parser.add_argument("--times", type=int, default=10)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    spent, waited = [], []
    for _ in range(arguments.times):
        before, began = os.times(), time.monotonic()
        subprocess.run(
            shlex.split(arguments.command),
            input=BOARD,
            env={**os.environ, "SANTORINI_MOVE_SECONDS": str(LIMIT)},
            check=True,
            capture_output=True,
        )
        after = os.times()
        waited.append(time.monotonic() - began - LIMIT)
        spent.append(_children(after) - _children(before) - LIMIT)
    print(f"first answer: {max(spent):.3f} s CPU at most, {sorted(spent)[len(spent) // 2]:.3f} in the middle; ", end="")
    print(f"{max(waited):.3f} s by the clock at most, of {arguments.times}")
    return True


def _children(times: os.times_result) -> float:
    """Return the CPU seconds of all children so far."""
    return times.children_user + times.children_system
