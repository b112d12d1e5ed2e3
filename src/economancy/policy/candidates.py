"""The candidate actions that a rollout or tree search considers."""

from collections.abc import Sequence

from economancy.rules.game import legal_actions
from economancy.rules.state import PASS, Action, Attacking, Buying, State


def candidates(state: State, seat: int) -> Sequence[Action]:
    """Return the legal actions; bids, a range, only up to one more than the richest rival's coins: that one wins."""
    actions = legal_actions(state, seat)
    if not isinstance(actions, range):
        return actions
    richest = max(player.coins for rival, player in enumerate(state.players) if rival != seat)
    return range(min(actions[-1], richest + 1) + 1)


def at_most(number: int, actions: Sequence[Action]) -> list[Action]:
    """Return the actions; of a range of bids at most `number` (2 or more), evenly spaced, with both ends."""
    if not isinstance(actions, range) or actions[-1] < number:
        return list(actions)
    return [actions[-1] * i // (number - 1) for i in range(number)]


def distinct(state: State, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Return the actions without equivalent or dominated ones: only the first of equal cards with equal uses, and no
    card that is sold out (Pass is free).
    """
    cards = state.players[seat].cards
    match state.phase:
        case Attacking():
            first = {cards[int(i)]: i for i in reversed(actions)}
            return sorted(first.values(), key=int)
        case Buying():
            stock = {stock.card.name for stock in state.shop if stock.left}
            return [name for name in actions if name == PASS or name in stock]
        case _:
            return list(actions)
