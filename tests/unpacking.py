"""The packed players under strain: many at once over one temp folder, in and outside of namespaces, and killed early.

`python -m tests.unpacking` runs it in full, which takes half an hour on two busy cores, and prints a line for each test
of each player; arguments choose players. Namespaces need root.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random

from economancy.protocol import encode_state
from economancy.rules.game import new_game
from gamekit.wire.json_stream import dumps
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import deal
from lost_cities.rules import new_game as new_expedition
from tests.waiting import ENOUGH

PLAYERS = Path(__file__).parents[1] / "player"
OWN_NAMESPACE = ("unshare", "-pf", "--mount-proc")
FIRST = {
    "economancy": dumps(encode_state(new_game(2), 0)) + b"\n",
    "santorini": b'[{"card":"Apollo"},{"card":"Prometheus"}]\n',
    "lost-cities": "".join(f"{line}\n" for line in ServedGame(new_expedition(*deal(Random(1)), 0)).take(0)).encode(),
}
"""A first question for each packed player."""
ARGUMENTS = {"lost-cities": ("--pipe",)}
AT_ONCE = {"SANTORINI_MOVE_SECONDS": "0.01"}
"""A first answer need not be a good one."""
STEP = 5
"""Milliseconds between the times of two kills."""


def command(game: str) -> tuple[str, ...]:
    """Return the command of a packed player that reads and writes its standard streams."""
    return (str(PLAYERS / game), *ARGUMENTS.get(game, ()))


def built(game: str) -> bool:
    """Tell whether there is a packed player of this game."""
    return os.access(PLAYERS / game, os.X_OK)


def isolated() -> bool:
    """Tell whether a player can be given a namespace of its own here."""
    return subprocess.run([*OWN_NAMESPACE, "true"], capture_output=True, check=False).returncode == 0


@contextmanager
def asked(words: Sequence[str], question: bytes, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a player and ask it the first question; its input stays open. It is killed at the end."""
    pipe = subprocess.PIPE
    environment = {**os.environ, **AT_ONCE, **settings}
    with subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as player:
        try:
            assert player.stdin
            player.stdin.write(question)
            yield player
        finally:
            player.kill()


def answered(player: subprocess.Popen[bytes]) -> bool:
    """Wait for a player's first answer; tell whether one came."""
    assert player.stdout
    return player.stdout.readline() != b""


def silent(game: str, starts: Sequence[bool], temp: Path) -> int:
    """Start players of a game at once over a temp folder, in a namespace of its own where `starts` says so; return how
    many give no answer."""
    with ExitStack() as stack:
        players = [
            stack.enter_context(asked((*OWN_NAMESPACE * own, *command(game)), FIRST[game], TMPDIR=str(temp)))
            for own in starts
        ]
        return sum(not answered(player) for player in players)


def kill_after(game: str, seconds: float, temp: Path) -> bool:
    """Start a player and kill it after some time; tell whether it had answered by then."""
    with asked(command(game), FIRST[game], TMPDIR=str(temp)) as player:
        assert player.stdout
        time.sleep(seconds)
        player.kill()
        return player.stdout.read() != b""


def left_after_kills(game: str, kills: int, temp: Path, step: float = STEP / 1000) -> int:
    """Kill players of a game after 0, 1, 2, ... steps, again from 0 when one has answered; start one that is left
    alone after each. Return after how many something is in the temp folder, or there was no answer."""
    left, steps = 0, count()
    for _ in range(kills):
        if kill_after(game, next(steps) * step, temp):
            steps = count()
        done = subprocess.run(
            command(game), input=FIRST[game], capture_output=True, env={**os.environ, **AT_ONCE, "TMPDIR": str(temp)},
            timeout=ENOUGH, check=False,
        )  # fmt: skip
        left += not done.stdout or any(temp.iterdir())
    return left


def main(games: Sequence[str]) -> int:
    """Run everything at full size and print it; return 1 if an answer or a file is amiss, else 0."""
    own, beside = isolated(), False
    bad = 0
    for game in games or FIRST:
        with tempfile.TemporaryDirectory(prefix="unpacking-") as folder:
            temp = Path(folder)
            for times, starts in ((300, (own, own)), (20, 8 * (own,)), (300, (own, beside)), (20, 4 * (own, beside))):
                missing = sum(silent(game, starts, temp) for _ in range(times))
                print(
                    f"{game}: {times} times {len(starts)} at once, {sum(starts)} in namespaces of their own: "
                    f"{missing} of {times * len(starts)} without an answer, {len(os.listdir(temp))} folders left",
                    flush=True,
                )
                bad += missing + len(os.listdir(temp))
            left = left_after_kills(game, 200, temp)
            print(f"{game}: killed before the first answer 200 times: {left} times something was left", flush=True)
            bad += left
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
