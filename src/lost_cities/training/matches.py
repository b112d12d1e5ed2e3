"""Paired games in the core: the same deck with hands exchanged, many hundred a second."""

import ctypes
import math
from collections.abc import Sequence
from typing import NamedTuple

from lost_cities.arrays.valued import Weights
from lost_cities.search.core import Kind, Style


class Player(NamedTuple):
    """Who plays in the core; weights only for those by values."""

    style: Style
    weights: Weights | None = None


class Pairs(NamedTuple):
    """What pairs of games came to; widths are half of 95 % intervals, from the spread of the pairs."""

    games: int
    won: float
    """In %, a draw counted as half."""
    won_width: float
    margin: float
    margin_width: float

    def __str__(self) -> str:
        return (
            f"{self.games} games: won {self.won:.1f} % +- {self.won_width:.1f}, "
            f"margin {self.margin:.1f} +- {self.margin_width:.1f}"
        )


def summary(margins: Sequence[int]) -> Pairs:
    """Return the figures of margins of games, two after one another being a pair; at least one pair."""
    pairs = list(zip(margins[::2], margins[1::2], strict=False))
    won, won_width = _mean([(_won(first) + _won(second)) / 2 for first, second in pairs])
    margin, margin_width = _mean([(first + second) / 2 for first, second in pairs])
    return Pairs(2 * len(pairs), 100 * won, 100 * won_width, margin, margin_width)


def _won(margin: int) -> float:
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def _mean(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def play_pairs(core: ctypes.CDLL, one: Player, other: Player, pairs: int, seed: int) -> tuple[list[int], list[int]]:
    """Return the margins of the first player in so many pairs of games, and how many turns each game had."""
    margins, turns = (ctypes.c_int * (2 * pairs))(), (ctypes.c_int * (2 * pairs))()
    core.play_pairs(*_passed(one), *_passed(other), pairs, ctypes.c_uint64(seed), margins, turns)
    return list(margins), list(turns)


def _passed(player: Player) -> tuple[object, ...]:
    weights = player.weights or Weights(b"", 0, 0)
    floats = weights.floats if player.weights else None
    return floats, weights.nets, weights.hidden, weights.top, ctypes.byref(player.style)


OPPONENTS = {
    "simple": Player(Style(kind=Kind.SIMPLE)),
    "bred": Player(Style(kind=Kind.BRED)),
    "positive": Player(Style(kind=Kind.POSITIVE)),
    "ads-like": Player(Style(kind=Kind.GREEDY, begin=5, hope=0.25, draws=1)),
}
"""The core's opponents by rule that strength is watched against."""
