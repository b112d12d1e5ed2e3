"""Every decision is bounded: past its deadline it ends after little more work, with something legal."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random

import numpy as np
import pytest

from economancy.arrays.games import Games, batch_of
from economancy.policy import OURS, builtin
from economancy.policy.searching import AT_ONCE
from economancy.policy.table import TablePolicy
from economancy.rivals.level_one import Forecasts, forecast
from economancy.rivals.opponent_model import RULED, OpponentModel, guessed
from economancy.rivals.types import PlayerType
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import legal_actions, new_game, new_shop
from economancy.rules.state import Attacking, Buying, Observation, State
from economancy.search.guess import Guess
from economancy.search.look_ahead import Search
from economancy.search.planning import Plan, can_plan
from economancy.search.value import Outcomes
from gamekit.deadline import NO_DEADLINE, Deadline, TimeUpError
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES

SHOP = dict.fromkeys(BASE, 4)


def states(seats: int) -> list[State]:
    """Return a purchase, a fight, and the first auction in a shop with values and in one without."""
    others = [player("Ghost", "Worker", "Senior Worker", coins=5 + seat, buys=1) for seat in range(1, seats)]
    mine = player("Ghost", "Bubble", "Worker", coins=9, buys=2)
    return [
        *(position(mine, *others, phase=phase, shop=SHOP) for phase in (Buying(), Attacking(0))),
        new_game(seats, new_shop(seats, SIMPLE)),
        new_game(seats, new_shop(seats, ("Ghost", "Worker", "Incantation"))),
    ]


@pytest.mark.parametrize("name", [OURS, "mimic:0", "montecarlo:1000", "montecarlo:20", "decent"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_legal_action_comes_soon_after_the_deadline_whenever_that_is(name: str, seats: int) -> None:
    """On a clock that goes on by a second at each look."""
    for state in states(seats):
        for seconds in (0, 1, 3, 9, 27):
            looks = count()
            action = builtin(name)(Observation(state, 0), Random(1), Deadline(lambda: float(next(looks)), seconds))  # noqa: B023
            assert action in legal_actions(state, 0)
            assert next(looks) <= seconds + 24


@dataclass
class Working:
    """A value that counts the positions that it is asked about, and a clock that they move."""

    seats: int
    positions: int = 0

    def __call__(self, games: Games) -> Outcomes:
        self.positions += len(games)
        return VALUES[self.seats](games)

    def clock(self) -> float:
        return float(self.positions)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("phase", [Buying(), Attacking(0)])
def test_the_look_ahead_values_little_more_than_it_has_time_for(seats: int, phase: Buying | Attacking) -> None:
    state = next(each for each in states(seats) if each.phase == phase)

    def work(most: float) -> int:
        value = Working(seats)
        try:
            TablePolicy().decide(Observation(state, 0), value, Deadline(value.clock, most))  # type: ignore[arg-type]
        except TimeUpError:
            assert value.positions >= most
        return value.positions

    whole = work(np.inf)
    for most in (0, whole // 8, whole // 2):
        assert most <= work(most) <= most + 3 * AT_ONCE
    assert whole > AT_ONCE


def test_what_is_solved_in_time_of_several_guesses_are_the_likeliest() -> None:
    state = states(4)[0]
    model = OpponentModel()
    model.saw(state)
    guesses = model.guesses(0)
    games, guess = guessed(batch_of([state]), guesses), Guess(0, guesses.weights)
    value = Working(4)
    search = Search(value, draw=0.1, iterations=10, at_once=16)
    search.solve(games, guess=guess)
    all_of_them = value.positions

    value.positions = 0
    hurried = Search(value, 0.1, iterations=10, at_once=16, limit=Deadline(value.clock, all_of_them * 0.7))
    node = hurried.solve(games, guess=guess)
    number = len(node.outcomes)
    assert 0 < number < len(games)
    alone = Search(VALUES[4], draw=0.1, iterations=10)
    few = guess.first(number)
    assert few.weights.sum() == pytest.approx(1)
    first = guessed(batch_of([state]), guesses._replace(types=guesses.types[:number], weights=few.weights))
    expected = alone.solve(first, guess=few)
    assert node.strategies == pytest.approx(expected.strategies, abs=1e-5)
    assert node.outcomes == pytest.approx(expected.outcomes, abs=1e-5)


def test_a_forecast_is_made_in_time_or_not_at_all() -> None:
    state, looks = position(*[player("Ghost", coins=7, buys=1)] * 3, phase=Buying(), shop=SHOP), count()
    with pytest.raises(TimeUpError):
        forecast(state, Deadline(lambda: float(next(looks)), 3))
    assert next(looks) <= 5
    assert forecast(state).chances.any()
    assert forecast(state, Deadline(lambda: 1.0, 0.0)) is forecast(state)  # known before


class Clock:
    """A clock that stands still for some looks, and then goes on by as much at each."""

    def __init__(self, still: int, step: float) -> None:
        self.looks, self.still, self.step = 0, still, step

    def __call__(self) -> float:
        self.looks += 1
        return self.step * max(0, self.looks - self.still)


def test_a_forecast_that_had_too_little_time_is_not_tried_again_with_as_little() -> None:
    forecasts = Forecasts()

    def looks(coins: int, seconds: float, still: int) -> int:
        """Return how often the forecast of a state looks at a clock that goes on after so many looks."""
        state = position(*[player("Ghost", coins=coins, buys=1)] * 3, phase=Buying(), shop=SHOP)
        clock = Clock(still, 1.0)
        with suppress(TimeUpError):
            forecasts.of(state, Deadline(clock, seconds))
        return clock.looks

    tried = looks(4, seconds=4.0, still=4)
    given_up = looks(4, seconds=4.0, still=4)
    assert given_up < tried
    assert looks(4, seconds=9.0, still=4) > given_up  # more time
    assert tried in [looks(4, seconds=4.0, still=4) for _ in range(50)]  # nor for ever
    known = forecast(position(*[player("Ghost", coins=5, buys=1)] * 3, phase=Buying(), shop=SHOP))
    assert (
        forecasts.of(position(*[player("Ghost", coins=5, buys=1)] * 3, phase=Buying(), shop=SHOP), NO_DEADLINE) is known
    )


def test_without_time_for_the_search_moves_are_planned_at_four_seats() -> None:
    state, table, looks = states(4)[0], TablePolicy(), count()
    if not can_plan(state):
        pytest.skip("expected the compiled core or a C compiler")
    late = Deadline(lambda: 0.9 * (next(looks) > 4), 1.0)
    assert table(Observation(state, 0), Random(1), late) in legal_actions(state, 0)
    assert table.plan is not None


def test_the_likeliest_rules_are_rules_however_unlikely() -> None:
    state, model = states(4)[0], OpponentModel()
    model.saw(state)
    assert model.by_rule(0) is None
    model.followed[1:] = False
    guesses = model.likeliest_rules(0)
    assert np.isin(guesses.types[:, 1:], RULED).all()
    assert not guesses.types[:, 0].any()
    assert guesses.weights.sum() == pytest.approx(1)


def test_without_time_for_a_forecast_the_belief_is_updated_all_the_same() -> None:
    before, model = states(3)[0], OpponentModel()
    model.saw(before)
    rival = before.players[1]
    bought = player("Ghost", "Worker", "Senior Worker", "Bubble", coins=rival.coins - 1)
    after = position(before.players[0], bought, *before.players[2:], phase=Buying(), shop=SHOP)
    prior = model.beliefs.copy()
    model.saw(after, Deadline(lambda: 1.0, 0.0))
    assert model.last == after
    assert (model.beliefs[1] != prior[1]).any()
    assert (model.beliefs[2] == prior[2]).all()


def test_planning_ends_with_its_seconds() -> None:
    state = states(4)[0]
    if not can_plan(state):
        pytest.skip("expected the compiled core or a C compiler")
    types = [0, *[int(PlayerType.POINTS)] * 3]
    plan = Plan(4, 0, 0.1)
    at_once = plan.search(state, types, 4096, seconds=0.0)
    assert 1 <= sum(at_once.visits) <= 64
    assert plan.search(state, types, 4096, seconds=0.0) == at_once
    assert Plan(4, 0, 0.1).search(state, types, 1024, seconds=1e6) == Plan(4, 0, 0.1).search(state, types, 1024)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_where_there_is_time_the_clock_changes_nothing(seats: int) -> None:
    for state in states(seats)[:3]:
        long = Deadline(lambda: 0.0, 1e9)
        actions = {builtin(OURS)(Observation(state, 0), Random(2), limit) for limit in (NO_DEADLINE, long)}
        assert len(actions) == 1
