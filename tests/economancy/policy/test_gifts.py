"""Two seats: what a rival gives away is saved, and no more than that is risked."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from economancy.arrays.games import batch_of
from economancy.policy import gifts
from economancy.policy.gifts import OURS, RIVAL, Gifts, quantal, risking, seen_as_first
from economancy.policy.searching import as_action, as_number
from economancy.policy.table import TablePolicy
from economancy.rivals.opponent_model import SLIP
from economancy.rivals.types import PlayerType
from economancy.rules.cards import BASE
from economancy.rules.game import apply, new_game, new_shop
from economancy.rules.state import PASS, Attacking, Buying, Investing, Observation, Phase, State
from economancy.search.decision import decide
from economancy.search.features import rotated
from economancy.search.node import Floats
from gamekit.deadline import NO_DEADLINE
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import SEARCHES

SEARCH = SEARCHES[2]
SHOP = dict.fromkeys(("Board of Monopoly", "Ghost", "Gold Fish", "Thug", "Worker"), 4)
PLAYERS = (player("Ghost", "Worker'", coins=5), player("Thug", coins=6))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("phase", [Investing(), Buying(), Attacking(0), Attacking(1), Attacking(1, 1)])
def test_a_state_seen_as_the_first_is_the_game_rotated(phase: Phase, seat: int) -> None:
    state = position(*PLAYERS, phase=phase, shop=SHOP)
    seen, expected = batch_of([seen_as_first(Observation(state, seat))]), rotated(batch_of([state]), seat)
    for name, array in vars(seen).items():
        assert (array == getattr(expected, name)).all(), name


@pytest.mark.parametrize(("pruned", "several"), [(None, True), (1.0, False)])
def test_it_leaves_out_actions_that_are_rarer_than_it_is_told(pruned: float | None, several: bool) -> None:
    table = Gifts(pruned=pruned)
    table.saw(position(PLAYERS[0], player("Thug", coins=7), phase=Buying(), shop=SHOP))
    played = (table.decide(SEARCH).probabilities > 0).sum()
    assert (played > 1) == several


@pytest.mark.parametrize("phase", [Investing(), Buying(), Attacking(0), Attacking(1, 1)])
def test_who_was_given_nothing_plays_the_equilibrium(phase: Phase) -> None:
    state = position(*PLAYERS, phase=phase, shop=SHOP)
    table = Gifts()
    table.saw(state)
    decision, expected = table.decide(SEARCH), decide(SEARCH, batch_of([state]), OURS)
    assert decision.probabilities == pytest.approx(expected.probabilities)
    assert decision.outcomes == pytest.approx(expected.outcomes)


def after(table: Gifts, state: State, action: int) -> State:
    """Return the state after we have chosen in one and the rival has done this."""
    table.saw(state)
    ours = as_action(state, OURS, int(table.decide(SEARCH).best()[0]))
    return apply(state, {OURS: ours, RIVAL: as_action(state, RIVAL, action)})


@pytest.mark.parametrize("phase", [Investing(), Buying()])
def test_what_a_choice_brings_beyond_an_equilibrium_is_saved_but_for_a_doubt(phase: Phase) -> None:
    doubt = 0.005  # random values see little difference between bids
    players = (player("Ghost", "Ghost", coins=3), player("Thug", "Ghost", coins=6))
    state = position(*players, phase=phase, shop=SHOP)
    gifts_seen = 0
    table = Gifts()
    table.saw(state)
    table.decide(SEARCH)
    assert table.chosen
    for action, brings in zip(table.chosen.actions, table.chosen.brings, strict=True):
        if action or phase == Investing():  # else it passes
            table = Gifts(doubt=doubt)
            table.saw(after(table, state, int(action)))
            gift = brings - SEARCH.utility(SEARCH.solve(batch_of([state])).outcomes[0], OURS)
            assert table.saved == pytest.approx(max(0, gift - doubt), abs=1e-6)
            gifts_seen += table.saved > 0
    assert gifts_seen


def test_of_what_is_not_shown_the_worst_is_taken() -> None:
    table, state = Gifts(), position(*PLAYERS, phase=Buying(), shop=SHOP)
    table.saw(state)
    table.decide(SEARCH)
    table.saved = 0.5
    assert table.chosen
    least = table.chosen.brings.min() - table.chosen.worth
    table.saw(apply(state, {OURS: "Worker", RIVAL: PASS}))
    assert table.saved == pytest.approx(0.5 + least)


def test_what_is_asked_again_is_counted_once() -> None:
    table, state = Gifts(), position(*PLAYERS, phase=Buying(), shop=SHOP)
    table.saw(state)
    table.decide(SEARCH)
    assert table.chosen
    later = after(table, state, int(table.chosen.actions[table.chosen.brings.argmax()]))
    table.saw(later)
    saved = table.saved
    assert saved > 0
    table.saw(later)
    table.decide(SEARCH)
    table.saw(later)
    assert table.saved == saved


def test_with_hoards_nothing_is_risked() -> None:
    table = Gifts()
    state = position(player("Ghost", coins=3461834487117869480315), player("Worker", coins=3), shop=SHOP)
    table.saw(state)
    table.saved = 0.5
    expected = decide(SEARCH, batch_of([state]), OURS)
    assert table.decide(SEARCH).probabilities == pytest.approx(expected.probabilities)
    assert table.chosen is None


def test_another_game_begins_with_nothing() -> None:
    table, state = Gifts(), position(*PLAYERS, phase=Buying(), shop=SHOP)
    table.saw(state)
    table.saved = 0.5
    table.saw(new_game(2))
    assert table.saved == 0
    assert table.chosen is None


def test_all_that_was_saved_is_risked_on_what_is_best_against_a_rival_that_is_known() -> None:
    """Of a rival that plays *attack* and holds a Ghost, a second one is expected."""
    state = position(player("Worker", coins=3), player("Ghost", coins=2), phase=Buying(), shop=SHOP)
    table = Gifts()
    table.saw(state)
    table.model.beliefs[RIVAL] = np.eye(len(PlayerType))[PlayerType.ATTACK]
    table.saved = 1.0
    node = SEARCH.solve(batch_of([state]))
    ours, rivals = node.choices.legal[0]
    expected = np.full(rivals.sum(), SLIP / rivals.sum())
    expected[node.choices.actions[0, RIVAL, rivals] == as_number("Ghost")] += 1 - SLIP
    best = (SEARCH.utility(node.joint[0], OURS)[np.ix_(ours, rivals)] @ expected).argmax()
    assert table.decide(SEARCH).probabilities[0, ours] == pytest.approx(np.eye(ours.sum())[best])


def test_what_was_saved_is_risked_on_the_errors_of_a_rival_that_looks_ahead() -> None:
    """An action outside the equilibrium is best against them; against the rival's equilibrium strategy it is not."""
    state = position(player("Worker", coins=9), player("Thug", coins=9), phase=Buying(), shop=SHOP)
    table = Gifts()
    table.saw(state)
    table.model.beliefs[RIVAL] = np.eye(len(PlayerType))[PlayerType.EQUAL]
    node = SEARCH.solve(batch_of([state]))
    ours, rivals = node.choices.legal[0]
    utility = SEARCH.utility(node.joint[0], OURS)[np.ix_(ours, rivals)]
    equilibrium = table.decide(SEARCH).probabilities[0, ours]
    best = (utility @ quantal(-equilibrium @ utility)).argmax()
    assert equilibrium[best] == 0
    assert best != (utility @ node.strategies[0, RIVAL, rivals]).argmax()
    table.saved = 1.0
    assert table.decide(SEARCH).probabilities[0, ours] == pytest.approx(np.eye(ours.sum())[best])


