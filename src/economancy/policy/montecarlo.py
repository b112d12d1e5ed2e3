"""Flat Monte Carlo: rollouts of a decision's actions, allocated by UCB1. A baseline for any number of seats and shop.

In rollouts, rivals that choose at the same time and all later choices follow the default policy of `rollout_policy`.
"""

from collections.abc import Sequence
from random import Random

from economancy.policy.candidates import at_most, candidates
from economancy.policy.decision_rollouts import MOST_AT_ONCE, Rollouts, root_of, value
from economancy.rules.state import Action, Observation
from gamekit.deadline import Deadline, TimeUpError
from gamekit.solve.ucb1 import next_pulls

EXPLORATION = 0.7
"""UCB1's c (from the definition of flat Monte Carlo)."""

ONE_BY_ONE = 250
"""Up to this number of rollouts a decision plays them one by one and updates UCB1 after each (guessed)."""

GOES, LEAST_GO = 10, 100
"""With more rollouts: the number of batches, and the least size of a batch. Batches of 100 are three times as fast as
single rollouts, batches of 16 no faster (measured).
"""


def choose_action(observation: Observation, rng: Random, deadline: Deadline, rollouts: int) -> Action:
    """Return the action with the most rollouts (ties at random) after `rollouts` of them or at the deadline.

    If there are more bids than rollouts, only evenly spaced bids are tried, so few that each gets four rollouts.
    """
    actions: Sequence[Action] = candidates(observation.state, observation.seat)
    if isinstance(actions, range) and actions[-1] >= rollouts:
        actions = at_most(max(2, rollouts // 4), actions)
    actions = rng.sample(actions, len(actions))
    if len(actions) == 1:
        return actions[0]
    root, seats = root_of(observation, rng), len(observation.state.players)
    games = Rollouts(root, rng, arrays=rollouts > ONE_BY_ONE)
    go = min(max(LEAST_GO, rollouts // GOES), MOST_AT_ONCE) if games.arrays else 1
    visits, totals = [0] * len(actions), [0.0] * len(actions)
    while (left := rollouts - sum(visits)) > 0:
        before = deadline.remaining()
        means = [total / max(1, count) for total, count in zip(totals, visits, strict=True)]
        arms = next_pulls(visits, means, min(go, left), EXPLORATION)
        try:
            won = games.winners([actions[arm] for arm in arms], deadline)
        except TimeUpError:
            break
        for arm, winner in zip(arms, won, strict=True):
            visits[arm] += 1
            totals[arm] += value(winner, root.seat, seats)
        after = deadline.remaining()
        if after <= 2 * (before - after):
            break
    return actions[visits.index(max(visits))]
