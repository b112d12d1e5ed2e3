"""Rollouts by the plain rules, one game at a time: for flat Monte Carlo with few rollouts or cards that fit no arrays,
and the model of `arrays.rollout`.

A rollout is no game under way, so no `Table` keeps it: one default policy chooses for all, and nobody can answer wrong.
"""

from collections.abc import Mapping
from random import Random

from economancy.arrays.rollout import DAYS
from economancy.arrays.rollout_policy import NOISE
from economancy.policy import baselines
from economancy.rules.game import apply, players_to_move, reveal
from economancy.rules.state import Action, Attacking, End, Investing, Observation, State


def default_action(observation: Observation, rng: Random) -> Action:
    """Return the action of the rollouts' default policy; `rollout_policy` is the same policy for batches."""
    if rng.random() >= NOISE:
        return baselines.decent(observation, rng)
    match observation.state.phase:
        case Investing():
            return rng.randint(0, observation.state.players[observation.seat].coins) if rng.random() < 0.5 else 0
        case Attacking():
            return baselines.random(observation, rng)
        case _:
            return baselines.simple(observation, rng)


def playout(state: State, first: Mapping[int, Action], rng: Random, days: int = DAYS) -> tuple[int | None, int]:
    """Return the winner's seat (None: a draw or a cut-off) and the number of days begun, today included, of a rollout.

    `first`: the given first actions of some seats. `days`: after so many, today included, the game is cut off.
    """
    begun = 1
    while movers := players_to_move(state):
        actions: dict[int, Action] = {}
        shown = state
        for seat in movers:
            given = first.get(seat)
            actions[seat] = default_action(Observation(shown, seat), rng) if given is None else given
            shown = reveal(shown, seat, actions[seat])
        first = {}
        day = state.day
        state = apply(state, actions, last_day=begun >= days)
        begun += state.day != day and not isinstance(state.phase, End)
    return (state.phase.winner if isinstance(state.phase, End) else None), begun