FIRST = position(player(coins=5), player(coins=6), phase=Buying(), shop=SHOP)  # each holds the card it began with


def saved_after(purchase: State) -> float:
    """Return what is saved after both seats have bought a Worker in this state, the rival's gift left out."""
    table = Gifts()
    table.saw(purchase)
    table.saw(apply(purchase, {OURS: "Worker", RIVAL: "Worker"}))
    return table.saved


def test_after_the_first_day_something_is_saved_in_advance() -> None:
    assert saved_after(FIRST) == gifts.ADVANCE


def test_nothing_is_saved_in_advance_after_other_days() -> None:
    owner = replace(FIRST.players[RIVAL], cards=FIRST.players[RIVAL].cards * 2)
    for state in (replace(FIRST, day=2), replace(FIRST, players=(FIRST.players[OURS], owner))):
        assert saved_after(state) == 0


def test_on_the_first_day_the_equilibrium_is_played() -> None:
    table = Gifts()
    table.saw(FIRST)
    table.model.beliefs[RIVAL] = np.eye(len(PlayerType))[PlayerType.ATTACK]
    expected = decide(SEARCH, batch_of([FIRST]), OURS)
    assert table.decide(SEARCH).probabilities == pytest.approx(expected.probabilities)


@given(arrays(np.float64, st.integers(1, 6), elements=st.floats(-1, 1)))
def test_what_costs_a_rival_that_looks_ahead_more_is_expected_less(utility: Floats) -> None:
    chances = quantal(utility)
    assert chances.sum() == pytest.approx(1)
    assert (chances > 0).all()
    assert (np.diff(chances[np.argsort(utility)]) >= 0).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_our_player_minds_what_it_is_given_at_a_table_of_two(seat: int) -> None:
    """Of all cards a Board of Monopoly is the worst to begin with."""
    table, rng = TablePolicy(), Random(1)
    morning = new_game(2, new_shop(2, BASE))
    state = apply(morning, {0: 0, 1: 0})
    for shown in (morning, state):
        ours = table(Observation(shown, seat), rng, NO_DEADLINE)
    assert table.gifts.saved == 0
    table(Observation(apply(state, {seat: ours, 1 - seat: "Board of Monopoly"}), seat), rng, NO_DEADLINE)
    assert table.gifts.saved > 0.1


UTILITIES = arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.floats(0, 1))


@given(UTILITIES, st.floats(0, 1), st.integers(0))
def test_no_more_is_risked_than_was_saved_whatever_the_rival_does(utility: Floats, saved: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    mixture, expected = (rng.dirichlet(np.ones(number)) for number in utility.shape)
    worth = float((mixture @ utility).min())  # as of an equilibrium: nothing brings less
    mixed = risking(saved, utility, mixture, expected, worth)
    assert mixed.sum() == pytest.approx(1)
    assert (mixed >= 0).all()
    assert (mixed @ utility).min() >= worth - saved - 1e-9
    assert mixed @ utility @ expected >= mixture @ utility @ expected - 1e-9
    if saved == 1:
        assert mixed @ utility @ expected == pytest.approx((utility @ expected).max())
