"""Policies by name: our policy and the built-in opponents."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from economancy.policy import baselines
from economancy.policy.table import TablePolicy
from economancy.rules.state import Action, Observation
from gamekit.deadline import Deadline

Policy = Callable[[Observation, Random, Deadline], Action]
"""Returns one of the seat's legal actions before the deadline; all its randomness comes from the generator."""

OURS = "economancy"
"""The built-in that the executable plays: our policy."""

MIMIC = "mimic"
"""The built-in that exploits our policy: it measures how exploitable the opponent model is."""

REFERENCES = ("random", "simple", "points", "attack", "decent")
"""The reference opponents: built-ins that play like the players of the official referee."""


def choose_action(observation: Observation, rng: Random, deadline: Deadline) -> Action:
    """Return the action of our policy if this observation is the first of the game; the seat must have a legal one."""
    return TablePolicy()(observation, rng, deadline)


def _noisy(policy: Policy, percent: int, observation: Observation, rng: Random, deadline: Deadline) -> Action:
    """Return a policy's action, or with a probability of `percent` % a uniformly random legal one."""
    if rng.random() * 100 < percent:
        return baselines.random(observation, rng)
    return policy(observation, rng, deadline)


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

BUILTIN_NAMES = (OURS, *(f"{name}[:N]" for name in REFERENCES), f"{MIMIC}[:N]", "montecarlo:N")
"""All built-ins. montecarlo:N searches with N rollouts (1 or more). A reference opponent may have a number N from 1 to
100: the percentage of random moves. mimic:N imitates *points* for N days (0 or more).
"""


def builtin(name: str) -> Policy:
    """Return a new policy of this name for one seat of one game: some keep a memory of the game.

    Raises ValueError, which lists the names, for any other name.
    """
    if name == OURS:
        return TablePolicy()
    if name in BUILTINS:
        return BUILTINS[name]
    kind, colon, digits = name.partition(":")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0
    if kind in REFERENCES and 1 <= number <= 100:
        return partial(_noisy, BUILTINS[kind], number)
    if kind == MIMIC and (number or digits == "0" or not colon):
        from economancy.policy.mimic import Mimic  # noqa: PLC0415 - import no more than our policy's first answer needs

        return Mimic(number) if colon else Mimic()
    if number and kind == "montecarlo":
        from economancy.policy import montecarlo  # noqa: PLC0415

        return partial(montecarlo.choose_action, rollouts=number)
    raise ValueError(f"expected a built-in ({', '.join(sorted(BUILTIN_NAMES))}), got {name!r}")
