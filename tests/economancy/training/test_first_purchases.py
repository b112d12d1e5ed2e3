"""The first purchases of a player at two seats that risks a little."""

from dataclasses import replace
from itertools import product

import pytest

from economancy.arrays.games import batch_of
from economancy.policy.gifts import Gifts, seen_as_first
from economancy.rules.game import apply, new_game
from economancy.rules.state import Observation
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.training.settings import RAREST
from economancy.training.tabular.first_purchases import first_purchases
from tests.economancy.search.test_look_ahead import VALUES

VALUE = replace(VALUES[2], views=2)
SEARCH = Search(VALUE)
START = batch_of([new_game(2)])


@pytest.mark.parametrize("risked", [0, 0.01])
@pytest.mark.parametrize("seat", [0, 1])
def test_first_purchases_risk_this_much_after_each_pair_of_bids(seat: int, risked: float) -> None:
    purchases, start = first_purchases(START, SEARCH, risked), new_game(2)
    for bids in product(range(4), repeat=2):
        gifts = Gifts(pruned=RAREST)
        for state in (start, bought := apply(start, {seat: bids[0], 1 - seat: bids[1]})):
            gifts.saw(seen_as_first(Observation(state, seat)))
            gifts.saved += risked * (state is bought)
            decision = gifts.decide(SEARCH)
        games = rotated(batch_of([bought]), seat)
        rows, strategies = purchases.strategies(games, decision.actions, decision.legal)
        assert rows.tolist() == [0]
        assert strategies == pytest.approx(decision.probabilities)
