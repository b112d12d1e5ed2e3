"""The time from a player's start to its first answer, for which it looks at one board."""

import argparse

from gamekit.bench.start_up import HELP, FirstQuestion, StartBars, add_arguments, measure
from gamekit.game import AnyGame
from gamekit.wire.json_stream import dumps
from santorini.bench.perft import start
from santorini.protocol import encode

__all__ = ["HELP", "add_arguments", "run"]


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the figures; return whether every bar is met. Raises OSError."""
    message = dumps(encode(start(None, None))) + b"\n"
    return measure(arguments, FirstQuestion(message, StartBars(), {"SANTORINI_MOVE_NODES": "1"}))
