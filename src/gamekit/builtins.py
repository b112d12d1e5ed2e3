"""Built-in policies by name: a game's own, those that every game has, and those that installed packages bring.

A package brings a family of them by an entry point of the group `gamekit.policies`: a function of a game and of what
follows the family's name and a colon, `tables:big` say, that returns a policy or raises ValueError. What such a
policy returns is checked; ours are trusted.
"""

import reprlib
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from gamekit.deadline import Deadline
from gamekit.game import A, AnyGame, Game, Observation, Policy, S
from gamekit.game.results import ResultError
from gamekit.policies.common import common_names, common_policy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

GROUP = "gamekit.policies"


def policy_of(game: Game[S, A], name: str) -> Policy[S, A]:
    """Return the policy of a name for one seat of one game.

    Raises ValueError, which lists the names, and ResultError for what is no function.
    """
    try:
        own = game.policy(name)
        if not callable(own):
            raise ResultError(game.policy, "a policy, a function", own)
        return own
    except ValueError as error:
        if not is_brought(name):
            policy = common_policy(game, name)
            if policy is None:
                raise ValueError(f"{error}{_others(game)}") from None
            return policy
    family, _, rest = name.partition(":")
    entry = _brought()[family]
    try:
        brought: Policy[S, A] = entry.load()(game, rest)
    except ModuleNotFoundError as error:
        raise ValueError(f"{name!r} needs the package {error.name}, which is not installed") from None
    except ValueError:
        raise
    except (Exception, SystemExit) as error:  # the package's own
        raise ValueError(f"{name!r} of {_package(entry)} cannot be used, {type(error).__name__}: {error}") from error
    if not callable(brought):
        raise ValueError(f"{name!r} of {_package(entry)}: expected a policy, a function, got {reprlib.repr(brought)}")
    return _legal(game, brought)


def _package(entry: "EntryPoint") -> str:
    return f"the package {entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _legal(game: Game[S, A], brought: Policy[S, A]) -> Policy[S, A]:
    """Return a policy that somebody brings; it raises ValueError for anything but a legal action."""

    def policy(observation: Observation[S], rng: Random, deadline: Deadline) -> A:
        assert observation.seat is not None
        action = brought(observation, rng, deadline)
        legal = game.legal_actions(observation.state, observation.seat)
        if action not in legal:
            raise ValueError(f"expected one of the legal actions, such as {legal[0]!r}, got {reprlib.repr(action)}")
        return legal[legal.index(action)]  # of its own type

    return policy


def builtin_names(game: AnyGame) -> tuple[str, ...]:
    """Return the names of a game's own built-ins and of those that every game has, for help texts."""
    return (*game.policy_names, *common_names(game))


def is_own(game: AnyGame, name: str) -> bool:
    """Tell whether a name is one that the game gives itself."""
    try:
        game.policy(name)
    except ValueError:
        return False
    return True


def is_brought(name: str) -> bool:
    """Tell whether a name is of a family that an installed package brings: `FAMILY:...`."""
    family, colon, _ = name.partition(":")
    return bool(colon) and family.isidentifier() and family in _brought().names


@cache
def _brought() -> "EntryPoints":
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and few players are brought

    return entry_points(group=GROUP)


def _others(game: AnyGame) -> str:
    names = [*common_names(game), *(f"{each}:..." for each in sorted(_brought().names))]
    return f"; or {', '.join(names)}" if names else ""
