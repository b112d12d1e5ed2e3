"""What guards the project: the linter, the type checker, the tests, and a game by each executable."""

import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from building.common import BUILD, DIST, BuildError, run, say
from building.environment import PYTHON, VENV

GAMES = (
    ("economancy", "player/economancy", "decent"),
    ("santorini", "player/santorini", "greedy"),
    ("coinfight", "player/coinfight", "greedy"),
    ("lost-cities", "player/lost-cities", "simple"),
    ("thud", "player/thud-dwarf.js", "random", "--max-moves", "40"),  # they think long: tests play whole games
    ("thud", "random", "player/thud-troll.js", "--max-moves", "40"),
)
"""The command and the seats of a game by each executable."""
ANSWER_SECONDS = "100"
"""For an answer on any machine, however busy."""
STRICT = {f"{game.upper().replace('-', '_')}_STRICT": "1" for game, *_ in GAMES}
"""A bug of ours is to fail, not to cost a move."""
COMPILED = {"PYTHONPYCACHEPREFIX": str(BUILD / "pycache"), "PYTHONDONTWRITEBYTECODE": ""}
"""Tests start many interpreters: what one has compiled the next ones load, also where no bytecode is written in src."""
LONG = ("tests.unpacking", "tests.threads", "tests.economancy.fuzz")
"""Programs that run for long; the last is left out without its package atheris (pip install -e '.[fuzz]')."""
QUICK_SECONDS = "0.5"
"""What a test takes less of that runs at every save."""
PROCESSES_A_CORE, MOST_PROCESSES = 2, 8
"""Many tests wait for processes of theirs: two a core end sooner (measured on two). More than eight share no more work:
the longest tests are what is waited for (guessed).
"""


def everything() -> None:
    """Run the linter, the type checker and all tests but those marked `long` or `ci`; then play. Raises BuildError."""
    _read_and_test()
    games()


def quick() -> None:
    """Run the linter, the type checker and all tests but those known to take QUICK_SECONDS. Raises BuildError."""
    _read_and_test("--below", QUICK_SECONDS)


def long() -> None:
    """Run what everything() leaves out, and its tests of properties on many more inputs. Raises BuildError."""
    _test("long or ci or hypothesis", HYPOTHESIS_PROFILE="long")
    for program in LONG if find_spec("atheris") else LONG[:-1]:
        say(f"python -m {program}")
        run([PYTHON, "-m", program], **STRICT)


def games() -> None:
    """Play a game by each executable, all at once, into dist/. Raises BuildError."""
    DIST.mkdir(exist_ok=True)
    with ThreadPoolExecutor() as pool:
        games = [pool.submit(game, name, seats, DIST / f"game-{n}.json") for n, (name, *seats) in enumerate(GAMES, 1)]
        for done in games:
            print(done.result(), end="", flush=True)


def game(name: str, seats: Sequence[str], trace: Path) -> str:
    """Play a game, which nobody may forfeit, and verify its trace; return what the referee said. Raises BuildError."""
    command = str(VENV / "bin" / name)
    with trace.open("wb") as out:
        words = [command, "referee", "--seed", "1", "--timeout", ANSWER_SECONDS, *seats]
        played = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    if played.returncode or "forfeits" in played.stderr or "fault of" in played.stderr:
        raise BuildError(f"the game of {name} ended with a fault: {' '.join(played.stderr.split())}")
    run([command, "verify", trace])
    return played.stderr


def _read_and_test(*words: str) -> None:
    run([PYTHON, "-m", "ruff", "check"])
    run([PYTHON, "-m", "ruff", "format", "--check"])
    with subprocess.Popen([PYTHON, "-m", "mypy"], stdout=subprocess.PIPE, text=True) as types:  # as the tests run
        try:
            _test("not long and not ci", *words)
        finally:
            print(types.communicate()[0], end="", flush=True)
    if types.returncode:
        raise BuildError("mypy failed")


def _test(marked: str, *words: str, **environment: str) -> None:
    """Run the tests with these marks, in several processes. Raises BuildError."""
    processes = min(PROCESSES_A_CORE * len(os.sched_getaffinity(0)), MOST_PROCESSES)
    options = ("-n", str(processes), "--dist", "worksteal", "-p", "tests.durations", *words)
    run([PYTHON, "-m", "pytest", "-m", marked, *options], **STRICT, **COMPILED, **environment)
