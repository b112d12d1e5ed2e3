"""One of level one takes all others for simple players, and does what is best against those."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import default_rng

from economancy.arrays.cards import bit_of
from economancy.arrays.choices import choices, deciding
from economancy.arrays.games import batch_of, concat
from economancy.policy.table import TablePolicy
from economancy.rivals.level_one import LIKELIEST, Forecast, forecast, forecast_of
from economancy.rivals.opponent_model import PRIOR, OpponentModel
from economancy.rivals.types import PlayerType
from economancy.rules.cards import card_named
from economancy.rules.game import apply, new_game
from economancy.rules.state import PASS, Buying, Investing, Observation, State
from economancy.search.guess import Guess
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import SEARCHES, VALUES

INCANTATION = bit_of(card_named("Incantation"))


def winning() -> State:
    """Return a state in which one more Incantation wins the game for seat 1."""
    rich = player("Incantation", "Incantation", coins=4)
    stock = {"Incantation": 1, "Worker": 9, "Ghost": 9}
    return position(player(coins=3), rich, player(coins=3), day=2, phase=Buying(), shop=stock)


def test_it_buys_what_wins_the_game() -> None:
    expected = forecast(winning())
    assert expected.chances[0, 1] @ (expected.actions[0, 1] == INCANTATION) > 0.8


@pytest.mark.parametrize("state", [new_game(3), new_game(4), winning()])
def test_a_forecast_is_a_mixture_of_the_choices_and_the_same_for_the_same_state(state: State) -> None:
    expected, named = forecast(state), choices(batch_of([state]))
    assert expected.chances[0].sum(axis=1) == pytest.approx(1)
    assert expected.chances[0][~named.legal[0]] == pytest.approx(0)
    games = batch_of([state])
    assert (forecast_of(games, deciding(games), default_rng(0)).chances == expected.chances).all()


def test_nothing_is_expected_of_who_has_nothing_to_choose() -> None:
    state = position(player(coins=3), player(out=True), player(buys=0), phase=Buying(), shop={"Worker": 9})
    assert forecast(state).chances[0].sum(axis=1) == pytest.approx([1, 0, 0])


def test_of_a_forecast_the_likeliest_choices_are_kept() -> None:
    chances = np.array([[[0.3, 0.03, 0.2, 0.1, 0.1, 0.17, 0.1], [0.0] * 7]])
    kept = Forecast(np.arange(14).reshape(1, 2, 7), chances).likeliest().chances[0]
    assert kept[0, 1] == 0
    assert kept[0].sum() == pytest.approx(1)
    assert kept[0, 0] == kept[0].max()
    assert LIKELIEST <= (kept[0] > 0).sum() <= LIKELIEST + 1  # two are as likely
    assert not kept[1].any()


def test_a_search_has_those_choose_of_whom_something_is_expected_and_lets_others_choose_for_themselves() -> None:
    state = winning()
    expected = forecast(state)
    only_second = np.array([0, 1, 0])[None, :, None]
    told = Forecast(expected.actions, np.concatenate([expected.chances * only_second, expected.chances * 0]))
    node = SEARCHES[3].solve(concat([batch_of([state])] * 2), guess=Guess(0, np.array([0.5, 0.5])), forecast=told)
    assert told.of(node.choices)[0, 1] == pytest.approx(node.strategies[0, 1], abs=1e-6)
    assert (node.choices.legal[1].sum(axis=1) > 1).all()


@pytest.mark.parametrize(("bought", "sooner"), [("Incantation", True), ("Worker", False)])
def test_who_does_what_was_to_be_expected_is_sooner_taken_for_one_of_level_one(bought: str, sooner: bool) -> None:
    model, state = OpponentModel(), winning()
    model.saw(state)
    model.saw(replace(apply(state, {0: PASS, 1: bought, 2: PASS}), phase=Investing()))
    one, equal = (model.beliefs[1] / PRIOR)[[PlayerType.LEVEL_ONE, PlayerType.EQUAL]]
    assert one > 1 if sooner else one < equal / 2


def test_a_table_decides_with_rivals_of_level_one_in_mind() -> None:
    table, start = TablePolicy(), new_game(3)
    table.decide(Observation(start, 0), VALUES[3])
    assert table.model.solved is not None
    named, strategies, guesses = table.model.solved
    row, seat = np.argwhere(guesses.types == PlayerType.LEVEL_ONE)[0]
    expected = forecast(start).likeliest().of(named)
    assert strategies[row, seat] == pytest.approx(expected[row, seat], abs=1e-6)


def test_of_many_games_at_once_is_foreseen_what_those_choose_who_are_asked_for() -> None:
    asked = np.array([[False, True, False], [False, False, False]])
    expected = forecast_of(concat([batch_of([winning()])] * 2), asked, default_rng(1))
    assert expected.chances.sum(axis=2) == pytest.approx(asked.astype(float))
    assert expected.chances[0, 1] @ (expected.actions[0, 1] == INCANTATION) > 0.5
