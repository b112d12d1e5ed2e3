"""A match between two of our searches in this process: from random starts, seats and cards exchanged in pairs.

A SIDE is a value (wide, linear, hand, or a file's path), and after commas its limits: seconds=0.2, cpu=0.2 (seconds
of CPU time, for a machine that does other work), nodes=5000, depth=3, use=N (the bits of core.Use; 1 is alpha-beta
with the table alone): `hand,depth=3,use=1` is alphabeta:3. core=FILE is the library of another search/core.c, compiled
with `cc -O3 -shared -fPIC`: so two versions of the search are compared.
"""

import argparse
from pathlib import Path
from random import Random

from gamekit.bench.scores import Score
from gamekit.files import read_whole
from gamekit.game import AnyGame
from santorini.bench.arena import INNER, Side, match, starts_of
from santorini.policy.searching import VALUES
from santorini.rules import SPACES
from santorini.search.core import FULL, Limits, Use
from santorini.search.decision import read_value
from santorini.training.weights import LARGEST

HELP = "a match between two searches"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("one", metavar="SIDE")
    parser.add_argument("two", metavar="SIDE")
    parser.add_argument("--cards", action="store_true", help="with cards, all pairs in turn, instead of without")
    parser.add_argument("--inner", action="store_true", help="starts have all tokens on the inner nine spaces")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Play; return whether every bar is met."""
    kind = "cards" if arguments.cards else "base"
    sides = _side(arguments.one), _side(arguments.two)
    starts = starts_of(kind, Random(arguments.seed), INNER if arguments.inner else SPACES)
    score = match(sides, starts, arguments.games, _tell)
    print(f"{arguments.one} against {arguments.two}, {kind}: {score}")
    return True


def _tell(score: Score) -> None:
    if score.games % 40 == 0:
        print(f"  {score}", flush=True)


def _side(text: str) -> Side:
    name, *limits = text.split(",")
    given = dict(limit.split("=") for limit in limits)
    value = read_value(name) if name in VALUES else read_whole(Path(name), LARGEST)
    bounds = Limits(
        float(given.get("cpu", given.get("seconds", 0))),
        int(given.get("nodes", 0)),
        int(given.get("depth", 0)),
        Use(int(given.get("use", FULL))),
        "cpu" in given,
    )
    return Side(value, bounds, Path(given["core"]) if "core" in given else None)
