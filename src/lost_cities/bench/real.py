"""Ours against the published players, over the quiz's own server; needs Ruby and a folder of the quiz's programs."""

import argparse
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean

from gamekit.game import AnyGame
from gamekit.settings import Settings
from gamekit.text.numbers import positive
from lost_cities.player.client import MOVE_SECONDS, Client, play_game
from lost_cities.policy import OURS, builtin
from lost_cities.training.matches import PairScore, summary

HELP = "ours against the published players, over the quiz's own server"

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


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("folder", help="the quiz's programs: its server and its solutions")
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER", help=", ".join(PLAYERS))
    parser.add_argument("--games", type=positive, default=1000, metavar="N", help="against each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")
    parser.add_argument("--policy", default=OURS, metavar="NAME", help="the built-in (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    os.environ["LOST_CITIES_STRICT"] = "1"
    means = []
    for player in arguments.players:
        played = play(arguments.folder, player, arguments.games, arguments.seed, arguments.policy)
        means.append(played.pairs)
        print(
            f"{player:9} {played.pairs}; {played.errors} errors, at most {played.longest} answers, "
            f"{1000 * played.seconds / max(played.answers, 1):.2f} ms CPU an answer",
            flush=True,
        )
    won, margin = fmean(pairs.won.mean for pairs in means), fmean(pairs.margin.mean for pairs in means)
    print(f"mean of {len(means)}: won {100 * won:.1f} %, margin {margin:.1f}")
    return True


@dataclass(frozen=True, slots=True)
class RealGames:
    """Games against a published player: what ours scored, the `Error:` lines that it got, the most answers in a game,
    and its CPU seconds and answers in all.
    """

    pairs: PairScore
    errors: int
    longest: int
    seconds: float
    answers: int


def play(folder: str, player: str, games: int, seed: int, policy: str) -> RealGames:
    """Play so many games over the quiz's server. Raises OSError if it cannot be started."""
    margins: list[int] = []
    counts: list[int] = []
    errors, seconds = 0, 0.0
    with quiz_server(folder, player, seed) as port:
        for number in range(games):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                client = Client(builtin(policy), Settings(Random(seed + number), MOVE_SECONDS, strict=True))
                started = time.process_time()
                play_game(connection, client)
                seconds += time.process_time() - started
            mine, theirs = client.scores()
            margins.append(mine - theirs)
            counts.append(client.answers)
            errors += client.rejected
    return RealGames(summary(margins), errors, max(counts), seconds, sum(counts))
