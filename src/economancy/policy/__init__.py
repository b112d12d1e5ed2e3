"""Who decides: our policy, dispatched on the phase, and the built-in opponents, all by name."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from economancy.policy import baselines, montecarlo, tree
from economancy.policy.mimic import Mimic
from economancy.policy.table import Table
from economancy.rules.state import Action, Observation
from gamekit.deadline import Deadline

Policy = Callable[[Observation, Random, Deadline], Action]
"""Chooses one of the seat's legal actions before the deadline; all its chance comes from the generator."""

OURS = "economancy"
"""The built-in that the executable plays."""

MIMIC = "mimic"
"""The built-in that is there to find out what can be won against ours."""

REFERENCES = ("random", "simple", "points", "attack", "decent")
"""The built-ins that play like the players that come with the official referee."""


def choose_action(observation: Observation, rng: Random, deadline: Deadline) -> Action:
    """Return our action in a state of a game of which nothing else was seen; its seat must have a legal action."""
    return Table()(observation, rng, deadline)


def _noisy(policy: Policy, percent: int, observation: Observation, rng: Random, deadline: Deadline) -> Action:
    """Return a policy's action, or in so many percent of all cases a uniformly random legal one."""
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

BUILTIN_NAMES = (OURS, *(f"{name}[:N]" for name in REFERENCES), f"{MIMIC}[:N]", "montecarlo:N", "tree:N")
"""All built-ins. Those that search take a number N, of rollouts or iterations, from 1; the reference opponents may
take one from 1 to 100: so many percent of their moves are random. A mimic poses for N days, 0 or more.
"""


def builtin(name: str) -> Policy:
    """Return the built-in policy of this name for one seat of one game: some remember what they see there.

    Raises ValueError, which lists them.
    """
    if name == OURS:
        return Table()
    if name in BUILTINS:
        return BUILTINS[name]
    kind, colon, digits = name.partition(":")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0
    if kind in REFERENCES and 1 <= number <= 100:
        return partial(_noisy, BUILTINS[kind], number)
    if kind == MIMIC and (number or digits == "0" or not colon):
        return Mimic(number) if colon else Mimic()
    if number and kind == "montecarlo":
        return partial(montecarlo.choose_action, rollouts=number)
    if number and kind == "tree":
        return partial(tree.choose_action, iterations=number)
    raise ValueError(f"expected a built-in ({', '.join(sorted(BUILTIN_NAMES))}), got {name!r}")
