"""Which of two cards is favoured: our search against itself, every pair of cards, from random starts.

Each start is played twice, seats and cards exchanged. A row is a card, a column its rival: how many games of a hundred
it wins. More boards a turn, a truer table.
"""

import argparse
from random import Random

from gamekit.game import AnyGame
from santorini.bench.arena import Side, play, playable_start
from santorini.policy.searching import VALUES
from santorini.rules import CARDS
from santorini.search.core import Limits
from santorini.search.decision import SHIPPED, read_value
from santorini.training.self_play import PAIRS

HELP = "which of two cards is favoured"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--value", choices=VALUES, default=SHIPPED)
    parser.add_argument("--games", type=int, default=200, help="for each pair of cards (200)")
    parser.add_argument("--nodes", type=int, default=2000, help="boards that a turn may look at (2000)")
    parser.add_argument("--seed", type=int, default=1)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Play and print the table; there is no bar."""
    side, rng = Side(read_value(arguments.value), Limits(nodes=arguments.nodes)), Random(arguments.seed)
    share: dict[tuple[int, int], float] = {}
    for one, two in PAIRS:
        if one < two:
            won = sum(_wins(side, (one, two), rng) for _ in range(arguments.games // 2))
            share[one, two] = 100 * won / (arguments.games // 2 * 2)
            share[two, one] = 100 - share[one, two]
    numbers = range(1, len(CARDS) + 1)
    print(" " * 11, *(f"{card[:3]:>4}" for card in CARDS), " all")
    for one in numbers:
        row = [share.get((one, two)) for two in numbers]
        known = [each for each in row if each is not None]
        cells = ("   -" if each is None else f"{each:4.0f}" for each in row)
        print(f"{CARDS[one - 1]:11}", *cells, f"{sum(known) / len(known):4.0f}", flush=True)
    return True


def _wins(side: Side, cards: tuple[int, int], rng: Random) -> int:
    """Return how many games of two the first card wins: it begins one, its rival the other, from the same spaces."""
    start = playable_start(cards, rng)
    exchanged = start[:29] + bytes([cards[1], cards[0]]) + start[31:]
    return (play((side, side), start) == 0) + (play((side, side), exchanged) == 1)
