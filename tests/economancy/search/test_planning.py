"""Planning of one seat's moves against rivals who play by the rule of their types."""

from random import Random

from economancy.policy.baselines import decent
from economancy.policy.searching import as_action
from economancy.rivals.types import PlayerType
from economancy.rules.game import apply, new_game, new_shop, players_to_move
from economancy.rules.state import PASS, Attacking, Buying, End, Observation, State
from economancy.search import core
from economancy.search.planning import ActionPlan, Plan, can_plan
from economancy.search.value import SHOP_CARD_NAMES
from tests.economancy.positions import player, position

US = 0
GHOSTS = ("Ghost", "Ghost", "Ghost")
EQUAL, POINTS, ATTACK, DECENT = PlayerType.EQUAL, PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT
SHOP = {"Worker": 8, "Ghost": 8, "Gold Fish": 4, "Incantation": 12, "Board of Monopoly": 8}


def plan() -> Plan:
    return Plan(4, US, 0.1)


def planned(state: State, *types: PlayerType, simulations: int = 512) -> ActionPlan:
    return plan().search(state, (EQUAL, *types), simulations)


def worth(found: ActionPlan) -> dict[int, float]:
    return dict(zip(found.actions, found.values, strict=True))


def chosen(found: ActionPlan) -> int:
    return found.actions[found.visits.index(max(found.visits))]


BARE = position(player(*GHOSTS, coins=5), player(coins=9), player(coins=9), player("Worker", coins=9))


def test_the_least_bid_wins_where_nobody_bids_and_nobody_can_defend() -> None:
    found = planned(BARE, POINTS, POINTS, POINTS)
    assert found.actions == [0, 1]
    assert chosen(found) == 1
    assert worth(found)[1] > 0.9


def test_bids_tie_with_the_highest_of_the_rivals_or_win() -> None:
    attacker = player("Ghost", "Ghost", "Ghost", coins=6)
    state = position(player("Worker", coins=20), attacker, player("Worker", coins=3), player("Worker", coins=2))
    assert planned(state, ATTACK, POINTS, POINTS).actions == [0, 6, 7]


def test_other_actions_are_tried_if_asked_for() -> None:
    found = plan().search(BARE, (EQUAL, POINTS, POINTS, POINTS), 64, [3, 1])
    assert found.actions == [0, 1, 3]
    assert sum(found.visits) == 64
    assert min(found.visits) > 0


def test_the_purchase_that_wins_at_once_is_found() -> None:
    rich = player("Incantation", "Incantation", coins=4)
    state = position(rich, *[player(coins=1)] * 3, phase=Buying(), shop={"Incantation": 3, "Worker": 9, "Ghost": 4})
    found = planned(state, POINTS, ATTACK, DECENT)
    assert chosen(found) == 1 << 1  # Incantation is the second of the shop's cards
    assert worth(found)[chosen(found)] == 1


def test_a_win_that_is_sure_is_not_put_off() -> None:
    state, kept = new_game(4, new_shop(4, SHOP_CARD_NAMES["base"])), plan()
    types, days = (EQUAL, DECENT, DECENT, DECENT), 1
    while not isinstance(state.phase, End) and days < 20:
        asked = {seat: decent(Observation(state, seat), Random(days)) for seat in players_to_move(state)}
        if US in asked:
            asked[US] = as_action(state, US, chosen(kept.search(state, types, 4096)))
        day, state = state.day, apply(state, asked)
        days += state.day != day
    assert state.phase == End(US)


def test_an_attack_goes_on_while_it_pays() -> None:
    state = position(player(*GHOSTS), *[player("Worker")] * 3, phase=Attacking(US))
    found = planned(state, POINTS, POINTS, POINTS)
    assert chosen(found) != 0
    assert worth(found)[chosen(found)] > worth(found)[0]


def test_a_plan_is_kept_for_what_follows() -> None:
    state = position(*[player("Worker", coins=4)] * 4, phase=Buying(), shop={"Incantation": 12})
    kept = plan()
    kept.search(state, (EQUAL, POINTS, POINTS, POINTS), 400)
    morning = apply(state, {0: PASS, 1: "Incantation", 2: "Incantation", 3: "Incantation"})
    known = kept.search(morning, (EQUAL, POINTS, POINTS, POINTS), 1)
    assert sum(known.visits) > 20


def test_the_same_search_gives_the_same_result_and_a_full_plan_is_begun_anew() -> None:
    first, second = (planned(BARE, POINTS, ATTACK, DECENT) for _ in range(2))
    assert first == second
    kept = Plan(4, US, 0.1, nodes=64)
    state = position(*[player("Worker", coins=4)] * 4, shop=SHOP)
    for _ in range(3):
        assert 64 < sum(kept.search(state, (EQUAL, POINTS, POINTS, POINTS), 1000).visits) <= 1000


def test_a_single_action_takes_no_search() -> None:
    state = position(player("Worker", "Ghost"), *[player("Worker", coins=3)] * 3, shop={"Worker": 8})
    found = planned(state, POINTS, POINTS, POINTS)
    assert (found.actions, found.visits) == ([0], [1])


def test_a_game_that_is_all_but_won_takes_fewer_simulations() -> None:
    assert sum(planned(BARE, POINTS, POINTS, POINTS, simulations=1 << 15).visits) < 1 << 14


def test_long_games_take_fewer_simulations() -> None:
    saving = position(*[player("Worker", "Worker", coins=9)] * 4)  # nothing is sold, and nobody bids
    assert 64 < sum(planned(saving, POINTS, POINTS, POINTS, simulations=4096).visits) < 4096


def test_where_the_seat_is_eliminated_it_has_lost_although_the_others_go_on_for_ever() -> None:
    killer = player(*GHOSTS, coins=9)
    state = position(player(coins=2), killer, player("Worker", "Worker", "Worker", "Worker"), player("Worker"))
    assert worth(planned(state, ATTACK, POINTS, POINTS))[0] == 0


def test_nobody_is_planned_for_who_is_out() -> None:
    state = position(player(*GHOSTS, coins=5), player(out=True), player(coins=1), player(out=True))
    assert chosen(planned(state, EQUAL, ATTACK, EQUAL)) > 0


def test_what_a_rule_leaves_open_is_drawn_anew() -> None:
    """Seat 1 answers with a Ghost or a Worker, both the strongest: only the Ghost beats our Ghost."""
    other = player("Ghost", "Worker", coins=1)
    state = position(player("Ghost"), other, player(out=True), player(out=True), phase=Attacking(US), shop=SHOP)
    found = planned(state, POINTS, EQUAL, EQUAL, simulations=4096)
    assert 0 < worth(found)[1] < 1


def test_no_plan_is_made_with_too_many_cards_or_coins() -> None:
    assert can_plan(BARE)
    assert not can_plan(position(player(*["Worker"] * core.MOST_CARDS), *[player()] * 3))
    assert not can_plan(position(player(coins=core.MOST_COINS + 1), *[player()] * 3))
