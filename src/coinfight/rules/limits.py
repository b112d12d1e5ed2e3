"""How large a game may be that comes from a file or is set up by hand: actions are listed, and games played on.

Players take states of any size; see `coinfight.protocol`.
"""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from coinfight.rules.change import change_sets, value
from coinfight.rules.state import Counts, State

MOST_SEATS, MOST_FACES = 100, 16
"""Guessed: 6 and 4 are usual."""
MOST_VALUE = 5_000
"""Of all coins together, which bounds the turns: each costs a hand 1 at least (guessed: six seats have 384)."""
MOST_SETS = 20_000
"""Sets of change for a coin, if all coins lay on the table (guessed: with the usual coins there are 110)."""


class Excess(NamedTuple):
    """What is too large about a state: the name of its field, "" for all its coins, and what was expected."""

    field: str
    expected: str


def too_large(state: State) -> Excess | None:
    """Return what is larger than these limits, None if nothing is."""
    if len(state.hands) > MOST_SEATS:
        return Excess("hands", f"at most {MOST_SEATS} hands")
    if len(state.denominations) > MOST_FACES:
        return Excess("denominations", f"at most {MOST_FACES} denominations")
    totals = tuple(map(sum, zip(state.table, *state.hands, strict=True)))
    if value(state.denominations, totals) > MOST_VALUE:
        return Excess("", f"coins worth at most {MOST_VALUE} together")
    if not _are_few(state.denominations, totals):
        return Excess("", f"coins that give at most {MOST_SETS} sets of change for a coin")
    return None


@lru_cache(maxsize=64)  # a game has the same coins in all its states
def _are_few(denominations: Counts, totals: Counts) -> bool:
    sets = change_sets(denominations, totals, denominations[-1])
    return sum(1 for _ in islice(sets, MOST_SETS + 1)) <= MOST_SETS
