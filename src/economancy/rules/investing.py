"""The investing phase: everybody pays a secret bid, and the unique highest bidder attacks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from economancy.rules.attacking import attackers
from economancy.rules.state import Action, Attacking, Buying, State


def players_to_move(state: State) -> tuple[int, ...]:
    """Return the seats still in the game: even one with no coins is asked."""
    return tuple(seat for seat, player in enumerate(state.players) if player.cards)


def legal_actions(state: State, seat: int) -> Sequence[int]:
    """Return the bids from 0 to all coins, as a range: coins are unbounded, so never enumerate it."""
    player = state.players[seat]
    return range(0) if player.out else range(player.coins + 1)


def reveal(state: State, seat: int, action: Action) -> State:
    """Return the state as the next seat is shown it: bids are secret."""
    return state


def highest_bidder(bids: Mapping[int, Action]) -> int | None:
    """Return the seat of the unique highest bid, or None where the highest is shared."""
    best = max(bids.values())
    seats = [seat for seat, bid in bids.items() if bid == best]
    return seats[0] if len(seats) == 1 else None


def apply(state: State, actions: Mapping[int, Action]) -> State:
    """Return the state after these bids: all pay, and the attack follows, or the purchases if there is none."""
    players = tuple(
        replace(player, coins=player.coins - bid) if (bid := int(actions.get(seat, 0))) else player
        for seat, player in enumerate(state.players)
    )
    attacker = highest_bidder(actions)
    if attacker is None or not attackers(players[attacker]):
        return replace(state, phase=Buying(), players=players)
    return replace(state, phase=Attacking(attacker), players=players)
