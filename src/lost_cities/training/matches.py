"""Paired games in the core: the same deck with hands exchanged, many hundred a second."""

import ctypes
from collections.abc import Sequence
from typing import NamedTuple

from gamekit.tournament.standings.statistics import Interval, mean_interval, unbounded_interval
from lost_cities.search.core import PlayerKind, Style
from lost_cities.search.turn_values import Weights


class CorePlayer(NamedTuple):
    """Who plays in the core; weights only for those by values."""

    style: Style
    weights: Weights | None = None


class PairScore(NamedTuple):
    """What pairs of games came to, with 95 % intervals from the spread of the pairs."""

    games: int
    won: Interval
    """The share of the games, a draw counted as half."""
    margin: Interval

    def __str__(self) -> str:
        won, margin = self.won, self.margin
        return (
            f"{self.games} games: won {100 * won.mean:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f}), "
            f"margin {margin.mean:.1f} ({margin.low:.1f} to {margin.high:.1f})"
        )


def summary(margins: Sequence[int]) -> PairScore:
    """Return the figures of margins of games, two after one another being a pair; at least one pair."""
    pairs = list(zip(margins[::2], margins[1::2], strict=False))
    won = mean_interval([(_won(first) + _won(second)) / 2 for first, second in pairs])
    return PairScore(2 * len(pairs), won, unbounded_interval([(first + second) / 2 for first, second in pairs]))


def _won(margin: int) -> float:
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def play_pairs(
    core: ctypes.CDLL, one: CorePlayer, other: CorePlayer, pairs: int, seed: int
) -> tuple[list[int], list[int]]:
    """Return the margins of the first player in so many pairs of games, and how many turns each game had."""
    margins, turns = (ctypes.c_int * (2 * pairs))(), (ctypes.c_int * (2 * pairs))()
    core.lc_play_pairs(*_passed(one), *_passed(other), pairs, ctypes.c_uint64(seed), margins, turns)
    return list(margins), list(turns)


def _passed(player: CorePlayer) -> tuple[object, ...]:
    weights = player.weights or Weights(b"", 0, 0)
    floats = weights.floats if player.weights else None
    return floats, weights.nets, weights.hidden, weights.top, ctypes.byref(player.style)


OPPONENTS = {
    "simple": CorePlayer(Style(kind=PlayerKind.SIMPLE)),
    "bred": CorePlayer(Style(kind=PlayerKind.BRED)),
    "positive": CorePlayer(Style(kind=PlayerKind.POSITIVE)),
    "ads-like": CorePlayer(Style(kind=PlayerKind.GREEDY, begin=5, hope=0.25, draws=1)),
}
"""The core's opponents by rule that strength is watched against."""
