"""Whether appraised win shares come true. From each game of built-ins one round and one seat are drawn; the share that
was predicted is set beside the share that was won, in ten bins. The bars: in all bins but one the mean lies within two
standard errors, in none beyond four (of ten right bins one lies beyond two in four runs of ten); and the log loss is
below that of the base rate.
"""

import argparse
import math
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from rich.table import Table as Grid

from gamekit.answer import Choice
from gamekit.deadline import Deadline
from gamekit.game import AnyGame, Observation, win_shares
from gamekit.pages.telling import new_console
from gamekit.seeds import derive_seed
from gamekit.table import Table
from gamekit.text.numbers import positive, seconds

HELP = "whether the win shares of `analyse` come true"
BINS = 10
FEWEST = 10
"""Games of a bin that is judged (guessed)."""
SMALLEST = 1e-3
"""A share counts as at least so far from 0 and 1 in the log loss."""

Pair = tuple[float, float]
"""A win share as it was predicted, and as it came."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the arguments."""
    parser.add_argument("players", nargs="*", metavar="SEAT", help="a built-in for each seat (ours at each)")
    parser.add_argument("--variant", help=f"of the game (all in turn); {', '.join(game.variants[:4])}, ...")
    parser.add_argument("--games", type=positive, default=2000, metavar="N", help="(%(default)s)")
    parser.add_argument("--openings", type=positive, default=2, metavar="L", help="random rounds first (%(default)s)")
    parser.add_argument("--move-seconds", type=seconds, default=0.02, metavar="S", help="a move (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Play, appraise and print; return whether the bars are met."""
    names = arguments.players or [game.ours] * game.seats[0]
    if len(names) not in game.seats:
        raise ValueError(f"expected {game.seats[0]} or more SEATs, got {len(names)}")
    variants = [arguments.variant] if arguments.variant else game.variants
    pairs = []
    for number in range(arguments.games):
        rng = Random(derive_seed(arguments.seed, number))
        turned = names[number % len(names) :] + names[: number % len(names)]
        state = None
        while state is None:
            state = game.opening(len(names), variants[number % len(variants)], arguments.openings, rng)
        pair = one_pair(Table.begin(game, state), turned, arguments.move_seconds, rng)
        if pair is not None:
            pairs.append(pair)
    return report(pairs)


def one_pair(table: Table[Any], names: Sequence[str], move_seconds: float, rng: Random) -> Pair | None:
    """Play a game to its end and appraise a round of it for a seat; None where the game says nothing."""
    game, policies = table.game, [table.game.policy(name) for name in names]
    while asked := table.asked():
        limit = Deadline.after(move_seconds, time.monotonic)
        table = table.answered(asked[0], Choice(policies[asked[0]](table.observation(asked[0]), rng, limit), 0.0))
    before, seat = rng.choice(table.rounds()).before, rng.randrange(len(names))
    found = game.appraise(Observation(before, None), {}, rng, Deadline.after(1.0, time.monotonic))
    return None if found is None else (found.worths[seat].share, win_shares(game.returns(table.state))[seat])


def report(pairs: list[Pair]) -> bool:
    """Print the bins and the log loss; return whether the bars are met. Raises ValueError without pairs."""
    if not pairs:
        raise ValueError("expected a game that appraises its positions")
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in ("predicted", "games", "mean", "won", "standard errors off"):
        grid.add_column(title, justify="right")
    off = []
    for number in range(BINS):
        inside = [pair for pair in pairs if number == min(BINS - 1, int(pair[0] * BINS))]
        if not inside:
            continue
        count = len(inside)
        mean, won = (sum(pair[k] for pair in inside) / count for k in (0, 1))
        error = math.sqrt(max(sum(share * (1 - share) for share, _ in inside), 0.25) / count**2)
        distance = abs(won - mean) / error
        off += [distance] if count >= FEWEST else []
        bounds = f"{number / BINS:.1f}-{(number + 1) / BINS:.1f}"
        grid.add_row(bounds, str(count), f"{mean:.3f}", f"{won:.3f}", f"{distance:.1f}")
    new_console().print(grid)
    base = sum(won for _, won in pairs) / len(pairs)
    loss, blind = log_loss(pairs), log_loss([(base, won) for _, won in pairs])
    print(
        f"log loss {loss:.4f}, of the base rate {blind:.4f}; bins beyond two standard errors: {sum(d > 2 for d in off)}"
    )
    return loss < blind and sum(distance > 2 for distance in off) <= 1 and max(off, default=0) <= 4


def log_loss(pairs: list[Pair]) -> float:
    """Return the mean log loss of predictions."""
    total = 0.0
    for predicted, won in pairs:
        share = min(1 - SMALLEST, max(SMALLEST, predicted))
        total -= won * math.log(share) + (1 - won) * math.log(1 - share)
    return total / len(pairs)
