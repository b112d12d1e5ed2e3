"""Planted blunders are found: bids of all coins for an attack that wins nothing."""

import pytest

from economancy.game import GAME
from economancy.rules.attacking import attackers
from economancy.rules.position import Position
from economancy.rules.state import Action, Investing
from tests.gamekit.planting import Planter

LEAST = 2
"""Coins that a lost bid costs."""


def lost_bid(position: Position, seat: int) -> Action | None:
    """Return a bid of all coins where each has a card that attacks and one that defends: so an attack puts nobody out,
    and who bids all buys nothing that day.
    """
    players = position.state.players
    few = all(len(attackers(each)) == 1 <= sum(owned.card.defences for owned in each.cards) for each in players)
    coins = players[seat].coins
    return coins if few and coins >= LEAST and isinstance(position.state.phase, Investing) else None


PLANTER = Planter(GAME, lost_bid, ("economancy", "economancy"), openings=1, length=12)


def test_a_lost_bid_is_the_worst_decision_of_its_game() -> None:
    assert PLANTER.found(1) == 1


@pytest.mark.long
@pytest.mark.timeout(900)
def test_of_20_lost_bids_at_least_18_are_the_worst_decision_of_their_game() -> None:
    assert PLANTER.found(20) >= 18
