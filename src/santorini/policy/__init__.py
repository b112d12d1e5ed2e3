"""Who decides, by name: ours, and the reference opponents.

`santorini` is our player; `random`; `greedy` takes the board best by the hand-made value; `alphabeta:D` looks D turns
ahead with it, every turn to the full depth, without extensions or reductions. `search:VALUE` is our search with another
value: `search:hand`, `search:linear`.
"""

from santorini.policy.interface import Policy

OURS = "santorini"
NAMES = (OURS, "random", "greedy", "alphabeta:D", "search:VALUE")


def builtin(name: str) -> Policy:
    """Return a new policy by its name. Raises ValueError, which lists the names."""
    from santorini.policy import reference, searching  # noqa: PLC0415 - each only when asked for

    kind, _, rest = name.partition(":")
    if name in (OURS, "search") or (kind == "search" and rest in searching.VALUES):
        return searching.policy(rest or searching.SHIPPED)
    if name == "random":
        return reference.random_policy
    if name == "greedy":
        return reference.greedy_policy
    if kind == "alphabeta" and rest.isascii() and rest.isdigit() and len(rest) < 10 and 0 < int(rest) <= 20:
        return reference.alphabeta(int(rest))
    raise ValueError(f"expected one of {', '.join(NAMES)}, got {name!r}")
