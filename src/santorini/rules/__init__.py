"""The whole game as pure functions over immutable values: no input or output, no numpy, no clock, no chance."""

from santorini.rules.board import ADJACENT, CAP, SPACES, TOP
from santorini.rules.cards import CARDS
from santorini.rules.game import new_game, place, placements, successors, winner
from santorini.rules.state import PlayerState, State
from santorini.rules.turns import Turn, legal_turns, play

__all__ = [
    "ADJACENT",
    "CAP",
    "CARDS",
    "SPACES",
    "TOP",
    "PlayerState",
    "State",
    "Turn",
    "legal_turns",
    "new_game",
    "place",
    "placements",
    "play",
    "successors",
    "winner",
]
