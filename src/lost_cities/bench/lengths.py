"""How long games are: ours against itself, and against a bot that never touches the deck. Nothing in the quiz ends a
game in which both draw from discard piles; ours must. Exit status 1 if a game is longer than 200 turns.
"""

import argparse
from random import Random

from gamekit.commands.arguments import positive
from gamekit.referee import play_builtins
from lost_cities.game import GAME
from lost_cities.policy import OURS

HELP = "how long games are"
MOST_TURNS = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=5000, metavar="N", help="against each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal (%(default)s)")
    parser.add_argument("opponents", nargs="*", default=[OURS, "hoarder"], metavar="NAME", help="(ours, hoarder)")


def run(arguments: argparse.Namespace) -> int:
    """Measure; return the exit status."""
    status = 0
    for opponent in arguments.opponents:
        lengths, margins = [], []
        for number in range(arguments.games):
            seed = arguments.seed + number
            names = [OURS, opponent][:: 1 if number % 2 else -1]
            match = play_builtins(GAME, GAME.new_game(2, "standard", Random(seed)), names, seed)
            lengths.append(GAME.length(match.state))
            returns = GAME.returns(match.state)
            ours = names.index(OURS)
            margins.append(returns[ours] - returns[1 - ours])
        lengths.sort()
        won = 100 * sum((margin > 0) + (margin >= 0) for margin in margins) / (2 * len(margins))
        print(
            f"{opponent}: {len(lengths)} games, mean {sum(lengths) / len(lengths):.1f} turns, 99 % "
            f"{lengths[int(0.99 * (len(lengths) - 1))]}, longest {lengths[-1]}; won {won:.1f} %, "
            f"margin {sum(margins) / len(margins):.1f}",
            flush=True,
        )
        status = max(status, int(lengths[-1] > MOST_TURNS))
    return status
