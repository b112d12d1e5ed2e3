"""How large a state may be that comes from a file: a search looks at every card against every other.

Players take states of any size.
"""

from economancy.rules.state import State

MOST_CARDS = 100
"""In a hand (guessed: all cards of the largest shop are 80)."""
MOST_STOCKS = 100
"""In the shop (guessed: 13 are known)."""


def too_large(state: State) -> str:
    """Return what was expected of a state that is larger than these limits, and where; "" for all others."""
    if len(state.shop) > MOST_STOCKS:
        return f"at most {MOST_STOCKS} cards at $.shop, got {len(state.shop)}"
    for seat, player in enumerate(state.players):
        if len(player.cards) > MOST_CARDS:
            return f"at most {MOST_CARDS} cards at $.players[{seat}].cards, got {len(player.cards)}"
    return ""
