"""Who decides: ours, and reference opponents, all by name."""

from collections.abc import Callable
from functools import partial
from random import Random

from gamekit.deadline import Deadline
from lost_cities.policy import by_rule
from lost_cities.policy.by_values import by_values
from lost_cities.rules import Action, View

Policy = Callable[[View, Random, Deadline], Action]
"""Returns a legal answer to the question in what a seat sees; all its chance comes from the generator."""

OURS = "lost-cities"

_BUILTINS: dict[str, Policy] = {
    OURS: by_values,
    "random": by_rule.randomly,
    "dumb": by_rule.dumb,
    "simple": by_rule.simple,
    "bred": by_rule.bred,
    "positive": by_rule.positive,
    "ads-like": by_rule.ads_like,
    "risk": by_rule.risk,
    "discard": by_rule.discarder,
    "hoarder": by_rule.hoarder,
}

NAMES = (*_BUILTINS, "noisy:SHARE:NAME")


def builtin(name: str) -> Policy:
    """Return a built-in policy; noisy:0.1:bred plays a tenth of bred's answers at random. Raises ValueError."""
    if name.startswith("noisy:") and name.count(":") == 2:
        _, share, other = name.split(":")
        try:
            return partial(by_rule.noisy, float(share), builtin(other))
        except ValueError as error:
            raise ValueError(f"expected noisy:SHARE:NAME, got {name!r}") from error
    if name not in _BUILTINS:
        raise ValueError(f"expected one of {', '.join(NAMES)}, got {name!r}")
    return _BUILTINS[name]
