"""What a sandbox costs: a little program is started, and a player plays against itself, without a sandbox and in one.

The two take turns, so that what else the machine does concerns both. A start ends with the first answer.
"""

import argparse
import shlex
import time
from random import Random
from statistics import median

from gamekit.answer import Answer
from gamekit.game import OURS, AnyGame, ChildSettings, Sandbox, Surroundings
from gamekit.processes.sandbox import missing
from gamekit.text.numbers import positive
from gamekit.tournament.arena import GameSettings, Job, Player, play_job
from gamekit.tournament.programs import surroundings_of
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.pipes import Pipes

HELP = "what a sandbox adds to a start and to a game"

MOST_START, MOST_GAME = 0.030, 1.05
"""Bars: seconds that a start takes longer, and the times that a game takes as long."""

_LITTLE = ("sh", "-c", "echo 1; read line")
_ANSWER = 20.0  # seconds for its answer, or the machine is stuck (guessed)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the player and how often it is tried."""
    parser.add_argument("player", nargs="?", default=f"player/{game.name}", help="path or command (%(default)s)")
    parser.add_argument("--starts", type=positive, default=60, metavar="N", help="of each kind (%(default)s)")
    parser.add_argument("--games", type=positive, default=10, metavar="N", help="of each kind (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="of all chance (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure and print; return whether both bars are met. Raises OSError without a sandbox or a player."""
    if reason := missing():
        raise OSError(f"there is no sandbox here: {reason}")
    kinds = (OURS, Surroundings(sandbox=Sandbox()))
    starts = [[_start(each) for each in kinds] for _ in range(arguments.starts)]
    bare, boxed = (median(column) for column in zip(*starts, strict=True))
    print(f"start         {1000 * bare:.1f} ms, in a sandbox {1000 * boxed:.1f} ms (medians of {len(starts)})")
    print(f"added         {1000 * (boxed - bare):.1f} ms   bar {1000 * MOST_START:g}")
    words = tuple(shlex.split(arguments.player))
    rng = Random(arguments.seed)
    seeds = [rng.getrandbits(62) for _ in range(arguments.games)]
    games = [[_game(game, words, each, seed) for each in kinds] for seed in seeds]
    ratio = median(boxed / bare for bare, boxed in games)
    print(f"game          {median(bare for bare, _ in games):.2f} s (median of {len(games)})")
    print(f"times as long {ratio:.3f}   bar {MOST_GAME:g}")
    return boxed - bare <= MOST_START and ratio <= MOST_GAME


def _start(surroundings: Surroundings) -> float:
    """Return the seconds from the start of a little program to its answer."""
    begun = time.perf_counter()
    with ChildPlayer(Pipes(_LITTLE, surroundings=surroundings), JsonSplitter()) as child:
        came = child.ask(b"", _ANSWER)
        taken = time.perf_counter() - begun
    if not isinstance(came, Answer):
        raise OSError(f"a little program did not answer: {came.reason}")
    return taken


def _game(game: AnyGame, words: tuple[str, ...], surroundings: Surroundings, seed: int) -> float:
    """Return the seconds of a game of a player against itself. Raises OSError for one with a fault."""
    seats = game.seats[0]
    places = surroundings_of([(words, None)], surroundings)
    players = tuple(Player(f"player {seat + 1}", words, places[0]) for seat in range(seats))
    settings = GameSettings(game, ChildSettings(game.wires[0], game.answer_seconds))
    begun = time.perf_counter()
    played = play_job(settings, Job(0, 0, 0, game.variants[0], players, seed, seed)).played
    taken = time.perf_counter() - begun
    if played.faults:
        raise OSError(f"{' '.join(words)}: {played.reason}")
    return taken
