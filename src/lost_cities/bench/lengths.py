"""How long games are, in the core: ours against itself, and against a bot that never touches the deck while it can draw
from a pile. Nothing in the quiz ends a game in which both draw discards; ours must. The bar: no game is
longer than 200 turns.
"""

import argparse

from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from lost_cities.policy.by_values import STYLE
from lost_cities.search.core import PlayerKind, Style, library
from lost_cities.search.weights import trained
from lost_cities.training.matches import CorePlayer, play_pairs, summary

HELP = "how long games are"
MOST_TURNS = 200


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=5000, metavar="N", help="against each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    core = library()
    ours, met = CorePlayer(STYLE, trained()), True
    for name, other in (("itself", ours), ("hoarder", CorePlayer(Style(kind=PlayerKind.HOARDER)))):
        margins, turns = play_pairs(core, ours, other, (arguments.games + 1) // 2, arguments.seed)
        turns.sort()
        print(
            f"against {name}: {summary(margins)}; mean {sum(turns) / len(turns):.1f} turns, "
            f"99 % {turns[int(0.99 * (len(turns) - 1))]}, longest {turns[-1]}",
            flush=True,
        )
        met &= turns[-1] <= MOST_TURNS
    return met
