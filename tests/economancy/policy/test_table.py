"""Our player at a table of three or four: it minds what it was shown, and weighs whom it may be playing."""

from dataclasses import replace

import numpy as np
import pytest

from economancy.arrays.games import ATTACKING, BUYING, Games, batch_of, concat
from economancy.policy.searching import search_over
from economancy.policy.table import TablePolicy, decision_among
from economancy.rivals.opponent_model import PRIOR, Guesses, OpponentModel, guessed
from economancy.rivals.types import PlayerType, of_types
from economancy.rules.cards import BASE
from economancy.rules.game import new_game, reveal
from economancy.rules.state import Attacking, Buying, Observation
from economancy.search.guess import Guess
from economancy.search.look_ahead import BREADTH, Search
from economancy.search.value import Outcomes
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import SEARCHES, VALUES

FIGHT = position(
    player("Worker", "Ghost"), player("Ghost", "Ghost"), player("Bubble", "Senior Worker"), phase=Attacking(1, 1)
)


@pytest.mark.parametrize("slot", [1, 2])
def test_an_answer_that_was_shown_is_answered(slot: int) -> None:
    decision = TablePolicy().decide(Observation(reveal(FIGHT, 0, slot), 2), VALUES[3])
    model = OpponentModel()
    model.saw(FIGHT)
    guesses = model.guesses(2)
    games, guess = guessed(batch_of([FIGHT]), guesses), Guess(2, guesses.weights)
    search = search_over(VALUES[3])
    known, other = (
        decision_among(search, search.solve(games, guess=guess, shown={0: shown}), guess) for shown in (slot, 3 - slot)
    )
    assert decision.outcomes == pytest.approx(known.outcomes)
    assert decision.outcomes != pytest.approx(other.outcomes)


def test_an_answer_shown_in_a_second_fight_is_told_from_that_of_the_first() -> None:
    table = TablePolicy()
    first = reveal(FIGHT, 0, 2)
    table.decide(Observation(first, 2), VALUES[3])
    assert table.shown == {0: 2}
    table.decide(Observation(first, 2), VALUES[3])  # asked once more
    assert table.shown == {0: 2}
    fainted = replace(first.players[0], cards=first.players[0].cards[:2])
    second = replace(first, players=(fainted, *first.players[1:]), phase=Attacking(1, 2))
    table.decide(Observation(reveal(second, 0, 1), 2), VALUES[3])
    assert table.shown == {0: 1}


def attacks_pay_against_points(games: Games) -> Outcomes:
    """Return outcomes in which seat 0 wins if it has fought a *points* in seat 1, or half the time if it has not."""
    found = np.zeros((len(games), games.seats + 1), np.float32)
    fought = (games.phase == ATTACKING) | (games.cards[:, 1] != 0).sum(axis=1) < 2
    found[:, 0] = np.where(fought, games.types[:, 1] == PlayerType.POINTS, 0.5)
    found[:, 2] = 1 - found[:, 0]
    return found


@pytest.mark.parametrize(("weight", "attacks"), [(0.4, False), (0.6, True)])
def test_a_fight_is_decided_by_all_guesses_together(weight: float, attacks: bool) -> None:
    state = position(player("Ghost"), player("Worker"), player("Bubble"), phase=Attacking(0))
    types = np.array([[0, PlayerType.POINTS, 0], [0, PlayerType.ATTACK, 0]])
    games = of_types(concat([batch_of([state])] * 2), types)
    guess = Guess(0, np.array([weight, 1 - weight]))
    search = Search(attacks_pay_against_points, draw=0.1)
    decision = decision_among(search, search.solve(games, guess=guess), guess)
    assert bool(decision.best()[0]) == attacks


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_that_cannot_tell_games_apart_looks_at_the_same_purchases_in_all(seats: int) -> None:
    state = position(*[player(coins=9)] * seats, phase=Buying(), shop=dict.fromkeys(BASE, 2))
    known = seats - 2  # whose type is in doubt; seat 1 looks ahead, too, and knows no more
    types = np.array([[0] * seats, [0, 0, *[PlayerType.DECENT] * known], [0, 0, *[PlayerType.ATTACK] * known]])
    games = of_types(concat([batch_of([state])] * 3), types)
    node = SEARCHES[seats].solve(games, guess=Guess(0, np.array([0.2, 0.5, 0.3])))
    for seat in (0, 1):
        looked_at = [node.choices.actions[row, seat][node.choices.legal[row, seat]].tolist() for row in range(3)]
        assert looked_at[0] == looked_at[1] == looked_at[2]
        assert len(set(looked_at[0])) == BREADTH[seats]
    assert (games.phase == BUYING).all()


