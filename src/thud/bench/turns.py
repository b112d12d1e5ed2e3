"""CPU time of our clients' turns, in a game against each other; its score is a signature of what they do."""

import argparse

from gamekit.game import AnyGame
from thud.protocol.node import match_players
from thud.rivals import weights
from thud.rivals.seats import ours

HELP = "CPU time of our clients' turns"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare no arguments."""


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the times and the score; there is no bar. Raises NodeError."""
    with match_players(1) as players:
        (result,) = players.play([{side: ours(weights.load(side)) for side in ("dwarf", "troll")}])
    for side, mean, worst in zip(("dwarf", "troll"), result["mean"], result["max"], strict=True):
        print(f"{side}: {1000 * mean:.0f} ms a turn, at most {1000 * worst:.0f}")
    print(f"score {result['score']:+d} after {result['length']} moves ({result['reason']})")
    return True
