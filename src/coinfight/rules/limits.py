"""How large a game may be that comes from a file or is set up by hand: actions are listed, and games played on.

Players take states of any size; see `coinfight.protocol`.
"""

from functools import lru_cache
from itertools import islice

from coinfight.rules.change import change_sets, value
from coinfight.rules.state import Counts, State

MOST_SEATS, MOST_FACES = 100, 16
"""Guessed: 6 and 4 are usual."""
MOST_VALUE = 5_000
"""Of all coins together, which bounds the turns: each costs a hand 1 at least (guessed: six seats have 384)."""
MOST_SETS = 20_000
"""Sets of change for a coin, if all coins lay on the table (guessed: with the usual coins there are 110)."""


def too_large(state: State) -> str:
    """Return what was expected of a state that is larger than these limits, and where; "" for all others."""
    if len(state.hands) > MOST_SEATS:
        return f"at most {MOST_SEATS} hands at $.hands"
    if len(state.denominations) > MOST_FACES:
        return f"at most {MOST_FACES} denominations at $.denominations"
    totals = tuple(map(sum, zip(state.table, *state.hands, strict=True)))
    if value(state.denominations, totals) > MOST_VALUE:
        return f"coins worth at most {MOST_VALUE} together at $"
    if not _are_few(state.denominations, totals):
        return f"coins that give at most {MOST_SETS} sets of change for a coin at $"
    return ""


@lru_cache(maxsize=64)  # a game has the same coins in all its states
def _are_few(denominations: Counts, totals: Counts) -> bool:
    sets = change_sets(denominations, totals, denominations[-1])
    return sum(1 for _ in islice(sets, MOST_SETS + 1)) <= MOST_SETS
