"""The command `bench`: moves a second, perft, agreement of the two move generators, time and nodes a turn."""

import argparse
import time
from random import Random

from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.game import AnyGame
from thud.bench.agreement import first_difference, random_positions
from thud.protocol.node import Asker, NodeError, match_players
from thud.rivals import weights
from thud.rivals.seats import ours
from thud.rules import SIDES, START, legal_moves, side_to_move

HELP = "print figures: perft, speed, agreement, time a turn"
DESCRIPTION = """perft: positions after N moves from the start, by the client's move generator. agree: random positions
in which it must list what the rules list. speed: positions a second whose moves the rules and the client list. turns:
our clients against each other, CPU time a turn; the score is their game's, a signature of behaviour."""

PERFT = 3


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", choices=("perft", "agree", "speed", "turns"))
    parser.add_argument("--positions", type=int, default=100_000, metavar="N", help="for agree (100000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(1)")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Print the figures; return the exit status: 1 if something differs."""
    try:
        match arguments.what:
            case "perft":
                return _perft()
            case "agree":
                return _agree(arguments.positions, arguments.seed)
            case "speed":
                return _speed(arguments.seed)
            case _:
                return _turns()
    except NodeError as error:
        return complain(game, "bench", str(error))


def _perft() -> int:
    asker = Asker("positions.js")
    for depth in range(1, PERFT + 1):
        answer = asker.ask({"board": START, "side": SIDES[0], "perft": depth})
        print(f"perft {depth}: {answer['count']} ({answer['seconds']:.2f} s)")
    asker.close()
    return 0


def _agree(positions: int, seed: int) -> int:
    difference = first_difference(positions, seed)
    print(difference or f"{positions} positions: the same legal moves")
    return Status.NO if difference else Status.FINE


def _speed(seed: int) -> int:
    states = list(random_positions(500, Random(seed)))
    started = time.process_time()
    for state in states:
        legal_moves(state.board, SIDES[side_to_move(state)])
    print(f"rules: {len(states) / (time.process_time() - started):.0f} positions a second")
    asker = Asker("positions.js")
    answers = [asker.ask({"board": s.board, "side": SIDES[side_to_move(s)], "perft": 2}) for s in states]
    asker.close()
    count, seconds = sum(a["count"] for a in answers), sum(a["seconds"] for a in answers)
    print(f"client: {count / seconds:.0f} moves a second")
    return 0


def _turns() -> int:
    with match_players(1) as players:
        (result,) = players.play([{side: ours(weights.load(side)) for side in ("dwarf", "troll")}])
    for side, mean, worst in zip(("dwarf", "troll"), result["mean"], result["max"], strict=True):
        print(f"{side}: {1000 * mean:.0f} ms a turn, at most {1000 * worst:.0f}")
    print(f"score {result['score']:+d} after {result['length']} moves ({result['reason']})")
    return 0
