"""Built-in policies by name: a game's own, and those that installed packages bring for any game.

A package brings a family of them by an entry point of the group `gamekit.policies`: a function of a game and of what
follows the family's name and a colon, `tables:big` say, that returns a policy or raises ValueError.
"""

from functools import cache
from importlib.metadata import EntryPoints, entry_points

from gamekit.game import A, Game, Policy, S

GROUP = "gamekit.policies"


def policy_of(game: Game[S, A], name: str) -> Policy[S, A]:
    """Return the policy of a name for one seat of one game. Raises ValueError, which lists the names."""
    try:
        return game.policy(name)
    except ValueError as error:
        if not is_brought(name):
            raise ValueError(f"{error}{_others()}") from None
    family, _, rest = name.partition(":")
    try:
        policy: Policy[S, A] = _brought()[family].load()(game, rest)
    except ModuleNotFoundError as error:
        raise ValueError(f"{name!r} needs the package {error.name}, which is not installed") from None
    return policy


def is_brought(name: str) -> bool:
    """Tell whether a name is of a family that an installed package brings: `FAMILY:...`."""
    family, colon, _ = name.partition(":")
    return bool(colon) and family.isidentifier() and family in _brought().names


@cache
def _brought() -> EntryPoints:
    return entry_points(group=GROUP)


def _others() -> str:
    names = sorted(_brought().names)
    return f"; or {', '.join(f'{each}:...' for each in names)}" if names else ""
