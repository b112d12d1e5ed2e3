"""What all of building shares: places, kinds of players, and how a failure is said."""

import os
import subprocess
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, DIST, PLAYER = ROOT / "build", ROOT / "dist", ROOT / "player"
EPOCH = 315532800
"""1980, the time of all that is made: two builds of the same source have the same bytes."""


class Kind(StrEnum):
    """Which machines players are made for: those like this one, or any with an old glibc."""

    HOST = "host"
    PORTABLE = "portable"


class BuildError(Exception):
    """What was expected, in one line, and the exit status of ./build.sh."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def say(text: str) -> None:
    """Tell what is under way."""
    print(f"build.sh: {text}", flush=True)


def run(words: Sequence[str | Path], **environment: str) -> None:
    """Run a command with settings beside ours, where it says itself what is wrong. Raises BuildError if it fails."""
    done = subprocess.run(words, env={**os.environ, **environment}, check=False)
    if done.returncode:
        raise BuildError(f"{Path(words[0]).name} failed", max(done.returncode, 1))
