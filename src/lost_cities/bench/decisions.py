"""CPU time of a decision, in games of a built-in against itself."""

import argparse

from gamekit.bench.decisions import HELP, DecisionBars, add_arguments, measure
from gamekit.game import AnyGame

__all__ = ["HELP", "add_arguments", "run"]


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the times; return whether the bars are met."""
    return measure(arguments, game, DecisionBars(mean=10, most_of_100=50))
