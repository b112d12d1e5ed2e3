"""Flat Monte Carlo: legal, reproducible, in time, and it sees what is near."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from economancy.arrays.games import batch_of, state_of, take
from economancy.arrays.rules import dawn, night
from economancy.commands.cli import main
from economancy.policy import BUILTIN_NAMES, Policy, builtin
from economancy.policy.candidates import at_most, candidates
from economancy.policy.decision_rollouts import Rollouts, Root, after_action, fits_arrays, root_of
from economancy.protocol import encode_state
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import apply, legal_actions, new_game, new_shop, players_to_move, reveal
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Investing, Observation, State
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.wire.json_stream import dumps
from tests.economancy.positions import player, position
from tests.economancy.strategies import joint_action, reached_states
from tests.economancy.table import play, seat_of

SEARCHERS = ("montecarlo:60", "montecarlo:300")
RICH = 3461834487117869480315


def chosen(name: str, state: State, seat: int = 0, seed: int = 1) -> Action:
    return builtin(name)(Observation(state, seat), Random(seed), NO_DEADLINE)


# Built-ins by name


WRONG = ["montecarlo", "montecarlo:", "montecarlo:0", "montecarlo:N", "montecarlo:-1", "montecarlo:1.5"]
WRONG += ["montecarlo:٣", "tree:9", "uct:9", ""]
WRONG += ["points:", "points:0", "decent:101", "economancy:20", "mimic:", "mimic:-1"]


@pytest.mark.parametrize("name", WRONG)
def test_a_built_in_that_does_not_exist_is_refused_with_a_list_of_those_that_do(name: str) -> None:
    with pytest.raises(ValueError, match=r"mimic\[:N\], montecarlo:N, points\[:N\], .*, simple\[:N\]") as raised:
        builtin(name)
    assert repr(name) in str(raised.value)


def test_all_built_ins_have_a_policy() -> None:
    for name in BUILTIN_NAMES:
        for ending in ("", ":7"):
            assert callable(builtin(name.replace("[:N]", ending).replace("N", "7")))


# Any of them


@settings(max_examples=40)
@given(reached_states(), st.sampled_from(["montecarlo:1", "montecarlo:7"]), st.integers(0, 9))
def test_a_searcher_chooses_a_legal_action_in_any_position_of_play(state: State, name: str, seed: int) -> None:
    shown, actions = state, joint_action(state, Random(seed))
    for seat in players_to_move(state):
        assert chosen(name, shown, seat, seed) in legal_actions(shown, seat)
        shown = reveal(shown, seat, actions[seat])


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_seed_gives_the_same_moves(name: str, seats: int) -> None:
    state = new_game(seats, new_shop(seats, BASE))
    first, second = ([chosen(name, state, seat, seed=seat) for seat in range(2)] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_searcher_takes_a_win_in_one(name: str) -> None:
    rival = player("Ghost", "Ghost", "Ghost", buys=0)
    shop = {"Incantation": 1, "Ghost": 2, "Worker": 2}
    buying = position(player("Incantation", "Incantation", coins=4), rival, phase=Buying(), shop=shop)
    attacking = position(player("Worker", "Incantation"), player("Ghost'"), phase=Attacking(0), shop=shop)
    for seed in range(5):
        assert chosen(name, buying, seed=seed) == "Incantation"
        assert chosen(name, attacking, seed=seed) != 0


@pytest.mark.parametrize("name", ["montecarlo:200", "montecarlo:600"])
def test_flat_monte_carlo_outbids_who_would_put_it_out(name: str) -> None:
    state = position(player("Worker", coins=4), player("Ghost", "Ghost", coins=2), shop=dict.fromkeys(SIMPLE, 2))
    assert all(chosen(name, state, seed=seed) in (2, 3) for seed in range(3))


@pytest.mark.parametrize("name", ["montecarlo:240", "montecarlo:100000000"])
def test_a_searcher_is_in_time(name: str) -> None:
    """On a clock that goes on by a hundredth at each look."""
    ticks = iter(range(10**6))
    state = new_game(2)
    action = builtin(name)(Observation(state, 0), Random(1), Deadline(lambda: next(ticks) / 100, 0.2))
    assert action in legal_actions(state, 0)
    assert next(ticks) < 24


@pytest.mark.parametrize("name", SEARCHERS)
def test_hoards_unknown_cards_and_huge_piles_are_no_obstacle(name: str) -> None:
    state = position(player("Dragon", "Ghost", coins=RICH), player("Worker", coins=RICH - 1), shop={"Dragon": 2})
    assert chosen(name, state) in range(RICH + 1)
    state = position(player(coins=9), player(coins=9), phase=Buying(), shop={"Worker": 10**6, "Dragon": 1})
    assert chosen(name, state) in ("Worker", PASS)


@pytest.mark.parametrize(
    ("name", "seats"), [("montecarlo:30", 2), pytest.param("montecarlo:30", 4, marks=pytest.mark.ci)]
)
def test_a_searcher_beats_random_play(name: str, seats: int) -> None:
    wins = 0
    for number in range(3):
        turn = number % seats
        policies: list[Policy] = [builtin("random")] * seats
        policies[turn] = builtin(name)
        players = [seat_of(policy, Random(f"{number}/{i}")) for i, policy in enumerate(policies)]
        wins += play(new_game(seats, new_shop(seats, (SIMPLE, BASE)[number % 2])), players).state.phase == End(turn)
    assert wins >= 2


# What they look at


def test_bids_of_interest_end_where_more_wins_nothing_and_are_thinned_to_the_ends() -> None:
    state = position(player(coins=RICH), player(coins=30), player(coins=10))
    assert candidates(state, 0) == range(32)
    assert candidates(state, 1) == range(31)
    assert at_most(4, candidates(state, 0)) == [0, 10, 20, 31]
    assert at_most(32, candidates(state, 0)) == list(range(32))


def test_a_defender_sees_what_those_before_it_chose() -> None:
    """Seat 1 has used its Worker in this fight, its Ghost is left; seat 3 is to answer after it."""
    state = position(
        player("Ghost'"), player("Worker'", "Ghost"), player(out=True), player("Worker"), phase=Attacking(0, 1)
    )
    root = root_of(Observation(state, 3), Random(1))
    assert root.given == {1: 1}
    assert [owned.uses for owned in root.state.players[1].cards] == [0, 0, 0]
    before = reveal(root.state, 1, 1)
    assert before == state


# Rollouts of a decision


@given(reached_states(), st.integers(0, 2**32))
def test_a_first_action_leads_where_the_plain_rules_lead(state: State, seed: int) -> None:
    """Compared where what all others do is given, too; and a bid is paid."""
    *others, seat = players_to_move(state)
    actions = joint_action(state, Random(seed))
    action, phase = actions.pop(seat), state.phase
    defending = isinstance(phase, Attacking) and phase.attacker_card is not None
    root = Root(state, seat, actions if defending else {})
    games = after_action(batch_of([state]), root, [action], default_rng(seed))
    if isinstance(phase, Investing):
        assert games.coins[0, seat] == state.players[seat].coins - int(action)
    elif defending or not others:
        expected = apply(state, {**actions, seat: action})
        unanswered = isinstance(phase, Attacking) and phase.attacker_card is None and action != 0
        if not unanswered or expected.phase == Attacking(seat, int(action)):  # else arrays have the fight before them
            assert state_of(dawn(games) if night(games)[0] else games, 0) == expected


@given(st.lists(st.integers(0, 12) | st.integers(0, 10**30), min_size=2, max_size=4))
def test_a_bid_that_outbids_all_does_so_after_coins_are_cut(coins: list[int]) -> None:
    state = position(*(player("Ghost", coins=number) for number in coins))
    bids = candidates(state, 0)
    games = take(batch_of([state]), np.zeros(1, np.intp))
    after = after_action(games, Root(state, 0), [bids[-1]], default_rng(1))
    rich = coins[0] > max(coins[1:]) * (1 + 1e-12) + 1
    assert after.coins.min() >= 0
    assert not rich or after.attacker[0] == 0


@pytest.mark.parametrize("arrays", [True, False])
def test_rollouts_of_a_decision_that_ends_the_game_are_certain(arrays: bool) -> None:
    rival = player("Ghost", "Ghost", "Ghost", buys=0)
    state = position(player("Incantation", "Incantation", coins=4), rival, phase=Buying(), shop={"Incantation": 1})
    rollouts = Rollouts(Root(state, 0), Random(1), arrays=arrays)
    assert rollouts.arrays == arrays
    assert rollouts.winners(["Incantation"] * 5) == [0] * 5


def test_arrays_are_used_only_where_no_hand_can_outgrow_them() -> None:
    assert fits_arrays(new_game(4, new_shop(4, BASE)))
    assert fits_arrays(position(player(), player(), shop={"Worker": 126}))
    assert not fits_arrays(position(player("Worker"), player(), shop={"Worker": 126}))
    assert fits_arrays(position(player(), player(), shop={"Dragon": 1000}))


def test_the_command_bot_plays_them_and_says_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "montecarlo"]) == 2
    assert "simple[:N]), got 'montecarlo'" in capsys.readouterr().err
    run = [sys.executable, "-c", "from economancy.commands.cli import main; main()", "bot", "montecarlo:20"]
    message = dumps(encode_state(new_game(2), 0)) + b"\n"
    answer = subprocess.run(run, input=message, capture_output=True, check=True).stdout
    assert answer in (b"[0]\n", b"[1]\n", b"[2]\n", b"[3]\n")
