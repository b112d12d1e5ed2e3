"""Jobs for the runner's tests; a worker imports this file and nothing that the tests need."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three is too much")
    return number


def die_once(job: tuple[str, int]) -> int:
    """Kill the worker at the first job 5, and remember that in a file."""
    marker, number = Path(job[0]), job[1]
    if number == 5 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_at_five(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def wait_in_with_block(folder: str) -> None:
    """Say in the folder when the job begins and when its `with` block is left."""
    try:
        Path(folder, "begun").touch()
        time.sleep(600)
    finally:
        Path(folder, "left").touch()
