"""A search is as good as its parts: every joint action is played by the rules, valued, and the whole solved."""

from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.random import default_rng

from economancy.arrays import choices
from economancy.arrays.cards import card_of
from economancy.arrays.choices import Choices
from economancy.arrays.games import Games, batch_of, concat, take
from economancy.arrays.rollout_policy import GHOST, WORKER
from economancy.arrays.rules import attackers, defenders, kinds
from economancy.rivals.types import PlayerType, of_types
from economancy.rules.cards import BASE
from economancy.rules.game import apply, players_to_move
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Investing, Phase, State
from economancy.search.decision import decide, decision_of, drawn, without_rare
from economancy.search.features import rotated
from economancy.search.guess import Guess
from economancy.search.look_ahead import BREADTH, Search
from economancy.search.node import Node, against
from economancy.search.value import SHOPS, Networks, Outcomes, Weights, certain, encoders
from tests.economancy.positions import player, position
from tests.economancy.search.test_matrix_game import nash_conv
from tests.economancy.strategies import reached_states


def networks(seats: int, seed: int = 7) -> Networks:
    """Return a value that nobody trained: it tells positions apart, and that is all."""
    rng = default_rng(seed)

    def network(inputs: int) -> Weights:
        sizes = (inputs, 8, seats + 1)
        return tuple(
            (rng.normal(size=(after, before)).astype(np.float32), rng.normal(size=after).astype(np.float32))
            for before, after in pairwise(sizes)
        )

    by_phase = encoders(seats, SHOPS["base"])
    return Networks(by_phase, {phase: network(encoder.size) for phase, encoder in by_phase.items()})


VALUES = {seats: networks(seats) for seats in (2, 3, 4)}
LOSING, DRAWN = np.array([[0.4, 0.6, 0]], np.float32), np.array([[0, 0, 1]], np.float32)
SEARCHES = {seats: Search(value) for seats, value in VALUES.items()}


def outcome(state: State) -> Outcomes:
    """Return the value of one state, [O]."""
    games = batch_of([state])
    found: Outcomes = (certain(games) if isinstance(state.phase, End) else VALUES[len(state.players)](games))[0]
    return found


def action_of(state: State, number: int) -> Action:
    """Return the action of the rules that a search names by a number."""
    if isinstance(state.phase, Buying):
        return card_of(number).name if number else PASS
    return number


def joint_actions(state: State, node: Node) -> Mapping[tuple[int, ...], dict[int, Action]]:
    """Return the joint actions that a node of one game allows, as the rules take them, by their places in it."""
    seats = range(len(state.players))
    legal = [np.flatnonzero(node.choices.legal[0, seat]).tolist() for seat in seats]
    movers = players_to_move(state)
    return {
        places: {seat: action_of(state, int(node.choices.actions[0, seat, places[seat]])) for seat in movers}
        for places in product(*legal)
    }


@given(reached_states())
def test_every_joint_action_is_worth_what_the_rules_lead_to(state: State) -> None:
    if isinstance(state.phase, Attacking) and state.phase.attacker_card is None:
        return  # answered in between: the tests of fights
    if isinstance(state.phase, Investing) and len(state.players) > 2:
        return  # too many to play one by one
    node = SEARCHES[len(state.players)].solve(batch_of([state]))
    for places, actions in joint_actions(state, node).items():
        assert node.joint[(0, *places)] == pytest.approx(outcome(apply(state, actions)), abs=1e-5)


def best_fight(state: State, seats_draw: float = 0.5) -> Outcomes:
    """Return how an attack ends if both play it out to its end by minimax, one state at a time."""
    if not isinstance(state.phase, Attacking):
        return outcome(state)
    (seat,) = players_to_move(state)
    games = batch_of([state])
    named = choices.fighters(*_usable(games, seat, state.phase.attacker_card is None))
    actions = [int(named.actions[0, kind]) for kind in np.flatnonzero(named.legal[0])]
    if state.phase.attacker_card is None:
        actions.append(0)
    after = [best_fight(apply(state, {seat: action})) for action in actions]
    return max(after, key=lambda chances: float(chances[seat] + seats_draw * chances[-1]))


