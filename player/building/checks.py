"""What guards the project: the linter, the type checker, the tests, and a game by each executable."""

import os
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from building.common import DIST, BuildError, run, say
from building.environment import PYTHON, VENV

GAMES = {
    "economancy": ("player/economancy", "decent"),
    "santorini": ("player/santorini", "greedy"),
    "coinfight": ("player/coinfight", "greedy"),
    "lost-cities": ("player/lost-cities", "simple"),
    "thud": ("player/thud-dwarf.js", "player/thud-troll.js"),
}
"""Who plays the game by each executable."""
STRICT = {f"{game.upper().replace('-', '_')}_STRICT": "1" for game in GAMES}
"""A bug of ours is to fail, not to cost a move."""
LONG = ("tests.unpacking", "tests.threads", "tests.economancy.fuzz")
"""Programs that run for long; the last is left out without its package atheris (pip install -e '.[fuzz]')."""
MOST_PROCESSES = 4
"""More share no more work: the longest tests are what is waited for (guessed)."""


def everything() -> None:
    """Run the linter, the type checker and all tests but those marked `long`; then play. Raises BuildError."""
    _read()
    _test("not long")
    games()


def quick() -> None:
    """Run the linter, the type checker and the tests that were never seen to take a second. Raises BuildError."""
    _read()
    _test("not long", "--quick")


def long() -> None:
    """Run what everything() leaves out, and its tests of properties on many more inputs. Raises BuildError."""
    _test("long or hypothesis", HYPOTHESIS_PROFILE="long")
    for program in LONG if find_spec("atheris") else LONG[:-1]:
        say(f"python -m {program}")
        run([PYTHON, "-m", program], **STRICT)


def games() -> None:
    """Play a game by each executable, into dist/. Raises BuildError."""
    DIST.mkdir(exist_ok=True)
    for name, seats in GAMES.items():
        game(name, seats, DIST / f"game-{name}.json")


def game(name: str, seats: Sequence[str], trace: Path) -> None:
    """Play a game, which nobody may forfeit, and verify its trace. Raises BuildError."""
    command = str(VENV / "bin" / name)
    with trace.open("wb") as out:
        words = [command, "referee", "--seed", "1", *seats]
        played = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    print(played.stderr, end="", flush=True)
    if played.returncode or "forfeits" in played.stderr or "fault of" in played.stderr:
        raise BuildError(f"the game of {name} ended with a fault")
    run([command, "verify", trace])


def _read() -> None:
    run([PYTHON, "-m", "ruff", "check"])
    run([PYTHON, "-m", "ruff", "format", "--check"])
    run([PYTHON, "-m", "mypy"])


def _test(marked: str, *words: str, **environment: str) -> None:
    """Run the tests with these marks, in as many processes as there are processors. Raises BuildError."""
    processes = min(len(os.sched_getaffinity(0)), MOST_PROCESSES)
    options = ("-n", str(processes), "--dist", "worksteal", "-p", "tests.durations", *words)
    run([PYTHON, "-m", "pytest", "-m", marked, *options], **STRICT, **environment)
