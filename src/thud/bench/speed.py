"""Positions a second whose moves the rules list, and moves a second that the client lists, in random positions."""

import argparse
import time
from contextlib import closing
from random import Random

from gamekit.game import AnyGame
from thud.bench.agree import random_positions
from thud.protocol.node import Asker
from thud.rules import SIDES, legal_moves, side_to_move

HELP = "positions and moves a second of the rules and the client"

POSITIONS = 500


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the positions (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print both speeds; there is no bar. Raises NodeError."""
    states = list(random_positions(POSITIONS, Random(arguments.seed)))
    started = time.process_time()
    for state in states:
        legal_moves(state.board, SIDES[side_to_move(state)])
    print(f"rules: {len(states) / (time.process_time() - started):.0f} positions a second")
    with closing(Asker("positions.js")) as asker:
        answers = [asker.ask({"board": s.board, "side": SIDES[side_to_move(s)], "perft": 2}) for s in states]
    count, seconds = sum(a["count"] for a in answers), sum(a["seconds"] for a in answers)
    print(f"client: {count / seconds:.0f} moves a second")
    return True