def _usable(games: Games, seat: int, attacks: bool) -> tuple[Any, Any]:
    cards, uses = games.cards[:, seat], games.uses[:, seat]
    return (attackers if attacks else defenders)(cards, uses), uses


ARMY = ("Ghost", "Worker", "Thug", "Senior Worker", "Wall of Wealth")


@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("cards", [(2, 3), (3, 2), (3, 3)])
def test_a_fight_is_played_out_to_its_end(attacker: int, cards: tuple[int, int]) -> None:
    players = (player(*ARMY[: cards[0]]), player(*ARMY[-cards[1] :]))
    state = position(*players, phase=Attacking(attacker), shop=dict.fromkeys(("Ghost", "Worker"), 2))
    search = Search(VALUES[2], positions=10**9)
    assert search.solve(batch_of([state])).outcomes[0] == pytest.approx(best_fight(state), abs=1e-5)


@given(reached_states())
def test_strategies_are_played_with_legal_actions_only(state: State) -> None:
    if isinstance(state.phase, Investing) and len(state.players) == 4:
        return  # slow
    node = SEARCHES[len(state.players)].solve(batch_of([state]))
    assert not node.strategies[~node.choices.legal].any()
    assert node.strategies.sum(axis=-1) == pytest.approx(1, abs=1e-6)
    assert node.outcomes.sum() == pytest.approx(1, abs=1e-5)


def test_bids_are_solved_for_an_equilibrium() -> None:
    state = position(player("Ghost", coins=3), player("Worker", coins=4), shop={"Ghost": 2})
    node = SEARCHES[2].solve(batch_of([state]))
    payoffs = node.joint[..., 0] + 0.5 * node.joint[..., 2]
    ours, theirs = (np.flatnonzero(legal) for legal in node.choices.legal[0])
    row, column = node.strategies[0, 0, ours], node.strategies[0, 1, theirs]
    assert nash_conv(payoffs[0][np.ix_(ours, theirs)], row, column) == pytest.approx(0, abs=1e-5)


def test_a_win_that_is_offered_is_taken() -> None:
    state = position(player("Ghost"), player(), phase=Attacking(0))
    node = SEARCHES[2].solve(batch_of([state]))
    assert node.outcomes[0].tolist() == [1, 0, 0]


def test_what_an_action_is_worth_follows_from_the_strategies_of_the_others() -> None:
    state = position(player("Ghost", coins=3), player("Worker", coins=4), player(coins=2), shop={"Ghost": 2})
    node = SEARCHES[3].solve(batch_of([state]))
    for seat in range(3):
        after = against(node, seat)[0]
        assert node.strategies[0, seat] @ after == pytest.approx(node.outcomes[0], abs=1e-5)


@pytest.mark.parametrize("phase", [Investing(), Buying(), Attacking(0), Attacking(1, 1)])
def test_a_batch_is_solved_as_its_games_are_alone(phase: Phase) -> None:
    players = (player("Ghost", "Worker", coins=2), player("Thug", "Worker", coins=4))
    states = [
        position(*pair, phase=phase, shop=dict.fromkeys(("Ghost", "Worker", "Bubble"), left))
        for pair, left in ((players, 1), (players[::-1], 2), ((players[1], players[1]), 1))
    ]
    search = Search(VALUES[2], positions=100)
    together = search.solve(batch_of(states)).outcomes
    for number, state in enumerate(states):
        assert together[number] == pytest.approx(search.solve(batch_of([state])).outcomes[0], abs=1e-5)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("phase", [Investing(), Buying(), Attacking(0), Attacking(1, 1)])
