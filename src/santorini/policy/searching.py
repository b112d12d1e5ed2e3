"""Our player: the search with a value by name."""

from random import Random

from gamekit.deadline import Deadline
from santorini.policy.interface import Policy
from santorini.rules import State
from santorini.search.decision import SHIPPED, Decider

__all__ = ["SHIPPED", "VALUES", "policy"]

VALUES = ("hand", "linear", "wide")


def policy(value: str = SHIPPED) -> Policy:
    """Return a policy that searches until the deadline; no chance is in it."""
    decider = Decider(value)

    def choose(state: State, rng: Random, deadline: Deadline) -> State:
        return decider.decide(state, deadline)

    return choose
