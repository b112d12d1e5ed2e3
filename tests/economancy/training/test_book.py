"""The opening book of two seats. Small, for it solves whole days."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.random import default_rng

from economancy.arrays.choices import choices, deciding
from economancy.arrays.games import END, Games, batch_of, concat, take
from economancy.arrays.rules import dawn, night
from economancy.policy.gifts import Gifts, seen_as_first
from economancy.rules.game import apply, new_game
from economancy.rules.state import Observation
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.training import duel
from economancy.training.best_response.book import Booked, book_of, first_purchases
from economancy.training.best_response.exact import best_response
from economancy.training.best_response.response import Known, Response
from economancy.training.duel import Searcher
from economancy.training.guests import Default
from economancy.training.settings import RAREST
from tests.economancy.search.test_look_ahead import VALUES

VALUE = replace(VALUES[2], views=2)
SEARCH = Search(VALUE)
START = batch_of([new_game(2)])


def test_on_its_days_nobody_gains_on_a_book() -> None:
    """Which is solved exactly over the same values; on a look ahead of one decision somebody does."""
    book = book_of(START, VALUE, 2, pruned=0)

    def gain(search: Search) -> float:
        found = best_response(START, Response(value=VALUE, rival=Known(search, pruned=0)), 2)
        return float(found.outcomes @ [1, 0, 0.5]) - 0.5

    assert gain(Booked(**vars(SEARCH), book=book)) == pytest.approx(0, abs=0.003)
    assert gain(SEARCH) > 0.003


def _next(games: Games, choosers: list[duel.Chooser], seed: int) -> Games:
    games = duel.advance(games, choosers, default_rng(seed))
    over = night(games)
    games = concat([dawn(take(games, np.flatnonzero(over))), take(games, np.flatnonzero(~over))])
    return take(games, np.flatnonzero((games.day == 1) & (games.phase != END)))


def test_a_book_has_every_position_in_which_its_seat_chooses_whatever_the_other_does() -> None:
    book = book_of(START, VALUE, 1)
    games, found = take(START, np.zeros(500, np.intp)), 0
    booked: list[duel.Chooser] = [Searcher(Booked(**vars(SEARCH), book=book)), Default(1.0)]
    for step in range(40):
        for phase in np.unique(games.phase):
            part = take(games, np.flatnonzero((games.phase == phase) & deciding(games)[:, 0]))
            if len(part):
                named = choices(part)
                rows, strategies = book.strategies(part, named.actions[:, 0], named.legal[:, 0])
                assert rows.tolist() == [*range(len(part))]
                assert strategies.sum(axis=1) == pytest.approx(1)
                found += len(rows)
        games = _next(games, booked, step)
    assert found >= 1000


def test_beyond_a_book_a_look_ahead_decides() -> None:
    booked = Booked(**vars(SEARCH), book=book_of(START, VALUE, 1))
    games = START.changed(coins=START.coins + 1)
    assert (booked.solve(games).strategies == SEARCH.solve(games).strategies).all()


@pytest.mark.parametrize("risked", [0, 0.01])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_book_has_first_purchases_that_risk_this_much_after_each_pair_of_bids(seat: int, risked: float) -> None:
    book, start = first_purchases(START, SEARCH, risked), new_game(2)
    for bids in product(range(4), repeat=2):
        gifts = Gifts(pruned=RAREST)
        for state in (start, bought := apply(start, {seat: bids[0], 1 - seat: bids[1]})):
            gifts.saw(seen_as_first(Observation(state, seat)))
            gifts.saved += risked * (state is bought)
            decision = gifts.decide(SEARCH)
        games = rotated(batch_of([bought]), seat)
        rows, strategies = book.strategies(games, decision.actions, decision.legal)
        assert rows.tolist() == [0]
        assert strategies == pytest.approx(decision.probabilities)