def test_a_batch_of_larger_tables_is_solved_as_its_games_are_alone(phase: Phase, seats: int) -> None:
    players = [player("Ghost", "Worker", coins=2), player("Thug", "Worker", coins=4), player("Bubble", coins=7)] * 2
    shop = dict.fromkeys(("Ghost", "Worker", "Bubble"), 1)
    states = [position(*players[first : first + seats], phase=phase, shop=shop) for first in (0, 1, 0, 1)]
    types = np.array([[0, 0, 0, 0], [0, 1, 0, 2], [3, 0, 0, 0], [4, 0, 2, 1]])[:, :seats]
    games = of_types(batch_of(states), types)
    search = Search(VALUES[seats], draw=0.1, positions=100)
    together = search.solve(games).outcomes
    for number in range(len(states)):
        alone = search.solve(take(games, np.array([number]))).outcomes[0]
        assert together[number] == pytest.approx(alone, abs=1e-4)


@pytest.mark.parametrize(("draw", "attacks"), [(0.3, True), (0.5, False)])
def test_a_draw_counts_for_as_much_as_it_is_said_to(draw: float, attacks: bool) -> None:
    def value(games: Games) -> Outcomes:
        """Whoever has attacked wins four times out of ten, and else it is a draw."""
        return np.where((games.cards[:, 1, 2] == 0)[:, None], LOSING, DRAWN)

    state = position(player("Ghost"), player("Worker", "Worker"), phase=Attacking(0))
    actions = decide(Search(value, draw=draw), batch_of([state]), 0).best()
    assert actions.tolist() == [1 if attacks else 0]


@pytest.mark.parametrize("phase", [Investing(), Attacking(0), Buying()])
def test_a_decision_is_solved_alike_however_much_of_it_is_played_out_at_once(phase: Phase) -> None:
    seats = player("Ghost", coins=5, buys=1), player("Worker", coins=4, buys=1)
    games = batch_of([position(*seats, phase=phase, shop={"Ghost": 2, "Worker": 2, "Golem": 1})])
    whole, parts = (Search(VALUES[2], positions=100, at_once=number).solve(games) for number in (1000, 3))
    assert whole.joint[0].size > 3 * 3
    assert parts.joint == pytest.approx(whole.joint, abs=1e-5)
    assert parts.outcomes == pytest.approx(whole.outcomes, abs=1e-3)


def test_a_game_that_may_end_at_dawn_is_drawn_then() -> None:
    state = position(player(buys=1), player(buys=1), phase=Buying(), shop={})
    search = Search(lambda games: np.eye(3, dtype=np.float32)[np.zeros(len(games), np.intp)], going_on=0.9)
    assert search.solve(batch_of([state])).outcomes[0] == pytest.approx([0.9, 0, 0.1])


def test_the_deciding_seat_comes_first() -> None:
    state = position(player("Ghost"), player("Worker"), player(), phase=Attacking(2))
    turned = rotated(batch_of([state]), 2)
    assert turned.attacker[0] == 0
    assert card_of(int(turned.cards[0, 1, 1])).name == "Ghost"


def test_rare_actions_are_left_out_but_never_the_likeliest() -> None:
    strategies = np.array([[0.05, 0.35, 0.6], [0.09, 0.09, 0.82], [0.04, 0.03, 0.93]])
    assert without_rare(strategies, 0.1)[0] == pytest.approx([0, 0.35 / 0.95, 0.6 / 0.95])
    assert without_rare(np.full((1, 20), 0.05), 0.1)[0] == pytest.approx([0.05] * 20)


@pytest.mark.parametrize(("seats", "probability", "played"), [(2, 0.05, True), (2, 0.01, False), (3, 0.05, False)])
def test_at_two_seats_only_very_rare_actions_are_left_out(seats: int, probability: float, played: bool) -> None:
    node = SEARCHES[seats].solve(batch_of([position(*(player(coins=1) for _ in range(seats)))]))
    strategies = np.zeros_like(node.strategies)
    strategies[:, :, :2] = probability, 1 - probability
    found = decision_of(node._replace(strategies=strategies), 0).probabilities[0]
    assert (found[0] > 0) == played


