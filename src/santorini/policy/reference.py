"""The reference opponents."""

from random import Random

from gamekit.deadline import Deadline
from santorini.policy.interface import Policy
from santorini.rules import State, successors
from santorini.search import core
from santorini.search.hand import value


def random_policy(state: State, rng: Random, deadline: Deadline) -> State:
    """Play any of the states that may follow, all as likely."""
    return rng.choice(successors(state))


def greedy_policy(state: State, rng: Random, deadline: Deadline) -> State:
    """Win if a turn does, else play the board best by the hand-made value; equal ones as likely."""
    following = successors(state)
    if won := [after for after in following if after.won]:
        return won[0]
    values = [value(after) for after in following]
    least = min(values)
    return rng.choice([after for after, each in zip(following, values, strict=True) if each == least])


def alphabeta(depth: int) -> Policy:
    """Return a policy that looks so many turns ahead, or as many as the deadline allows; tokens placed by value."""
    engine = core.Engine(bits=18)

    def choose(state: State, rng: Random, deadline: Deadline) -> State:
        if state.placing:
            return min(successors(state), key=value)
        limits = core.Limits(max(deadline.remaining(), 1e-6), depth=depth, use=core.Use.TABLE)
        found = engine.search(core.encode(state), state.seat, limits)
        if found is None:
            raise ValueError(f"nothing may follow {state}")
        return core.child_state(state, found.child)

    return choose
