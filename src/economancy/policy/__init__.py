"""Who decides: our policy, dispatched on the phase, and the built-in opponents, all by name."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from economancy.policy import attacking, baselines, buying, investing
from economancy.state import Action, Attacking, Investing, Observation
from gamekit.deadline import Deadline

Policy = Callable[[Observation, Random, Deadline], Action]
"""Chooses one of the seat's legal actions before the deadline; all its chance comes from the generator."""

OURS = "economancy"
"""The built-in that the executable plays."""


def choose_action(observation: Observation, rng: Random, deadline: Deadline) -> Action:
    """Return our action. The observation's seat must have a legal action."""
    match observation.state.phase:
        case Investing():
            return investing.choose_bid(observation)
        case Attacking(attacker=attacker):
            if attacker == observation.seat:
                return attacking.choose_attacker(observation)
            return attacking.choose_defender(observation)
        case _:
            return buying.choose_purchase(observation)


def _untimed(policy: Callable[[Observation, Random], Action]) -> Policy:
    return lambda observation, rng, deadline: policy(observation, rng)


BUILTINS: Mapping[str, Policy] = MappingProxyType(
    {
        OURS: choose_action,
        "random": _untimed(baselines.random),
        "simple": _untimed(baselines.simple),
        "points": _untimed(baselines.points),
        "attack": _untimed(baselines.attack),
        "decent": _untimed(baselines.decent),
    }
)
