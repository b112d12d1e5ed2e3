"""Positions after 1, 2 and 3 moves from the start, by the client's move generator, beside the known counts."""

import argparse
from contextlib import closing

from gamekit.game import AnyGame
from thud.protocol.node import Asker
from thud.rules import SIDES, START

HELP = "count the positions after some moves, beside the known counts"

KNOWN = (656, 21_736, 13_584_144)
"""The first two by the rules, too; the third by the client and by an earlier one."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    depths = range(1, len(KNOWN) + 1)
    parser.add_argument("--depth", type=int, choices=depths, default=len(KNOWN), help="moves at most (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the counts; return whether every count is the known one. Raises NodeError."""
    met = True
    with closing(Asker("positions.js")) as asker:
        for depth, known in enumerate(KNOWN[: arguments.depth], 1):
            answer = asker.ask({"board": START, "side": SIDES[0], "perft": depth})
            verdict = "ok" if answer["count"] == known else f"expected {known}"
            print(f"perft {depth}: {answer['count']} {verdict} ({answer['seconds']:.2f} s)", flush=True)
            met &= answer["count"] == known
    return met
