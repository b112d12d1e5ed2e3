"""The whole game as pure functions over immutable values; see `cards`, `state` and `game`."""

from lost_cities.rules.cards import DECK, HAND, INVESTMENT, SUITS, Card, Pile, can_follow, score
from lost_cities.rules.game import (
    apply,
    deal,
    legal_actions,
    legal_draws,
    legal_plays,
    new_game,
    observe,
    placed,
    players_to_move,
    returns,
    sample,
    scores,
)
from lost_cities.rules.state import Action, Discard, Draw, Memory, Play, State, View

__all__ = [
    "DECK",
    "HAND",
    "INVESTMENT",
    "SUITS",
    "Action",
    "Card",
    "Discard",
    "Draw",
    "Memory",
    "Pile",
    "Play",
    "State",
    "View",
    "apply",
    "can_follow",
    "deal",
    "legal_actions",
    "legal_draws",
    "legal_plays",
    "new_game",
    "observe",
    "placed",
    "players_to_move",
    "returns",
    "sample",
    "score",
    "scores",
]
