"""The analysis of any position: by learned values where there are some that fit it, else by rollouts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from economancy.analysis.appraisal import GameAppraisal
from economancy.analysis.by_rollouts import analyse_by_rollouts
from economancy.analysis.by_value import analyse_by_value
from economancy.analysis.position import Analysis
from economancy.rules.game import players_to_move
from economancy.rules.state import Action, State
from economancy.search.value import value_for

ROLLOUTS = 400
"""For each seat that moves, where there is no value (guessed: a fraction of a second)."""


def analyse(state: State, rng: Random, played: Mapping[int, Action] = {}, rollouts: int = ROLLOUTS) -> Analysis:
    """Return the analysis of a state, before anybody's choice; what seats have `played` is among their candidates.

    After the end the chances are certain. Raises ValueError if what was played is not legal.
    """
    value = value_for(state) if players_to_move(state) else None
    if value is None:
        return analyse_by_rollouts(state, rng, rollouts, played)
    return analyse_by_value(state, value, played)


HINT_ROLLOUTS = 2000
"""Rollouts for a hint (guessed: enough to tell good moves from bad, within about a second)."""


@dataclass(frozen=True)
class Analyst:
    """Analyses each position from the same seed, so that it gets the same figures wherever it stands."""

    seed: int
    rollouts: int

    def __call__(self, state: State, played: Mapping[int, Action]) -> Analysis:
        """Return the analysis of a state."""
        return analyse(state, Random(self.seed), played, self.rollouts)

    def rollouts_for(self, state: State) -> int | None:
        """Return how many rollouts an analysis takes for each seat that moves, None if it needs none."""
        return self.rollouts if players_to_move(state) and value_for(state) is None else None


def source_of(appraisals: Sequence[GameAppraisal]) -> str:
    """Return what the chances of appraisals come from."""
    if not any(appraisal.judgements for appraisal in appraisals):
        return "Nothing was analysed."
    rollouts = max((appraisal.rollouts or 0 for appraisal in appraisals), default=0)
    if not rollouts:
        return "Chances come from trained values. Where there was no time, they are interpolated."
    position, move = (round(100 * share / rollouts**0.5) for share in (0.7, 1.8))
    return (
        f"Chances come from {rollouts} games played on from a position for each seat to move: those of a position err "
        f"by about {position} in 100, those of a single move by about {move}. Where there was no time, they are "
        "interpolated."
    )
