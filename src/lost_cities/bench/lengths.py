"""How long games are, in the core: ours against itself, and against a bot that never touches the deck while it can draw
from a pile. Nothing in the quiz ends a game in which both draw discards; ours must. The bar: no game is
longer than 200 turns.
"""

import argparse
import sys

from gamekit.commands.arguments import positive
from gamekit.commands.status import Status
from lost_cities.policy.by_values import STYLE
from lost_cities.search.core import Kind, Style, library
from lost_cities.search.weights import trained
from lost_cities.training.matches import Player, play_pairs, summary

HELP = "how long games are"
MOST_TURNS = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=5000, metavar="N", help="against each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Measure; return the exit status."""
    core = library()
    if core is None:
        print("lost-cities bench lengths: expected a C compiler", file=sys.stderr)
        return Status.USAGE
    ours, status = Player(STYLE, trained()), Status.FINE
    for name, other in (("itself", ours), ("hoarder", Player(Style(kind=Kind.HOARDER)))):
        margins, turns = play_pairs(core, ours, other, (arguments.games + 1) // 2, arguments.seed)
        turns.sort()
        print(
            f"against {name}: {summary(margins)}; mean {sum(turns) / len(turns):.1f} turns, "
            f"99 % {turns[int(0.99 * (len(turns) - 1))]}, longest {turns[-1]}",
            flush=True,
        )
        status = Status.NO if turns[-1] > MOST_TURNS else status
    return status
