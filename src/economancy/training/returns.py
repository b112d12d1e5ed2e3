"""What is learnt of the positions of games: how their look-ahead said that they end, mixed with what came of them.

Dimensions: B games, R rows of a batch, O outcomes (see `value`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from economancy.arrays.games import Bools, Games, Indices
from economancy.search.value import Outcomes


class Examples(NamedTuple):
    """Positions at one phase and how they will end."""

    phase: int
    games: Games  # [R]
    outcomes: Outcomes  # [R, O]


class Step(NamedTuple):
    """What one decision in each of some games showed."""

    examples: Sequence[Examples]
    rows: Sequence[Indices]  # [R] whose games those are, of each examples
    solved: Bools  # [B] whether all did what their look-ahead would
    mornings: Bools  # [B] whether a morning has come after it
    ended: Bools  # [B] whether the game has ended after it,
    results: Outcomes  # [B, O] how
    renewed: Bools  # [B] whether another game goes on in its place: if it has not ended, it was given up


def lambda_returns(steps: Sequence[Step], trace: float, going_on: float) -> Iterator[Examples]:
    """Yield the examples of games' steps in a row, their outcomes mixed with those of the step after: a share of
    `trace` of these where all did what their look-ahead would, and a morning counted as `going_on` (see `Search`).

    TD(lambda), by steps in a row as in its truncated form, and cut by errors as Q(lambda) is by exploration (Sutton and
    Barto 2018, "Reinforcement learning", 12.3 and 12.10): what a position is worth is then learnt from how such games
    end, not only from values that may be as wrong as its own.
    """
    seen = np.zeros_like(steps[-1].results)
    known: Bools = np.zeros(len(seen), bool)
    for step in reversed(steps):
        seen[step.ended] = step.results[step.ended]
        known = np.where(step.renewed, step.ended, known)
        seen[step.mornings] *= going_on
        seen[step.mornings, -1] += 1 - going_on
        for examples, rows in zip(step.examples, step.rows, strict=True):
            share = (trace * (known & step.solved)[rows])[:, None]
            outcomes = ((1 - share) * examples.outcomes + share * seen[rows]).astype(np.float32)
            yield examples._replace(outcomes=outcomes)
            seen[rows], known[rows] = outcomes, True
