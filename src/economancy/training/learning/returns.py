"""Training targets: the look-ahead's outcomes of positions, mixed with how the games went on, as in TD(lambda).

Dimensions: B games, R rows of a batch, O outcomes (see `value`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from economancy.arrays.games import Bools, Games, Indices
from economancy.search.features import reordered
from economancy.search.value import Outcomes


class Examples(NamedTuple):
    """Positions at one phase, with their target outcomes."""

    phase: int
    games: Games  # [R]
    outcomes: Outcomes  # [R, O]

    def reordered(self, order: Indices) -> "Examples":
        """Return the examples with the seats in another order, [P]: `order[0]` becomes seat 0."""
        return Examples(self.phase, reordered(self.games, order), self.outcomes[:, [*order, len(order)]])


class Decisions(NamedTuple):
    """One decision in each of B games: its examples, and what followed."""

    examples: Sequence[Examples]
    rows: Sequence[Indices]  # [R] the game of each row, for each of the examples
    solved: Bools  # [B] whether all seats played the strategies of the look-ahead
    mornings: Bools  # [B] whether a new day began after the decision
    ended: Bools  # [B] whether the game ended after it,
    results: Outcomes  # [B, O] and its outcome
    renewed: Bools  # [B] whether a new game replaced this one: it has ended or was given up


def lambda_returns(steps: Sequence[Decisions], trace: float, going_on: float) -> Iterator[Examples]:
    """Yield the examples of consecutive steps, with TD(lambda) targets: lambda is `trace`.

    The target of a position is (1 - lambda) * its look-ahead's outcomes + lambda * the next step's target; a new day
    counts with probability `going_on` (see `Search`). Truncated at the last step, and cut where a seat deviated from
    the look-ahead, as Q(lambda) is by exploration (Sutton and Barto 2018, "Reinforcement learning", 12.3 and 12.10). So
    values are learnt also from real ends of games, not only from other values, which may be wrong.
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
