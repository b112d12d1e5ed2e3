from collections import Counter
from random import Random

import numpy as np
import pytest

from economancy.analysis.analyst import analyse
from economancy.analysis.by_value import analyse_by_value
from economancy.policy import choose_action
from economancy.rules.cards import SIMPLE
from economancy.rules.game import new_game
from economancy.rules.state import Attacking, Buying, End, Observation, State
from gamekit.deadline import Deadline
from tests.chances import chance_of
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES

NEVER = Deadline(lambda: 0.0, 1.0)
SHOP = {"Ghost": 2, "Worker": 2}


def test_chances_are_those_of_the_seats_in_their_own_order() -> None:
    state = position(player("Ghost", coins=2), player("Worker", "Worker", coins=1), shop=SHOP)
    mirrored = position(*reversed(state.players), shop=SHOP)
    one, two = analyse_by_value(state, VALUES[2]), analyse_by_value(mirrored, VALUES[2])
    assert one.candidates[0][0].chances.wins == pytest.approx(two.candidates[1][0].chances.wins[::-1], abs=1e-5)
    assert sum(one.chances.wins) + one.chances.draw == pytest.approx(1, abs=1e-5)


def test_at_a_table_of_three_too_chances_are_those_of_the_seats_in_their_own_order() -> None:
    state = position(player(), player("Ghost"), player(out=True), phase=Attacking(1), shop=SHOP)
    analysis = analyse_by_value(state, VALUES[3])
    assert analysis.candidates[1][0].action == 1
    assert analysis.candidates[1][0].chances.wins == analysis.chances.wins == (0.0, 1.0, 0.0)


def test_the_attacker_who_kills_wins() -> None:
    state = position(player(), player("Ghost"), phase=Attacking(1), shop=SHOP)
    analysis = analyse_by_value(state, VALUES[2])
    best = analysis.candidates[1][0]
    assert (best.action, best.probability, best.chances.wins) == (1, 1.0, (0.0, 1.0))
    assert analysis.chances.wins == (0.0, 1.0)


def test_what_was_played_is_among_the_candidates() -> None:
    state = position(player("Ghost", coins=90), player("Worker", coins=200), shop=SHOP)
    analysis = analyse_by_value(state, VALUES[2], {0: 50, 1: 199})
    assert {
        seat: [c.action for c in analysis.candidates[seat]].count(bid) for seat, bid in {0: 50, 1: 199}.items()
    } == {
        0: 1,
        1: 1,
    }


def test_a_move_that_is_looked_at_anyway_gets_the_same_chances_when_it_was_played() -> None:
    state = position(player(coins=3, buys=1), player(coins=3, buys=1), phase=Buying(), shop=SHOP)
    before = {c.action: c.chances for c in analyse_by_value(state, VALUES[2]).candidates[0]}
    after = {c.action: c.chances for c in analyse_by_value(state, VALUES[2], {0: "Worker"}).candidates[0]}
    assert before == after


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a legal action of seat 0, got 9"):
        analyse_by_value(new_game(2), VALUES[2], {0: 9})


def test_a_game_that_is_over_is_certain() -> None:
    assert analyse(position(player(), player(), phase=End(1)), Random(1)).chances.wins == (0.0, 1.0)


def test_the_mixture_that_is_printed_is_the_one_that_is_played() -> None:
    state = mixed_position()
    candidates = [c for c in analyse(state, Random(1)).candidates[0] if c.probability > 0]
    assert len(candidates) > 1
    rng = Random(5)
    played = Counter(choose_action(Observation(state, 0), rng, NEVER) for _ in range(200))
    assert set(played) <= {c.action for c in candidates}
    observed = [played[c.action] for c in candidates]
    shares = np.array([c.probability for c in candidates])  # single precision: their sum is not quite one
    assert chance_of(observed, 200 * shares / shares.sum()) > 0.001


def test_the_same_seed_plays_the_same_move() -> None:
    state = mixed_position()
    moves = [choose_action(Observation(state, 0), Random(seed), NEVER) for seed in range(20)]
    assert moves == [choose_action(Observation(state, 0), Random(seed), NEVER) for seed in range(20)]
    assert len(set(moves)) > 1


def mixed_position() -> State:
    """Return a position in which the first seat wants to attack, and to pay as little for it as it can."""
    shop = {**dict.fromkeys(SIMPLE, 2), "Ghost": 1}
    return position(player("Ghost", "Ghost", coins=4), player("Ghost", "Worker", coins=5), shop=shop)
