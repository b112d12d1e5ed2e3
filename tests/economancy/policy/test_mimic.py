"""The built-in that poses as *points*, and then plays a best response to copies of us."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import numpy as np
import pytest

from economancy.arrays.games import Games, batch_of
from economancy.policy import baselines, builtin, mimic
from economancy.policy.mimic import Mimic, best_response
from economancy.policy.table import TablePolicy
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import new_game, new_shop
from economancy.rules.position import Position
from economancy.rules.state import Action, Attacking, Observation, State
from economancy.search.decision import Decision
from economancy.search.look_ahead import Search
from economancy.search.value import Networks, Outcomes
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import Seat
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES
from tests.economancy.table import play, seat_of


def seats_of(*policies: mimic.Mimic | TablePolicy) -> list[Seat[Position]]:
    return [seat_of(policy, Random(seat)) for seat, policy in enumerate(policies)]


@pytest.mark.parametrize("seats", [2, 3])
def test_without_values_it_plays_points_for_three_days_and_decent_ever_after(seats: int) -> None:
    shop = new_shop(seats, ("Ghost", "Worker", "Incantation", "Wall of Wealth"))
    played, days = Mimic(), [0]
    compared: list[int] = []

    def watched(observation: Observation, rng: Random, deadline: Deadline) -> Action:
        state, seed = observation.state, len(compared)
        days.extend([state.day] * (state.day != days[-1]))
        like = baselines.points if len(days) <= 4 else baselines.decent
        compared.append(len(days))
        action = played(observation, Random(seed), deadline)
        assert action == like(observation, Random(seed))
        return action

    others = [seat_of(builtin("points"), Random(seat)) for seat in range(1, seats)]
    play(new_game(seats, shop), [seat_of(watched, Random(0)), *others], max_days=6)
    assert compared[-1] > 5


def untrained(state: State) -> Networks:
    """Return values that nobody trained."""
    return VALUES[len(state.players)]


@dataclass
class Watched(TablePolicy):
    """Our policy at one table, and what it decided each time, with what it had saved of gifts by then."""

    decided: list[tuple[Observation, float, Decision]] = field(default_factory=list)

    def decide(self, observation: Observation, value: Networks, limit: Deadline = NO_DEADLINE) -> Decision:
        decision = super().decide(observation, value, limit)
        self.decided.append((observation, self.gifts.saved, decision))
        return decision


def test_it_knows_what_copies_of_us_do() -> None:
    """In every auction and at every purchase after the first three days; by values that nobody trained."""
    compared = 0
    for number in range(3):
        one, rivals = Mimic(values=untrained), [Watched(untrained), Watched(untrained)]
        tables = [Watched() for _ in range(3)]
        one.tables = dict(enumerate(tables))
        play(new_game(3, new_shop(3, BASE)), seats_of(*rivals[:number], one, *rivals[number:]), max_days=8)
        theirs = {(seen.state, seen.seat): decision for rival in rivals for seen, _, decision in rival.decided}
        for seen, _, decision in chain.from_iterable(table.decided for table in tables):
            if not isinstance(seen.state.phase, Attacking):
                real = theirs[seen.state, seen.seat]
                assert np.array_equal(decision.actions, real.actions)
                assert np.array_equal(decision.probabilities, real.probabilities)
                compared += 1
    assert compared > 10


def known(mixture: Mapping[int, float]) -> Decision:
    """Return a decision of which only the mixture matters."""
    actions, probabilities = np.array([[*mixture]]), np.array([[*mixture.values()]])
    unknown = np.zeros((1, len(mixture), 4), np.float32)
    return Decision(actions, actions >= 0, probabilities, unknown, unknown[:, 0])


def even(games: Games) -> Outcomes:
    """Value every position alike but those in which only one is left."""
    outcomes = np.full((len(games), 4), 0.25, np.float32)
    alone = games.alive.sum(axis=1) == 1
    outcomes[alone] = np.eye(4, dtype=np.float32)[games.alive.argmax(axis=1)[alone]]
    return outcomes


ARMED = position(player("Ghost", coins=5), player(coins=4), player(coins=4), shop={"Worker": 3})


@pytest.mark.parametrize(
    ("second", "third", "bid"),
    [
        ({2: 1.0}, {3: 1.0}, 4),  # just more than the highest
        ({0: 0.5, 4: 0.5}, {1: 1.0}, 5),  # never outbid
        ({0: 1.0}, {0: 1.0}, 1),
    ],
)
def test_of_known_bids_the_highest_is_outbid_by_one_for_a_kill(
    second: Mapping[int, float], third: Mapping[int, float], bid: int
) -> None:
    rivals = {1: known(second), 2: known(third)}
    assert best_response(Search(even, positions=300), batch_of([ARMED]), 0, rivals) == bid


def test_a_bid_that_would_be_lost_is_not_made() -> None:
    poor = position(player("Ghost", coins=2), player(coins=4), player(coins=4))
    rivals = {1: known({3: 1.0}), 2: known({0: 1.0})}
    assert best_response(Search(even, positions=300), batch_of([poor]), 0, rivals) == 0


def test_it_plays_legal_moves_with_a_value_in_a_position_out_of_nowhere() -> None:
    one = Mimic(values=untrained)
    start = new_game(3, new_shop(3, BASE))
    for day in (1, 2, 3, 1):
        shown = State(day, start.phase, start.shop, start.players)
        assert one(Observation(shown, 1), Random(1), NO_DEADLINE) in range(start.players[1].coins + 1)


@pytest.mark.parametrize(("name", "days"), [("mimic", mimic.POSING), ("mimic:0", 0), ("mimic:12", 12)])
def test_it_poses_for_as_many_days_as_it_is_told(name: str, days: int) -> None:
    one = builtin(name)
    assert isinstance(one, Mimic)
    assert one.posing == days


def test_at_two_seats_it_knows_what_we_do_with_what_it_gives_us() -> None:
    one, ours, known = Mimic(2), Watched(), Watched()
    one.tables = {0: known, 1: TablePolicy()}
    play(new_game(2, new_shop(2, SIMPLE)), seats_of(ours, one), max_days=6)
    real = {seen.state: (saved, decision.probabilities) for seen, saved, decision in ours.decided}
    assert len(known.decided) > 5
    for seen, saved, decision in known.decided:
        assert saved == pytest.approx(real[seen.state][0])
        assert decision.probabilities == pytest.approx(real[seen.state][1])
    assert any(saved for _, saved, _ in known.decided)
