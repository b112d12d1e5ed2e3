"""Keys of positions, and values in a table."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from economancy.arrays.games import batch_of
from economancy.arrays.keys import keys
from economancy.rules.cards import BASE
from economancy.rules.state import Attacking, Buying, State
from economancy.search.features import rotated
from economancy.search.value import arrays_of
from economancy.search.value_table import ValueTable
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES
from tests.economancy.strategies import reached_states

SHOP = dict.fromkeys(BASE, 2)
ONE, OTHER = player("Worker", coins=3), player("Ghost", coins=2)
BOTH = position(ONE, OTHER, shop=SHOP)
VALUE = replace(VALUES[2], views=2)


def key(state: State) -> int:
    return int(keys(batch_of([state]))[0][0])


@given(reached_states())
def test_a_position_has_the_same_key_from_both_seats(state: State) -> None:
    if len(state.players) == 2:
        games = batch_of([state])
        (one, turned), (other, turned_back) = keys(games), keys(rotated(games, 1))
        assert one == other
        assert turned != turned_back or not (turned or turned_back)


@pytest.mark.parametrize(
    "state",
    [
        position(player("Worker", coins=4), OTHER, shop=SHOP),
        position(player("Worker", coins=2), player("Ghost", coins=3), shop=SHOP),
        position(player("Worker", coins=3, buys=2), OTHER, shop=SHOP),
        position(player("Worker'", coins=3), OTHER, shop=SHOP),
        position(player("Worker", "Worker", coins=3), OTHER, shop=SHOP),
        position(player("Ghost", coins=3), player("Worker", coins=2), shop=SHOP),
        position(ONE, OTHER, shop=SHOP | {"Thug": 1}),
        position(ONE, OTHER, shop=SHOP, day=2),
        position(ONE, OTHER, shop=SHOP, phase=Buying()),
        position(ONE, OTHER, shop=SHOP, phase=Attacking(0)),
        position(ONE, OTHER, shop=SHOP, phase=Attacking(1)),
    ],
)
def test_keys_tell_positions_apart(state: State) -> None:
    assert key(state) != key(BOTH)


def test_seats_with_the_same_cards_in_sum_are_told_apart() -> None:
    mixed = position(player("Worker", "Ghost"), player("Worker", "Ghost"), shop=SHOP)
    assert key(mixed) != key(position(player("Worker", "Worker"), player("Ghost", "Ghost"), shop=SHOP))


def test_the_order_of_cards_counts_only_for_a_magic_bean_stock() -> None:
    def ordered(*cards: str) -> int:
        return key(position(player(*cards), OTHER, shop=SHOP))

    assert ordered("Worker", "Ghost") == ordered("Ghost", "Worker")
    assert ordered("Worker", "Magic Bean Stock") != ordered("Magic Bean Stock", "Worker")
    assert ordered("Magic Bean Stock", "Worker", "Ghost") == ordered("Magic Bean Stock", "Ghost", "Worker")


def table_of(state: State, *outcomes: float) -> ValueTable:
    """Return the table of one position, with these outcomes of its seats."""
    found, turned = keys(batch_of([state]))
    first, second, drawn = outcomes
    return ValueTable(found, np.array([[second, first, drawn] if turned[0] else outcomes], np.float32))


def test_a_value_has_the_outcomes_of_its_table_and_else_those_of_its_networks() -> None:
    value = replace(VALUE, table=table_of(BOTH, 0.5, 0.25, 0.25))
    games = batch_of([position(OTHER, OTHER, shop=SHOP), BOTH, position(ONE, ONE, shop=SHOP)])
    assert value(games)[1].tolist() == [0.5, 0.25, 0.25]
    assert value(games)[[0, 2]] == pytest.approx(VALUE(games)[[0, 2]], abs=1e-6)
    assert value(batch_of([BOTH])).tolist() == [[0.5, 0.25, 0.25]]
    assert value(rotated(batch_of([BOTH]), 1)).tolist() == [[0.25, 0.5, 0.25]]


def test_a_table_is_the_same_after_its_file() -> None:
    table = table_of(BOTH, 0.5, 0.25, 0.25)
    again = ValueTable.of(arrays_of(table.packed()))
    assert (again.keys == table.keys).all()
    assert (again.outcomes == table.outcomes).all()
