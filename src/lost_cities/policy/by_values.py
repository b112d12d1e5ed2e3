"""Ours: turns by learned values, play and draw decided together."""

from random import Random

from gamekit.deadline import NO_DEADLINE, Deadline
from lost_cities.rules import Action, View
from lost_cities.search.core import PlayerKind, Style, appraise, library
from lost_cities.search.turn_values import TurnValue, action_of, best
from lost_cities.search.weights import trained

WINNING = 0.3
"""The weight of the chance to win against points (guessed: 0 and 0.7 won as many games)."""

STYLE = Style(kind=PlayerKind.VALUES, winning=WINNING)
"""Ours in the core's own games."""


def by_values(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn, or while drawing the best draw, of those valued in time."""
    return action_of(best(valued_turns(view, deadline)))


def valued_turns(view: View, limit: Deadline = NO_DEADLINE) -> list[TurnValue]:
    """Return the turns of the seat that is asked, or its draws, with their values: those valued by then, at least one.

    The core then has values of fewer networks for them as well.
    """
    return appraise(library(), view, trained(), WINNING, limit.remaining())
