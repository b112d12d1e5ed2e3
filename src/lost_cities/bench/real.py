"""Ours against the published players, over the quiz's own server; needs Ruby and a folder of the quiz's programs."""

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from lost_cities.player.client import Client, play_game
from lost_cities.policy import OURS, builtin
from lost_cities.training.matches import Pairs, summary

PLAYERS = ("bred", "ads", "evolved", "positive", "simple", "dumb", "risk", "discard")


@contextmanager
def quiz_server(folder: str, player: str, seed: int) -> Iterator[int]:
    """Run the quiz's server with a published player on its side; give its port."""
    script = Path(__file__).with_name("quiz_server.rb")
    command = ["ruby", "-W0", str(script), str(Path(folder).resolve()), player, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()
            if not line.strip().isdecimal():
                raise OSError(f"expected {' '.join(command)} to print its port, got {line!r}")
            yield int(line)
        finally:
            process.kill()


def main(arguments: list[str] | None = None) -> int:
    """Print for each published player what ours scores against it."""
    parser = argparse.ArgumentParser(prog="lost-cities bench real", description=__doc__)
    parser.add_argument("folder", help="the quiz's programs: its server and its solutions")
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER", help=", ".join(PLAYERS))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", default=OURS)
    options = parser.parse_args(arguments)
    os.environ["LOST_CITIES_STRICT"] = "1"
    means = []
    for player in options.players:
        pairs, errors, longest = play(options.folder, player, options.games, options.seed, options.policy)
        means.append(pairs)
        print(
            f"{player:9} {pairs}; {errors} errors, "
            f"at most {longest} answers, {1000 * _spent.total / max(_spent.answers, 1):.2f} ms CPU an answer",
            flush=True,
        )
    won, margin = (
        sum(values) / len(means) for values in zip(*((pair.won, pair.margin) for pair in means), strict=True)
    )
    print(f"mean of {len(means)}: won {won:.1f} %, margin {margin:.1f}")
    return 0


class _Spent:
    total = 0.0
    answers = 0


_spent = _Spent()


def play(folder: str, player: str, games: int, seed: int, policy: str) -> tuple[Pairs, int, int]:
    """Return what ours scores in so many games, the `Error:` lines it got, and the most answers in a game."""
    margins: list[int] = []
    errors = longest = 0
    _spent.total, _spent.answers = 0.0, 0
    with quiz_server(folder, player, seed) as port:
        for number in range(games):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                client = Client(builtin(policy), Random(seed + number), strict=True)
                started = time.process_time()
                play_game(connection, client)
                _spent.total += time.process_time() - started
            mine, theirs = client.scores()
            margins.append(mine - theirs)
            errors += client.rejected
            longest = max(longest, client.answers)
            _spent.answers += client.answers
    return summary(margins), errors, longest


if __name__ == "__main__":
    sys.exit(main())
