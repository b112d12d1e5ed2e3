"""Our reference opponents beside the originals, with tests of significance."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from economancy.game import GAME
from economancy.rules.state import End
from gamekit.game import AnyGame
from gamekit.referee import play_builtins
from gamekit.text.numbers import positive

HELP = "compare our reference opponents with the originals"

ORIGINAL_GAMES = 1000
"""Games of the original code for each cell, over both seats."""

LEVEL = 0.01
"""Of significance, for the whole table (guessed): each cell is tested at LEVEL / cells (Bonferroni)."""

NAMES = ("random", "simple", "points", "attack", "decent")

# Results of the first player against the second with the original code: wins, draws, losses in %. None: not measured.
ORIGINAL: Mapping[str, Mapping[tuple[str, str], tuple[float, float, float] | None]] = {
    "simple": {
        ("random", "random"): None,
        ("random", "simple"): (55.6, 0, 44.4),
        ("random", "points"): (1.8, 0, 98.2),
        ("random", "attack"): (0.1, 0, 99.9),
        ("random", "decent"): (5.0, 0, 95.0),
        ("points", "simple"): (95.1, 0, 4.9),
        ("points", "points"): (0, 100, 0),
        ("points", "attack"): (0, 0, 100),
        ("points", "decent"): (0, 76.6, 23.4),
        ("attack", "simple"): (100, 0, 0),
        ("attack", "attack"): (47, 6, 47),
        ("attack", "decent"): (0, 0, 100),
        ("decent", "simple"): (99.4, 0, 0.6),
        ("decent", "decent"): (0, 100, 0),
    },
    "base": {
        ("random", "random"): None,
        ("random", "simple"): (61.2, 0, 38.8),
        ("random", "points"): (1.7, 0, 98.3),
        ("random", "attack"): (0.3, 0, 99.7),
        ("random", "decent"): (5.6, 0, 94.4),
        ("points", "simple"): (94.3, 0, 5.7),
        ("points", "points"): (0, 100, 0),
        ("points", "attack"): (0, 0, 100),
        ("points", "decent"): (0, 88.5, 11.5),
        ("attack", "simple"): (100, 0, 0),
        ("attack", "attack"): None,
        ("attack", "decent"): (0, 0, 100),
        ("decent", "simple"): (99.6, 0, 0.4),
        ("decent", "decent"): (17, 67, 17),
    },
}


@dataclass(frozen=True, slots=True)
class Pairing:
    """One pairing: wins, draws and losses of its first player, with our code and the original (None: not measured)."""

    shop: str
    pair: tuple[str, str]
    ours: tuple[int, int, int]
    original: tuple[int, int, int] | None

    def p_value(self) -> float:
        """Return the p-value of the difference: Fisher's exact tests of the wins and of the draws, the smaller p times
        two (Bonferroni). 1 if the original was not measured.
        """
        import numpy as np  # noqa: PLC0415 - slow to import
        from scipy.stats import fisher_exact  # noqa: PLC0415 - slow to import

        if self.original is None:
            return 1.0
        games, original_games = sum(self.ours), sum(self.original)
        tables = [
            [[ours, games - ours], [original, original_games - original]]
            for ours, original in zip(self.ours[:2], self.original[:2], strict=True)
        ]
        return min(1.0, 2 * min(float(fisher_exact(np.array(table)).pvalue) for table in tables))


def measure(games: int, seed: int) -> Iterator[Pairing]:
    """Yield the cells of both tables, as many games each, the seats taking turns."""
    for shop, pairs in ORIGINAL.items():
        for pair, percent in pairs.items():
            original = None if percent is None else _counts(percent)
            yield Pairing(shop, pair, _play_pair(shop, pair, games, seed), original)


def _counts(percent: tuple[float, float, float]) -> tuple[int, int, int]:
    wins, draws = (round(share * ORIGINAL_GAMES / 100) for share in percent[:2])
    return wins, draws, ORIGINAL_GAMES - wins - draws


def _play_pair(shop: str, pair: tuple[str, str], games: int, seed: int) -> tuple[int, int, int]:
    """Return the wins, draws and losses of the first of the pair."""
    results: Counter[int | None] = Counter()
    for number in range(games):
        turn = number % 2
        winner = _winner(shop, (pair[turn], pair[1 - turn]), seed + number)
        results[None if winner is None else winner ^ turn] += 1
    return results[0], results[None], results[1]


def _winner(shop: str, names: Sequence[str], seed: int) -> int | None:
    """Return the winner's seat of one game between built-ins, or None for a draw."""
    phase = play_builtins(GAME, GAME.new_game(len(names), shop, Random(seed)), names, seed).state.state.phase
    assert isinstance(phase, End)
    return phase.winner


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--games", type=positive, default=1000, metavar="N", help="for each pairing (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first game's (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print our table and the original's; return whether no cell differs significantly at LEVEL."""
    games, seed = arguments.games, arguments.seed
    print(f"wins-draws-losses of the first in %; ours {games} games a cell, the original {ORIGINAL_GAMES}; seed {seed}")
    print(f"{'shop':7}{'pairing':18}{'ours':>18}{'original':>18}{'p':>9}")
    cells = []
    for cell in measure(games, seed):
        cells.append(cell)
        pairing = f"{cell.pair[0]} v {cell.pair[1]}"
        p_value = "" if cell.original is None else f"{cell.p_value():9.4f}"
        print(f"{cell.shop:7}{pairing:18}{_percent(cell.ours):>18}{_percent(cell.original):>18}{p_value}", flush=True)
    compared = [cell for cell in cells if cell.original is not None]
    limit = LEVEL / len(compared)
    different = [cell for cell in compared if cell.p_value() < limit]
    print(f"{len(compared)} cells compared, {len(different)} differ (p < {limit:.5f}, {LEVEL:.0%} for the whole table)")
    return not different


def _percent(counts: tuple[int, int, int] | None) -> str:
    if counts is None:
        return "-"
    return "-".join(f"{100 * count / sum(counts):.1f}" for count in counts)
