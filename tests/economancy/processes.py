"""Player programs as processes: started, fed, asked and watched from outside, for tests."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from economancy.policy import choose_action
from economancy.protocol import decode_action, decode_observation, encode_state
from economancy.rules.game import legal_actions, new_game
from economancy.rules.state import Observation
from gamekit.deadline import NO_DEADLINE
from gamekit.wire.json_stream import Value, dumps, loads, read_values
from tests.waiting import ENOUGH

ROOT = Path(__file__).parents[2]
SOURCE = (sys.executable, "-m", "economancy.player")
EXECUTABLE = (str(ROOT / "player" / "economancy"),)
FIRST = dumps(encode_state(new_game(2), 0))
ANSWER: list[object] = [[choose_action(Observation(new_game(2), 0), Random(0), NO_DEADLINE)]]
"""What our player makes of FIRST."""
BAD = FIRST.replace(b'"coins":3', b'"coins":"many"')
COMPLAINT = 'economancy: expected integer >= 0 at $.players[0].coins, got "many"'
END = b'{"phase":{"name":"end","winner":1}}'

Command = Sequence[str]
Process = subprocess.Popen[bytes]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a process: its exit status (minus the signal that ended it), answers and error lines."""

    status: int
    answers: list[object]
    errors: list[str]


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment with other settings of the player: these, and no mercy for our bugs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ECONOMANCY_")}
    return {**kept, "ECONOMANCY_STRICT": "1", **settings}


def outcome(command: Command, text: bytes, **settings: str) -> Outcome:
    """Run a player on an input, to its end."""
    done = subprocess.run(
        command, input=text, capture_output=True, env=environment(settings), timeout=ENOUGH, check=False
    )
    return Outcome(done.returncode, values(done.stdout), done.stderr.decode().splitlines())


def redirected(command: Command, redirection: str) -> Command:
    """Return a command with some of its standard streams redirected, in the words of the shell."""
    return ("sh", "-c", f'exec "$@" {redirection}', "sh", *command)


def values(text: bytes) -> list[object]:
    """Return what a player wrote as values; fails unless each stands on a line of its own."""
    return [loads(line) for line in text.splitlines()]


@contextmanager
def running(command: Command, stdin: int = subprocess.PIPE, **settings: str) -> Iterator[Process]:
    """Start a player on pipes; it is killed at the end if it still runs."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, bufsize=0, stdin=stdin, stdout=pipe, stderr=pipe, env=environment(settings)
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def send(process: Process, text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)


def ask(process: Process, message: bytes) -> object:
    """Send a message and return the answer, which is a line."""
    assert process.stdout is not None
    send(process, message)
    return loads(process.stdout.readline())


def errors_of(process: Process) -> bytes:
    """Return what an ended process wrote to its standard error."""
    assert process.stderr is not None
    return process.stderr.read()


def traces() -> list[Path]:
    """Return the games that the repository brings."""
    return sorted((ROOT / "traces").glob("*.json"))


SLOW = {
    "base-3p-attack-simple-economancy",
    "simple-3p-economancy-points-simple",
    "simple-4p-simple-attack-decent-simple",
}
"""Games that take as long as the others, which show the same."""
MARKS = {**dict.fromkeys(SLOW, pytest.mark.long), "base-4p-decent-economancy-random-simple": pytest.mark.ci}
TRACES = [pytest.param(path, id=path.stem, marks=MARKS.get(path.stem, ())) for path in traces()]


def requests(trace: bytes) -> list[object]:
    """Return the states of a trace that ask a seat for an action."""
    chunks = iter([trace])
    items = [item.data for item in read_values(lambda size: next(chunks, b"")) if isinstance(item, Value)]
    return [item for item in items if isinstance(item, dict) and "player" in item]


def is_legal(answer: object, state: object) -> bool:
    """Tell whether an answer to a state is a legal action in an array."""
    observation = decode_observation(state)
    return decode_action(answer) in legal_actions(observation.state, observation.seat)
