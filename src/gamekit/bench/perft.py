"""How many ways lead from the start of a game to so many rounds later, by its rules: a number that any change shows in.

A way is a choice of every seat that moves, round for round; one that ends before counts once.
"""

import argparse
import time
from itertools import product
from random import Random

from gamekit.game import A, AnyGame, Game, S
from gamekit.text.numbers import natural

HELP = "count the ways from the start, by the rules"


def count(game: Game[S, A], state: S, rounds: int) -> int:
    """Return how many ways lead from a state to so many rounds later."""
    movers = game.players_to_move(state)
    if not movers or rounds == 0:
        return 1
    choices = product(*(game.legal_actions(state, seat) for seat in movers))
    return sum(count(game, game.apply(state, dict(zip(movers, each, strict=True))), rounds - 1) for each in choices)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the start and how far."""
    parser.add_argument("--seats", type=int, choices=game.seats, default=game.seats[0], help="(%(default)s)")
    variant = f"the {game.variant_noun} (%(default)s)"
    parser.add_argument("--variant", default=game.variants[0], metavar="NAME", help=variant)
    parser.add_argument("--rounds", type=natural, default=3, metavar="N", help="at most (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the counts; there is no bar. Raises ValueError for no variant."""
    start = game.new_game(arguments.seats, arguments.variant, Random(0))
    for rounds in range(1, arguments.rounds + 1):
        began = time.perf_counter()
        ways = count(game, start, rounds)
        print(f"perft {rounds}: {ways} ({time.perf_counter() - began:.2f} s)", flush=True)
    return True
