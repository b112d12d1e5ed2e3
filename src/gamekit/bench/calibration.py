"""Whether appraised win shares come true. From each game of built-ins one round and one seat are drawn, so that what is
compared is independent, and it counts for as many as the game has rounds: else a round that leads to a short game would
count more than the same round before a long one, and who wins is not the same in both. The share that was predicted is
set beside the share that was won, in ten bins, and in a game that counts points the predicted margin beside the one
reached, in five bins of equally many games. Of right bins one in 22 lies beyond two standard errors, so that all are
judged together: by how often right predictions give a table that is as far off. The bars: at least once in 100 times,
and a log loss below that of the base rate.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from rich.table import Table as Grid

from gamekit.analysis.games import final_worths
from gamekit.answer import Choice
from gamekit.bench.game_file import GameFile
from gamekit.builtins import policy_of
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import AnyGame, Observation
from gamekit.game.results import is_number
from gamekit.pages.telling import new_console
from gamekit.policies.appraisals import appraise
from gamekit.seeds import derive_seed
from gamekit.table import Table
from gamekit.text.numbers import natural, positive, seconds
from gamekit.tournament.progress import Progress
from gamekit.tournament.rows import SHARE, check_items, expect
from gamekit.wire.json_stream import dumps

HELP = "whether the win shares of `analyse` come true"
BINS = 10
MARGIN_BINS = 5
SMALLEST = 1e-3
"""A share counts as at least so far from 0 and 1: proofs hold if all play on without a mistake (guessed)."""
LEAST = 0.01
"""The bar for how often right predictions give a table as far off."""
DRAWS = 1_000
"""Tables of right predictions that are drawn."""
SURE = 2.0
"""Standard errors beyond which a bin is counted, and of the interval (95 %) of a mean."""

_MOST_POINTS = 1e9  # whose squares are still numbers

_SETTINGS = ("variant", "openings", "move_seconds", "move_nodes", "seed")
"""The arguments that the figures of a game depend on, beside the players."""

Play = Callable[[Table[Any], Sequence[str], argparse.Namespace, Random], Table[Any]]
"""Returns a table after the game, played by built-ins of these names."""


class Prediction(NamedTuple):
    """A seat's win share and margin in a drawn round, as predicted and as they came, nan where no points count; and the
    rounds of its game, as which it counts.
    """

    share: float
    won: float
    points: float
    margin: float
    rounds: float = 1.0


class Pair(NamedTuple):
    """What was told and what came of it, and as how much it counts."""

    told: float
    came: float
    weight: float = 1.0


class Bin(NamedTuple):
    """Predictions of a bin: how many, the means of what was predicted and of what came, and the standard error."""

    title: str
    games: int
    mean: float
    came: float
    error: float

    @property
    def distance(self) -> float:
        """By how many standard errors it is off."""
        return (self.came - self.mean) / self.error


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the arguments."""
    parser.add_argument("players", nargs="*", metavar="SEAT", help="a built-in for each seat (ours at each)")
    parser.add_argument("--variant", help=f"of the game (all in turn); {', '.join(game.variants[:4])}, ...")
    parser.add_argument("--games", type=positive, default=2000, metavar="N", help="(%(default)s)")
    parser.add_argument("--openings", type=natural, default=2, metavar="L", help="random rounds first (%(default)s)")
    parser.add_argument("--move-seconds", type=seconds, default=1.0, metavar="S", help="a move (%(default)s)")
    parser.add_argument("--move-nodes", type=positive, default=2000, metavar="N", help="if it counts (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep each game's figures here, and go on from them")


def run(arguments: argparse.Namespace, game: AnyGame, play: Play | None = None) -> bool:
    """Play, with `play` if a game has a faster way, appraise and print; return whether the bars are met.

    Raises ValueError and OSError.
    """
    names = arguments.players or [game.ours] * game.seats[0]
    if len(names) not in game.seats:
        raise ValueError(f"expected {game.seats[0]} or more SEATs, got {len(names)}")
    found = [one for one in _predictions(arguments, game, names, play or by_policies) if one is not None]
    if not found:
        raise ValueError("expected a game that appraises its positions")
    return report(found, arguments.seed)


