"""Evaluation of a value against opponents: the reference opponents and earlier values."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from economancy.arrays.games import NOBODY, Games, take
from economancy.policy import baselines
from economancy.rivals.types import PlayerType
from economancy.search.look_ahead import Search
from economancy.training.duel import Chooser, OneByOne, Searcher, play

REFERENCES: Mapping[str, Chooser] = {
    "random": OneByOne(baselines.random),
    "simple": OneByOne(baselines.simple),
    "points": OneByOne(baselines.points),
    "attack": OneByOne(baselines.attack),
    "decent": OneByOne(baselines.decent),
}

TYPES: Mapping[str, PlayerType] = {
    "random": PlayerType.ERRATIC,
    "simple": PlayerType.ERRATIC,
    "points": PlayerType.POINTS,
    "attack": PlayerType.ATTACK,
    "decent": PlayerType.DECENT,
}
"""The player type that the search assumes for each reference opponent."""

DAYS = 40
"""A game counts as a draw after this many days: a stalemate lasts 100 and would take most of the time (guessed)."""


class GameCounts(NamedTuple):
    """Games won, drawn and lost."""

    wins: int
    draws: int
    losses: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


def tables(seats: int) -> list[tuple[str, ...]]:
    """Return the opponents at each table of an evaluation: copies of each reference opponent, and with more than one
    opponent also the mixes of *points*, *attack* and *decent*.
    """
    mixes = combinations_with_replacement(("points", "attack", "decent"), seats - 1)
    return [(name,) * (seats - 1) for name in REFERENCES] + [mix for mix in mixes if len(set(mix)) > 1]


def evaluate(search: Search, start: Games, before: Search | None, games: int, rng: Generator) -> dict[str, GameCounts]:
    """Return the results of a search, from the one game `start`, at each of the `tables` and among copies of the search
    `before`: about `games` games each, in every seat in turn. The search is told the types of its opponents.
    """
    results = {}
    for table in tables(start.seats):
        rivals = [(REFERENCES[name], TYPES[name]) for name in table]
        name = table[0] if len(set(table)) == 1 else " ".join(table)
        results[name] = _at_table(search, start, rivals, games, rng)
    if before is not None:
        copies = [(Searcher(before), PlayerType.EQUAL)] * (start.seats - 1)
        results["before"] = _at_table(search, start, copies, games, rng)
    return results


def _at_table(
    search: Search, start: Games, rivals: Sequence[tuple[Chooser, PlayerType]], games: int, rng: Generator
) -> GameCounts:
    wins = draws = 0
    each = -(-games // start.seats)
    for seat in range(start.seats):
        types = [player_type for _, player_type in rivals]
        types.insert(seat, PlayerType.EQUAL)
        choosers = [chooser for chooser, _ in rivals]
        choosers.insert(seat, Searcher(search, types=types))
        winner = play(take(start, np.zeros(each, np.intp)), choosers, rng, DAYS)
        wins += int((winner == seat).sum())
        draws += int((winner == NOBODY).sum())
    return GameCounts(wins, draws, each * start.seats - wins - draws)
