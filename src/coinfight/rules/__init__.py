"""The whole game as pure functions over immutable values, for any number of seats and any denominations."""

from coinfight.rules.change import change_sets, greedy_change, largest_sets, value
from coinfight.rules.game import (
    Objection,
    Wrong,
    after_fault,
    apply,
    is_over,
    legal_actions,
    new_game,
    objection,
    players_to_move,
    winner,
)
from coinfight.rules.state import DENOMINATIONS, STARTING_HAND, Action, Counts, State, alive, seat_to_move

__all__ = [
    "DENOMINATIONS",
    "STARTING_HAND",
    "Action",
    "Counts",
    "Objection",
    "State",
    "Wrong",
    "after_fault",
    "alive",
    "apply",
    "change_sets",
    "greedy_change",
    "is_over",
    "largest_sets",
    "legal_actions",
    "new_game",
    "objection",
    "players_to_move",
    "seat_to_move",
    "value",
    "winner",
]
