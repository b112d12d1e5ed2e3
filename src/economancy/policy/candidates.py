"""The candidate actions that a search by rollouts considers."""

from collections.abc import Sequence

from economancy.rules.game import legal_actions
from economancy.rules.state import Action, State


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
