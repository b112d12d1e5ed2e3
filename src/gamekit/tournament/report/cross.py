"""The cross table of a page: each player against each other one, whatever the number of seats."""

from collections.abc import Sequence
from typing import NamedTuple

from gamekit.tournament.standings.results import Results
from gamekit.tournament.standings.statistics import Interval

_STRONGEST = 62
"""How much of the colour of a score of 0 or 100 % is mixed into the background, in % (by eye, for contrast)."""

_EVEN = 0.5


class Cell(NamedTuple):
    """A cell: a score, of how many games, whether its interval excludes an even one, and how strong its colour is.

    `heat` is from -_STRONGEST (a score of 0) over 0 (even) to _STRONGEST (100 %).
    """

    score: Interval
    games: int
    sure: bool
    heat: int


def cross_table(results: Results, names: Sequence[str]) -> list[tuple[str, list[tuple[str, Cell | None]]]]:
    """Return the rows of the table, by names in this order: the other player of each column, and what is there.

    It is the share of the games of both in which the player of the row was placed above; at two seats its score.
    """
    scores = results.pairs.scores(results.total.copies.copied_blocks())
    return [(name, [(other, _cell(scores.get((name, other)))) for other in names]) for name in names]


def _cell(found: tuple[Interval, int] | None) -> Cell | None:
    if found is None:
        return None
    score, games = found
    heat = round(_STRONGEST * (score.mean - _EVEN) / _EVEN)
    return Cell(score, games, not score.low <= _EVEN <= score.high, heat)
