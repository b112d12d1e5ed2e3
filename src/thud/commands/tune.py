"""The command `tune`: better weights for a side, by games against opponents of several styles."""

import argparse
import json
from pathlib import Path

from gamekit.commands.main import complain
from gamekit.game import AnyGame
from gamekit.output import writing
from thud.protocol.node import NodeError, match_players
from thud.rivals import weights
from thud.training.spsa import unflatten
from thud.training.tuning import TRAINING, Plan, tune

HELP = "tune the weights of a side by games (SPSA)"
DESCRIPTION = f"""Moves all named weights at once up and down by random signs, plays the same games with both, and goes
where the score is better; a line of JSON an iteration into FILE, from which it goes on when started again. --write puts
the last weights into a file that `thud pairs --weights` measures. Opponents, in turn: {TRAINING}; huddle and runner are
for judging only."""

NAMES = ("exposed", "line", "spread", "threat", "threats", "targets", "gap", "hunt", "walk")


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("side", choices=("dwarf", "troll"))
    parser.add_argument("file", metavar="FILE", help="where the iterations are kept")
    parser.add_argument("--iterations", type=int, default=100, metavar="N", help="in all (100)")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="games with each of the two weights (4)")
    parser.add_argument("--turns", type=int, default=120, metavar="N", help="end games after N moves (120)")
    parser.add_argument("--nodes", type=int, default=6000, metavar="N", help="nodes a turn (6000)")
    parser.add_argument("--names", nargs="+", default=NAMES, metavar="WEIGHT", help=f"({', '.join(NAMES)})")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(1)")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="games at once (1)")
    parser.add_argument("--write", metavar="WEIGHTS", help="write the options with the last weights here")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Tune; return the exit status."""
    options = weights.load(arguments.side)
    plan = Plan(
        arguments.side,
        tuple(arguments.names),
        arguments.turns,
        arguments.nodes,
        arguments.games,
        arguments.seed,
    )
    vector = None
    try:
        with match_players(arguments.processes) as players:
            for line in tune(plan, options, Path(arguments.file), arguments.iterations, players):
                vector = line["vector"]
                print(line["iteration"], line["scores"], flush=True)
    except (KeyError, NodeError, OSError) as error:
        return complain(game, "tune", repr(error))
    if arguments.write and vector:
        with writing(arguments.write):
            Path(arguments.write).write_text(json.dumps(unflatten(options, vector), indent=1) + "\n")
    return 0
