"""How a value fares against players that it did not learn from: the reference opponents, and earlier values."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from economancy.batch import NOBODY, Games, take
from economancy.policy import baselines
from economancy.search import Search
from economancy.training.duel import Chooser, OneByOne, Searcher, play

REFERENCES: Mapping[str, Chooser] = {
    "random": OneByOne(baselines.random),
    "simple": OneByOne(baselines.simple),
    "points": OneByOne(baselines.points),
    "attack": OneByOne(baselines.attack),
    "decent": OneByOne(baselines.decent),
}

DAYS = 40
"""After so many days a game counts as a draw: a stalemate lasts 100, and most of the time would go there (guessed)."""


class Result(NamedTuple):
    """Games won, drawn and lost."""

    wins: int
    draws: int
    losses: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


def evaluate(
    search: Search, start: Games, rivals: Mapping[str, Chooser], games: int, rng: Generator
) -> dict[str, Result]:
    """Return how a search fares, from the one game `start`, in so many games against each rival: a chair for every
    seat in turns, the rival in all the others.
    """
    return {name: _against(Searcher(search), start, rival, games, rng) for name, rival in rivals.items()}


def _against(player: Chooser, start: Games, rival: Chooser, games: int, rng: Generator) -> Result:
    wins = draws = 0
    each = -(-games // start.seats)
    for seat in range(start.seats):
        choosers = [player if chair == seat else rival for chair in range(start.seats)]
        winner = play(take(start, np.zeros(each, np.intp)), choosers, rng, DAYS)
        wins += int((winner == seat).sum())
        draws += int((winner == NOBODY).sum())
    return Result(wins, draws, each * start.seats - wins - draws)
