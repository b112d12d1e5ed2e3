"""What the compiled players by rule choose, to compare with those in Python."""

import ctypes

from lost_cities.rules import Discard, Play, View
from lost_cities.search.core import Style, as_seen, card_of


def turn_by_rule(core: ctypes.CDLL, view: View, style: Style, seed: int = 0) -> Play | Discard:
    """Return the play of the core's player by rule, for a seat that is asked to play."""
    turn = (ctypes.c_uint8 * 3)()
    core.lc_turn_of_rule(ctypes.byref(as_seen(view)), ctypes.byref(style), ctypes.c_uint64(seed), turn)
    card = card_of(turn[0])
    return Discard(card) if turn[1] else Play(card)
