"""A training that is small, for all of it costs time: a value, a search over it, games and settings."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from economancy.arrays.games import Games, batch_of, take
from economancy.rules.game import new_game
from economancy.search.look_ahead import Search
from economancy.training.settings import TrainingSettings
from tests.economancy.search.test_look_ahead import VALUES


def copies(start: Games) -> Callable[[int], Games]:
    """Return what makes so many copies of one game."""
    return lambda number: take(start, np.zeros(number, np.intp))


VALUE = replace(VALUES[2], views=2)
SEARCH = Search(VALUE)
START = batch_of([new_game(2)])
SMALL = TrainingSettings("simple", decisions=2000, hidden=(8,), games=16, memory=500, batch=32)
fresh = copies(START)
