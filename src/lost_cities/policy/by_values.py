"""Ours: turns by learned values, play and draw decided together."""

from random import Random

from gamekit.deadline import Deadline
from lost_cities.arrays.valued import Valued, action_of, best
from lost_cities.rules import Action, View
from lost_cities.search.core import Kind, Style, appraise, library
from lost_cities.search.weights import trained

WINNING = 0.3
"""The weight of the chance to win against points (see README.txt)."""

STYLE = Style(kind=Kind.VALUES, winning=WINNING)
"""Ours in the core's own games."""


def by_values(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn, or while drawing the best draw. The work is fixed: it needs no deadline."""
    return action_of(best(valued_turns(view)))


def valued_turns(view: View) -> list[Valued]:
    """Return the turns of the seat that is asked, or its draws, with their values."""
    core = library()
    if core:
        return appraise(core, view, trained(), WINNING)
    from lost_cities.arrays.values import networks, value_turns  # noqa: PLC0415 - numpy, which the core does not need

    return value_turns(view, networks(trained()), WINNING)