def test_actions_are_drawn_as_often_as_the_mixture_says() -> None:
    actions, strategies = np.tile([7, 3, 5], (10_000, 1)), np.tile([0.2, 0.0, 0.8], (10_000, 1))
    played = np.bincount(drawn(actions, strategies, default_rng(1)), minlength=8)
    assert played / 10_000 == pytest.approx([0, 0, 0, 0, 0, 0.8, 0, 0.2], abs=0.02)


def test_bids_reach_one_above_the_richest_rival_and_no_further() -> None:
    state = position(player(coins=9), player(coins=3), player(coins=4))
    named = choices.bids(batch_of([state]))
    assert [legal_actions(named, seat) for seat in range(3)] == [[*range(6)], [*range(4)], [*range(5)]]


def test_of_many_bids_the_lowest_and_the_highest_are_looked_at() -> None:
    state = position(player(coins=90), player(coins=200))
    bids = legal_actions(choices.bids(batch_of([state])), 1)
    assert len(bids) == choices.MOST_BIDS[2]
    assert (bids[0], bids[1], bids[-2], bids[-1]) == (0, 1, 90, 91)


def test_of_many_bids_at_a_table_of_four_those_that_outbid_a_rival_are_looked_at() -> None:
    state = position(player(coins=20), player(coins=30), player(coins=7), player(coins=40))
    named = choices.bids(batch_of([state])).compact()
    assert legal_actions(named, 0) == [0, 1, 8, 19, 20]  # its own 20, and 31 is too much
    assert legal_actions(named, 3) == [0, 1, 8, 21, 30, 31]


def test_cards_that_are_sold_out_or_too_dear_are_not_looked_at() -> None:
    state = position(player(coins=2), player(coins=0), phase=Buying(), shop={"Ghost": 1, "Worker": 0, "Golem": 2})
    named = choices.purchases(batch_of([state]))
    assert [card_of(bit).name for bit in legal_actions(named, 0) if bit] == ["Ghost"]
    assert legal_actions(named, 1) == [0]


def test_of_two_cards_of_a_kind_the_more_used_fights_and_else_the_later() -> None:
    state = position(player("Wall of Wealth'", "Wall of Wealth", "Worker", "Worker"), player())
    games = batch_of([state])
    slots = choices.fighters(*_usable(games, 0, attacks=False))
    assert sorted(legal_actions(Choices(slots.actions[:, None], slots.legal[:, None]), 0)) == [1, 4]


def legal_actions(named: Choices, seat: int) -> list[int]:
    return [int(action) for action in named.actions[0, seat][named.legal[0, seat]]]


def ghosts_survive(games: Games) -> Outcomes:
    """Return the outcomes where seat 0 wins unless another seat holds a Ghost (it wins half the time) or a Worker (a
    fifth of the time).
    """
    held = kinds(games.cards)[:, 1:]
    found = np.zeros((len(games), games.seats + 1), np.float32)
    found[:, 1:-1] = np.where(held & GHOST, 0.5, np.where(held & WORKER, 0.2, 0))
    found[:, 0] = 1 - found.sum(axis=1)
    return found


@pytest.mark.parametrize("bystanders", [0, 1])
def test_two_who_want_the_last_ghost_do_not_both_die_of_it_more_often_than_the_equilibrium_says(
    bystanders: int,
) -> None:
    # Both name the Ghost: none gets it. In the equilibrium a Ghost is worth as much as a Worker: 0.5 (1 - p) = 0.2.
    wants, sits = player(coins=2), player("Bubble", buys=0)
    state = position(
        player("Ghost", buys=0), wants, wants, *[sits] * bystanders, phase=Buying(), shop={"Ghost": 1, "Worker": 4}
    )
    node = Search(ghosts_survive, draw=0.1).solve(batch_of([state]))
    named = [
        dict(zip(map(int, node.choices.actions[0, seat]), node.strategies[0, seat], strict=True)) for seat in (1, 2)
    ]
    assert [probabilities[GHOST] for probabilities in named] == pytest.approx([0.6, 0.6], abs=0.01)
    assert named[0][GHOST] * named[1][GHOST] == pytest.approx(0.36, abs=0.01)