def _predictions(
    arguments: argparse.Namespace, game: AnyGame, names: Sequence[str], play: Play
) -> Iterator[Prediction | None]:
    """Yield a prediction a game, None where the game says nothing: those that the file has are not played again."""
    settings = {key: value for key, value in vars(arguments).items() if key in _SETTINGS} | {"players": list(names)}
    variants = [arguments.variant] if arguments.variant else game.variants

    def one(number: int) -> dict[str, Any]:
        rng = Random(derive_seed(arguments.seed, number))
        turned = [*names[number % len(names) :], *names[: number % len(names)]]
        state = None
        while state is None:
            state = game.opening(len(names), variants[number % len(variants)], arguments.openings, rng)
        said = prediction(play(Table.begin(game, state), turned, arguments, rng), rng)
        return {} if said is None else said._asdict()

    with GameFile(arguments.out, "calibration", check_row) as games:
        keys = [dumps({**settings, "number": number}).decode() for number in range(arguments.games)]
        kept = sum(key in games for key in keys)
        with Progress(f"{game.name} bench calibration", len(keys), kept) as progress:
            for number, key in enumerate(keys):
                if key not in games:
                    games.add(key, one(number))
                    progress.advance()
                yield _read(games[key])


def check_row(row: Mapping[str, Any]) -> None:
    """Raise ValueError, one line, unless a row is empty or a prediction."""
    if not row.keys() & set(Prediction._fields):
        return
    check_items(row, {"share": SHARE, "won": SHARE})
    for name in ("points", "margin"):
        expect(name in row and (row[name] is None or is_number(row[name], _MOST_POINTS)), name, "a number or null", row)
    expect(row["points"] is None or row["margin"] is not None, "margin", "a number where points are one", row)
    expect(is_number(row.get("rounds"), _MOST_POINTS) and row["rounds"] >= 1, "rounds", "a number from 1 on", row)


def _read(row: Mapping[str, Any]) -> Prediction | None:
    """Return the prediction of a row, None of an empty one."""
    if "share" not in row:
        return None
    numbers = [row[name] for name in Prediction._fields]
    return Prediction(*(math.nan if each is None else float(each) for each in numbers))  # JSON has no nan


def by_policies(table: Table[Any], names: Sequence[str], arguments: argparse.Namespace, rng: Random) -> Table[Any]:
    """Return a table after the game, played by built-ins."""
    policies = [policy_of(table.game, name) for name in names]
    while asked := table.asked():
        limit = Deadline(time.monotonic, time.monotonic() + arguments.move_seconds, arguments.move_nodes)
        table = table.answered(asked[0], Choice(policies[asked[0]](table.observation(asked[0]), rng, limit), 0.0))
    return table


def prediction(table: Table[Any], rng: Random) -> Prediction | None:
    """Return what an onlooker is told of a round and a seat of a game that is over, both drawn, and what came of it."""
    game = table.game
    rounds = table.rounds()
    before, seat = rng.choice(rounds).before, rng.randrange(game.seats_of(table.state))
    found = appraise(game, Observation(before, None), {}, rng, NO_DEADLINE)
    if found is None:
        return None
    now, then = found.worths[seat], final_worths(game, table.state, None)[seat]
    return Prediction(now.share, then.share, now.points, then.points, float(len(rounds)))


def report(found: Sequence[Prediction], seed: int) -> bool:
    """Print the bins and the log loss; return whether the bars are met."""
    pairs = [Pair(_open(one.share), one.won, one.rounds) for one in found]
    rng = Random(seed)
    is_right = _print_bins("win share", share_bins(pairs), _right_shares(pairs, rng))
    base = _open(weighted_mean([one.came for one in pairs], pairs)[0])
    gain, error = weighted_mean([log_loss(base, one.came) - log_loss(one.told, one.came) for one in pairs], pairs)
    loss, _ = weighted_mean([log_loss(one.told, one.came) for one in pairs], pairs)
    half = SURE * error
    print(f"log loss below the base rate's by {gain:.3f} ({gain - half:.3f} to {gain + half:.3f}): {loss:.3f}")
    margins = [Pair(one.points, one.margin, one.rounds) for one in found if not math.isnan(one.points)]
    if len(margins) >= 2 * MARGIN_BINS:
        bins = margin_bins(margins)
        right = [sum(rng.gauss() ** 2 for _ in bins) for _ in range(DRAWS)]
        is_right = _print_bins("margin", bins, right) and is_right
    return is_right and gain > 0


