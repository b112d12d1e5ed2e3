"""Ours: the turn of the highest learned value, play and draw decided together; and the same after a search."""

from random import Random

from gamekit.deadline import Deadline
from lost_cities.arrays.valued import Valued, action_of, best
from lost_cities.rules import Action, View
from lost_cities.search.core import Kind, Style, appraise, library
from lost_cities.search.weights import trained

WINNING = 0.3
"""The weight of the chance to win against points (see README.txt)."""

STYLE = Style(kind=Kind.VALUES, winning=WINNING)
"""Values alone: ours."""

SEARCH = Style(kind=Kind.VALUES, winning=WINNING, deals=8, best=4, turns=2, within=4, prior=12)
"""The built-in `search`: the best candidates followed on common dealings (what it gains is in README.txt)."""


def by_values(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn by values, or while drawing the best draw."""
    return action_of(best(valued_turns(view)))


def by_search(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return the answer of the best turn after the search; by values alone where there is no compiled core.

    The work is fixed, some milliseconds, so it needs no deadline. A play and the draw after it are decided on the
    same dealings, which depend on the state alone.
    """
    core = library()
    if core is None:
        return by_values(view, rng, deadline)
    seed = view.deck + 64 * sum(memory.pickups for memory in view.memories)
    return action_of(appraise(core, view, trained(), SEARCH, seed)[0])


def valued_turns(view: View) -> list[Valued]:
    """Return the turns of the seat that is asked, or its draws, with their values."""
    core = library()
    if core:
        return appraise(core, view, trained(), STYLE, 0)
    from lost_cities.arrays.values import networks, value_turns  # noqa: PLC0415 - numpy, which the core does not need

    return value_turns(view, networks(trained()), WINNING)