def test_who_cannot_tell_its_rivals_apart_does_one_thing_against_all() -> None:
    # An *attack* always names the last Ghost, and is in the way; a *points* takes a Worker, and is not.
    wants = player(coins=2)
    state = position(player("Ghost", buys=0), wants, wants, phase=Buying(), shop={"Ghost": 1, "Worker": 4})
    types = np.array([[0, 0, PlayerType.ATTACK], [0, 0, PlayerType.POINTS]])
    games = of_types(concat([batch_of([state])] * 2), types)
    search = Search(ghosts_survive, draw=0.1)
    apart = search.solve(games)
    bits = apart.choices.actions[:, 1]
    assert [bits[row][apart.strategies[row, 1].argmax()] for row in (0, 1)] == [WORKER, GHOST]
    for weight, bit in ((0.9, WORKER), (0.5, GHOST)):  # a Ghost is worth 0.5 where it is to be had, a Worker 0.2
        node = search.solve(games, guess=Guess(1, np.array([weight, 1 - weight])))
        assert (node.strategies[0, 1] == node.strategies[1, 1]).all()
        assert node.choices.actions[0, 1][node.strategies[0, 1].argmax()] == bit


def test_rivals_that_look_ahead_are_not_taken_to_know_who_is_who_either() -> None:
    # As above, with seats 1 and 2 in each other's doubt: neither knows whether the third is in the way.
    wants = player(coins=2)
    state = position(player("Ghost", buys=0), wants, wants, wants, phase=Buying(), shop={"Ghost": 1, "Worker": 4})
    types = np.array([[0, 0, 0, PlayerType.ATTACK], [0, 0, 0, PlayerType.POINTS]])
    games = of_types(concat([batch_of([state])] * 2), types)
    search = Search(ghosts_survive, draw=0.1)
    apart = search.solve(games)
    assert (apart.strategies[0, 2] != apart.strategies[1, 2]).any()
    node = search.solve(games, guess=Guess(1, np.array([0.5, 0.5])))
    assert (node.strategies[0, 1:3] == node.strategies[1, 1:3]).all()
    assert node.strategies[0, 1] == pytest.approx(node.strategies[0, 2])


def test_a_fight_at_a_table_of_three_is_answered_in_turn_whoever_is_asked() -> None:
    state = position(player("Worker", "Ghost"), player("Ghost"), player("Bubble", "Worker"), phase=Attacking(1, 1))
    node = SEARCHES[3].solve(batch_of([state]))
    path = node.strategies[0].argmax(axis=1)
    joint = node.joint[0][:, path[1]]  # [A0, A2, O]
    last = SEARCHES[3].utility(joint, 2).argmax(axis=1)
    assert against(node, 2)[0] == pytest.approx(joint[path[0]])
    replies = joint[np.arange(len(joint)), last]
    assert against(node, 0)[0][: len(replies)] == pytest.approx(replies)


def test_answers_that_were_shown_are_taken_as_given() -> None:
    state = position(player("Worker", "Ghost"), player("Ghost"), player("Bubble", "Worker"), phase=Attacking(1, 1))
    for slot in (1, 2):
        node = SEARCHES[3].solve(batch_of([state]), shown={0: slot})
        assert node.choices.actions[0, 0][node.strategies[0, 0].argmax()] == slot


def test_of_many_purchases_the_best_are_looked_at() -> None:
    shop = dict.fromkeys(BASE, 2)
    state = position(*[player(coins=9)] * 4, phase=Buying(), shop=shop)
    node = SEARCHES[4].solve(batch_of([state]))
    assert (node.choices.legal.sum(axis=2) == BREADTH[4]).all()
