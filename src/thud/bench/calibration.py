"""Whether appraised win shares come true, as gamekit's `calibration`; whole games are played in one node process.

Built-ins are thud:N and the other clients; each game's draw their seeds by its own.
"""

import argparse
from collections.abc import Sequence
from random import Random
from typing import Any

from gamekit.answer import Choice
from gamekit.bench import calibration
from gamekit.bench.calibration import HELP, add_arguments
from gamekit.game import AnyGame
from gamekit.table import Table
from thud.protocol import decode_move, encode_state
from thud.protocol.node import match_players
from thud.rivals.seats import seat

__all__ = ["HELP", "add_arguments", "run"]


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Play, appraise and print; return whether the bars are met. Raises ValueError and OSError."""
    with match_players(1) as players:

        def play(table: Table[Any], names: Sequence[str], settings: argparse.Namespace, rng: Random) -> Table[Any]:
            seats = {
                side: seat(name, side, rng.randrange(1, 1 << 30))
                for side, name in zip(("dwarf", "troll"), names, strict=True)
            }
            (result,) = players.play([{**seats, "from": encode_state(table.state), "record": True}])
            for move in result["moves"]:
                table = table.answered(table.asked()[0], Choice(decode_move(move[:4]), 0.0))
            return table

        return calibration.run(arguments, game, play)