def _open(share: float) -> float:
    """Return a share, or the nearest one that rules nothing out."""
    return min(1 - SMALLEST, max(SMALLEST, share))


def weighted_mean(values: Sequence[float], pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return the mean of values that count as their pairs do, and its standard error."""
    whole = sum(one.weight for one in pairs)
    mean = sum(one.weight * value for one, value in zip(pairs, values, strict=True)) / whole
    squares = sum((one.weight * (value - mean)) ** 2 for one, value in zip(pairs, values, strict=True))
    return mean, math.sqrt(squares) / whole


def share_bins(pairs: Sequence[Pair]) -> list[Bin]:
    """Return the bins of shares predicted and won that are not empty; a draw varies less than the error says."""
    inside: dict[int, list[Pair]] = {}
    for pair in pairs:
        inside.setdefault(int(pair.told * BINS), []).append(pair)
    return [
        Bin(f"{number / BINS:.1f}-{(number + 1) / BINS:.1f}", len(found), *_means(found), _error(found))
        for number, found in sorted(inside.items())
    ]


def _error(pairs: Sequence[Pair]) -> float:
    variance = sum(one.weight**2 * one.told * (1 - one.told) for one in pairs)
    return math.sqrt(variance) / sum(one.weight for one in pairs)


def margin_bins(pairs: Sequence[Pair]) -> list[Bin]:
    """Return bins of equally many margins predicted and reached.

    Where all came as told no error is seen, though some game may end otherwise: a bin's is at least what one game that
    ends as far off as any did would make of it.
    """
    pairs = sorted(pairs)
    farthest = max(abs(one.came - one.told) for one in pairs)
    found = []
    for number in range(MARGIN_BINS):
        inside = pairs[number * len(pairs) // MARGIN_BINS : (number + 1) * len(pairs) // MARGIN_BINS]
        _, error = weighted_mean([one.came - one.told for one in inside], inside)
        told = f"{inside[0].told:+.1f} to {inside[-1].told:+.1f}"
        found.append(Bin(told, len(inside), *_means(inside), max(error, farthest / len(inside), 1e-9)))
    return found


def _means(pairs: Sequence[Pair]) -> tuple[float, float]:
    return weighted_mean([one.told for one in pairs], pairs)[0], weighted_mean([one.came for one in pairs], pairs)[0]


def _right_shares(pairs: Sequence[Pair], rng: Random) -> list[float]:
    """Return how far off tables are whose games are won as often as predicted."""
    drawn = ([one._replace(came=float(rng.random() < one.told)) for one in pairs] for _ in range(DRAWS))
    return [far_off(share_bins(each)) for each in drawn]


def far_off(bins: Sequence[Bin]) -> float:
    """Return how far off a table is: the sum of its squared distances."""
    return sum(one.distance**2 for one in bins)


def _print_bins(title: str, bins: Sequence[Bin], right: Sequence[float]) -> bool:
    """Print a table, and how often right ones, which are `right` far off, are as bad; tell whether that is the bar."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for head in (title, "games", "predicted", "came", "standard errors off"):
        grid.add_column(head, justify="right")
    for one in bins:
        grid.add_row(one.title, str(one.games), f"{one.mean:.3f}", f"{one.came:.3f}", f"{one.distance:+.1f}")
    new_console().print(grid)
    beyond = sum(abs(one.distance) > SURE for one in bins)
    by_chance = 2 * (1 - NormalDist().cdf(SURE)) * len(bins)
    often = sum(each >= far_off(bins) for each in right) / len(right)
    print(f"bins beyond two standard errors: {beyond}; by chance {by_chance:.1f}")
    print(f"right predictions are as far off: {often:.3f} of times (bar {LEAST:g})")
    return often >= LEAST


def log_loss(share: float, won: float) -> float:
    """Return the log loss of a share predicted and won."""
    return -won * math.log(share) - (1 - won) * math.log(1 - share)
