"""Which of its actions a seat that searches looks at."""

from collections.abc import Sequence

from economancy.rules.game import legal_actions
from economancy.rules.state import PASS, Action, Attacking, Buying, State


def candidates(state: State, seat: int) -> Sequence[Action]:
    """Return the legal actions, of the bids those up to one more than the richest rival's coins, as a range.

    A higher bid wins nothing that such a one does not.
    """
    actions = legal_actions(state, seat)
    if not isinstance(actions, range):
        return actions
    richest = max(player.coins for rival, player in enumerate(state.players) if rival != seat)
    return range(min(actions[-1], richest + 1) + 1)


def at_most(number: int, actions: Sequence[Action]) -> list[Action]:
    """Return the actions, of a range of bids from 0 at most so many (2 or more), evenly spaced, the ends among them."""
    if not isinstance(actions, range) or actions[-1] < number:
        return list(actions)
    return [actions[-1] * i // (number - 1) for i in range(number)]


def distinct(state: State, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Return the actions without those that are no better than another: of equal cards used as often all but the
    first, and cards that are sold out, which Pass does for nothing.
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
