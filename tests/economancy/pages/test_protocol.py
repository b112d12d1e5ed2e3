"""The table of cards that `economancy protocol` shows: what a row says is what happens in a game."""

from typing import NamedTuple

import pytest

from economancy.game import GAME
from economancy.pages.card_table import card_row
from economancy.rules.cards import BASE, CARDS, DAYS, SIMPLE, STIPEND, card_named
from economancy.rules.game import apply, income, legal_actions, new_shop
from economancy.rules.state import Attacking, Buying
from gamekit.pages.protocol.formats import chapters_of
from gamekit.pages.protocol.parts import Grid
from tests.economancy.positions import names, player, position


class Row(NamedTuple):
    card: str
    cost: str
    attack: str
    defence: str
    points: str
    days: str
    each: str
    besides: str


def shown() -> dict[str, Row]:
    """Return the rows of the page, by the name of the card."""
    cards = next(chapter for chapter in chapters_of(GAME) if chapter.name == "cards")
    (grid,) = (part for part in cards.parts if isinstance(part, Grid))
    return {row[0].rstrip("*"): Row(*row) for row in grid.rows}


ROWS = shown()


def test_every_card_has_a_row_and_a_star_unless_the_simple_shop_has_it() -> None:
    assert set(ROWS) == {STIPEND.name, *BASE}
    assert {name for name, row in ROWS.items() if row.card.endswith("*")} == set(BASE) - set(SIMPLE)


@pytest.mark.parametrize("name", BASE)
def test_a_card_costs_what_its_row_says(name: str) -> None:
    state = position(player(coins=9, buys=2), player(buys=0), phase=Buying(), shop={name: 3})
    assert 9 - apply(state, {0: name}).players[0].coins == int(ROWS[name].cost)


@pytest.mark.parametrize("name", CARDS)
def test_a_card_brings_the_coins_points_and_copies_that_its_row_says(name: str) -> None:
    row, owner = ROWS[name], player(name)
    days = [income(owner, day).coins - income(player(), day).coins for day in DAYS]
    if name != STIPEND.name:
        assert row.days.split() == ([*map(str, days)] if any(days) else [])
        assert {stock.card.name: stock.left for stock in new_shop(3, BASE)}[name] == 3 * int(row.each)
    assert owner.points == int(row.points or 0)


@pytest.mark.parametrize("attacker", BASE)
def test_two_cards_fight_as_their_rows_say(attacker: str) -> None:
    one = ROWS[attacker]
    attacks = bool(legal_actions(position(player(attacker), player(), phase=Attacking(0)), 0)[1:])
    assert attacks == ("can't attack" not in one.besides)
    for defender in BASE if attacks else ():
        other = ROWS[defender]
        after = apply(position(player(attacker + "'"), player(defender), phase=Attacking(0, 1)), {1: 1})
        assert bool(names(after.players[1])) == (int(one.attack) <= int(other.defence)), defender
        assert bool(names(after.players[0])) == (int(other.attack) <= int(one.defence)), defender


def test_a_card_that_changes_changes_its_row() -> None:
    ghost = CARDS["Ghost"]
    dearer = type(ghost)("Ghost", ghost.attack, ghost.defence, cost=8)
    assert card_row(dearer)[1] == "8" != ROWS["Ghost"].cost
    assert card_row(card_named("Dragon"))[1:] == ("", "", "", "", "", "", "can't attack or defend")
