"""Planning of one seat's moves against rivals who play by the rule of their types."""

from typing import Any

import numpy as np
import pytest

from economancy.arrays.games import END, Games, batch_of, take
from economancy.rivals.types import PlayerType, of_types
from economancy.rules.state import Attacking, Buying, State
from economancy.search import planning
from economancy.search.planning import Node, Plan
from economancy.search.value import Outcomes
from tests.economancy.positions import player, position

US = 0
GHOSTS = ("Ghost", "Ghost", "Ghost")


def even(games: Games) -> Outcomes:
    """Return a value that knows nothing: all seats win equally often."""
    return np.full((len(games), games.seats + 1), 1 / (games.seats + 1), np.float32)


def plan(value: Any = even) -> Plan:
    return Plan(US, value, 0.1, np.random.default_rng(0))


def against(state: State, *types: PlayerType) -> Games:
    return of_types(batch_of([state]), np.array([PlayerType.EQUAL, *types], np.int8))


def worth(node: Node) -> dict[int, float]:
    return {action: total / max(1, n) for action, total, n in zip(node.actions, node.totals, node.visits, strict=True)}


POINTS, ATTACK, DECENT = PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT
BARE = position(player(*GHOSTS, coins=5), player(coins=9), player(coins=9), player("Worker", coins=9))


def test_the_least_bid_wins_where_nobody_bids_and_nobody_can_defend() -> None:
    node = plan().search(against(BARE, POINTS, POINTS, POINTS), 64)
    assert node.actions == [0, 1]
    assert node.actions[node.best()] == 1
    assert worth(node)[1] > 0.9


def test_bids_tie_with_the_highest_of_the_rivals_or_win() -> None:
    attacker = player("Ghost", "Ghost", "Ghost", coins=6)
    state = position(player("Worker", coins=20), attacker, player("Worker", coins=3), player("Worker", coins=2))
    found = plan().search(against(state, ATTACK, POINTS, POINTS), 8)
    assert found.actions == [0, 6, 7]


def test_the_purchase_that_wins_at_once_is_found() -> None:
    rich = player("Incantation", "Incantation", coins=4)
    state = position(rich, *[player(coins=1)] * 3, phase=Buying(), shop={"Incantation": 3, "Worker": 9, "Ghost": 4})
    node = plan().search(against(state, POINTS, ATTACK, DECENT), 64)
    best = node.best()
    assert node.nexts[best] == 1.0
    assert node.visits[best] > max(n for index, n in enumerate(node.visits) if index != best)


def test_an_attack_goes_on_while_it_pays() -> None:
    state = position(player(*GHOSTS), *[player("Worker")] * 3, phase=Attacking(US))
    node = plan().search(against(state, POINTS, POINTS, POINTS), 64)
    assert node.actions[node.best()] != 0
    assert worth(node)[node.actions[node.best()]] > worth(node)[0]


def test_a_plan_is_kept_for_what_follows() -> None:
    shop = {"Worker": 8, "Ghost": 8, "Gold Fish": 4, "Incantation": 12, "Board of Monopoly": 8}
    state = position(*[player("Worker", coins=4)] * 4, shop=shop)
    kept = plan()
    node = kept.search(against(state, POINTS, POINTS, POINTS), 200)
    following = node.nexts[node.best()]
    assert isinstance(following, Node)
    assert kept.states is not None
    before = following.visited
    assert before > 20
    games = take(kept.states, np.array([following.row]))
    assert kept.search(games, before) is following
    assert following.visited == before


def test_the_same_search_gives_the_same_result_and_a_full_plan_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (plan().search(against(BARE, POINTS, ATTACK, DECENT), 100) for _ in range(2))
    assert (first.actions, first.visits, first.totals) == (second.actions, second.visits, second.totals)
    monkeypatch.setattr(planning, "MOST_NODES", 10)
    kept = plan()
    shop = {"Worker": 8, "Ghost": 8, "Gold Fish": 4}
    state = position(*[player("Worker", coins=4)] * 4, shop=shop)
    for _ in range(3):
        kept.search(against(state, POINTS, POINTS, POINTS), 64)
        assert len(kept.nodes) <= 10 + 64


def test_a_single_action_takes_no_search() -> None:
    state = position(player("Worker", "Ghost"), *[player("Worker", coins=3)] * 3, shop={"Worker": 8})
    node = plan().search(against(state, POINTS, POINTS, POINTS))
    assert (node.actions, node.visited) == ([0], 1)


def test_where_the_seat_is_eliminated_its_game_has_ended_although_the_others_go_on_for_ever() -> None:
    killer = player(*GHOSTS, coins=9)
    state = position(player(coins=2), killer, player("Worker", "Worker", "Worker", "Worker"), player("Worker"))
    found = plan()
    games = found._onwards(against(state, ATTACK, POINTS, POINTS), np.array([0]))
    assert (int(games.phase[0]), int(games.winner[0])) == (END, 1)
    assert not games.alive[0, US]
    assert worth(plan().search(against(state, ATTACK, POINTS, POINTS), 32))[0] == 0


def test_leaves_mix_the_learned_value_with_rollouts() -> None:
    def sure(games: Games) -> Outcomes:
        found = np.zeros((len(games), games.seats + 1), np.float32)
        found[:, US] = 1
        return found

    state = position(*[player("Worker", coins=4)] * 4, shop={"Worker": 8, "Ghost": 8})
    games = against(state, POINTS, POINTS, POINTS)
    low, high = (plan(value)._values(games)[0] for value in (lambda games: 0 * sure(games), sure))
    assert high - low == pytest.approx(planning.LEARNED, abs=0.2)
    assert high > low


def test_nobody_is_planned_for_who_is_out() -> None:
    state = position(player(*GHOSTS, coins=5), player(out=True), player(coins=1), player(out=True))
    node = plan().search(against(state, PlayerType.EQUAL, ATTACK, PlayerType.EQUAL), 32)
    assert node.actions[node.best()] > 0
