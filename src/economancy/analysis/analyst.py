"""The analysis of any position: by learned values where there are some that fit it, else by rollouts."""

from collections.abc import Mapping
from random import Random

from economancy.analysis.by_rollouts import analyse_by_rollouts
from economancy.analysis.by_value import analyse_by_value
from economancy.analysis.position import Analysis
from economancy.rules.game import players_to_move
from economancy.rules.state import Action, State
from economancy.search.value import value_for

ROLLOUTS = 400
"""For each seat that moves, where there is no value (guessed: a fraction of a second)."""

HINT_ROLLOUTS = 2000
"""Rollouts for a hint (guessed: enough to tell good moves from bad, within about a second)."""


def analyse(state: State, rng: Random, played: Mapping[int, Action] = {}, rollouts: int = ROLLOUTS) -> Analysis:
    """Return the analysis of a state, before anybody's choice; what seats have `played` is among their candidates.

    After the end the chances are certain. Raises ValueError if what was played is not legal.
    """
    value = value_for(state) if players_to_move(state) else None
    if value is None:
        return analyse_by_rollouts(state, rng, rollouts, played)
    return analyse_by_value(state, value, played)
