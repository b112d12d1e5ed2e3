"""Ours: turns by learned values, play and draw decided together, the best of them compared by a search."""

from random import Random

from gamekit.deadline import Deadline
from lost_cities.arrays.valued import Valued, action_of, best
from lost_cities.rules import Action, View
from lost_cities.search.core import Kind, Style, appraise, library
from lost_cities.search.weights import trained

WINNING = 0.3
"""The weight of the chance to win against points (see README.txt)."""

STYLE = Style(kind=Kind.VALUES, winning=WINNING)
"""Values alone: the built-in `values`."""

SEARCH = Style(kind=Kind.VALUES, winning=WINNING, deals=8, best=4, turns=2, within=4, prior=12)
"""Ours: the best candidates followed on common dealings (what it gains is in README.txt)."""


def by_values(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn by values, or while drawing the best draw."""
    return action_of(best(valued_turns(view)))


def by_search(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn after the search. The work is fixed: it needs no deadline."""
    return action_of(searched_turns(view)[0])


def searched_turns(view: View) -> list[Valued]:
    """Return the turns of the seat that is asked, or its draws, that which the search finds best first.

    The dealings depend on the state alone. Where there is no compiled core the order is that of the values.
    """
    core = library()
    if core is None:
        return sorted(valued_turns(view), key=lambda turn: -turn.value)
    seed = view.deck + 64 * sum(memory.pickups for memory in view.memories)
    return appraise(core, view, trained(), SEARCH, seed)


def valued_turns(view: View) -> list[Valued]:
    """Return the turns of the seat that is asked, or its draws, with their values."""
    core = library()
    if core:
        return appraise(core, view, trained(), STYLE, 0)
    from lost_cities.arrays.values import networks, value_turns  # noqa: PLC0415 - numpy, which the core does not need

    return value_turns(view, networks(trained()), WINNING)