def test_one_odd_move_does_not_rule_a_type_out() -> None:
    model = OpponentModel()
    start = new_game(3)
    model.saw(start)
    paid = tuple(replace(p, coins=p.coins - bid) for p, bid in zip(start.players, (0, 1, 0), strict=True))
    model.saw(replace(start, players=paid, phase=Buying()))
    likelier = model.beliefs[:, PlayerType.POINTS] / PRIOR[PlayerType.POINTS]
    assert likelier[0] > 1.54
    assert 0.154 < likelier[1] < 0.77


def test_states_that_do_not_follow_each_other_leave_beliefs_that_are_some() -> None:
    model = OpponentModel()
    start = position(player(), player(), player(), phase=Buying(), shop={"Golem": 2, "Worker": 2})
    model.saw(start)
    model.saw(position(player("Golem"), player("Worker"), player(), day=2, shop={"Golem": 1, "Worker": 1}))
    assert np.isfinite(model.beliefs).all()
    assert model.beliefs.sum(axis=1) == pytest.approx(1)


def test_at_a_table_of_three_an_equal_is_taken_to_bid_as_our_look_ahead_says_it_would() -> None:
    table = TablePolicy()
    start = new_game(3)
    table.decide(Observation(start, 0), VALUES[3])
    chances = [table.model.looking_ahead(1, bid) for bid in range(4)]
    assert sum(chance or 0 for chance in chances) == pytest.approx(1)
    table.model.saw(replace(start, phase=Buying()))
    assert table.model.looking_ahead(1, 0) is None


class Sure(OpponentModel):
    """A model that is sure by which rules the rivals play."""

    def __init__(self, rules: Guesses) -> None:
        super().__init__()
        self.rules = rules

    def by_rule(self, seat: int) -> Guesses:
        return self.rules


@pytest.mark.parametrize("surely", [True, False])
def test_our_moves_are_planned_once_it_is_sure_by_which_rules_the_rivals_play(surely: bool) -> None:
    types = np.array([[0, 1, 2, 2], [0, 3, 2, 2]], np.int8)  # POINTS or DECENT, and ATTACK
    guesses = Guesses(types, np.array([0.6, 0.4]))

    def ours() -> TablePolicy:
        return TablePolicy(model=Sure(guesses) if surely else OpponentModel())

    table, start = ours(), new_game(4)
    decision = table.decide(Observation(start, 0), VALUES[4])
    assert (table.plan is not None) == surely
    assert decision.outcomes.sum() == pytest.approx(1)
    assert set(decision.actions[0, decision.legal[0]].tolist()) <= set(range(4))
    if surely:
        assert sorted(decision.probabilities[0].tolist())[-1] == 1  # one action, not a mixture
        again = ours().decide(Observation(start, 0), VALUES[4])
        assert (again.probabilities == decision.probabilities).all()
        table.decide(Observation(start, 1), VALUES[4])  # a new game, in another seat
        assert table.plan is not None
        assert table.plan.seat == 1


def test_at_three_seats_nothing_is_planned() -> None:
    table = TablePolicy(model=Sure(Guesses(np.array([[0, 1, 1]], np.int8), np.ones(1))))
    table.decide(Observation(new_game(3), 0), VALUES[3])
    assert table.plan is None
