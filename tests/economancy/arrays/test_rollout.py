"""The default policy of rollouts does what *decent* does, with noise as defined; rollouts bring what they should."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.arrays import rollout_policy as policy
from economancy.arrays.cards import card_of
from economancy.arrays.games import END, NOBODY, batch_of, concat, take
from economancy.arrays.rollout import playouts, returns, winners
from economancy.policy import baselines
from economancy.policy.playout import default_action, playout
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import apply, legal_actions, new_game, new_shop, players_to_move, reveal
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Investing, Observation, State
from tests.chances import chance_of, chance_of_shares
from tests.economancy.positions import player, position
from tests.economancy.strategies import reached_states

T = TypeVar("T")
SAMPLES = 400


def chosen(state: State, seat: int, noise: float, samples: int = SAMPLES) -> Counter[Action]:
    """Return what the default policy chooses for a seat in so many copies of a position."""
    games = take(batch_of([state]), np.zeros(samples, np.intp))
    rng = np.random.default_rng(1)
    match state.phase:
        case Investing():
            return Counter(policy.bids(games, rng, noise)[:, seat].tolist())
        case Attacking(attacker, None):
            assert attacker == seat
            return Counter(policy.attack(games, rng, noise).tolist())
        case Attacking():
            return Counter(policy.defence(games, rng, noise)[:, seat].tolist())
        case _:
            bits = policy.purchases(games, rng, noise)[:, seat].tolist()
            return Counter(card_of(bit).name if bit else PASS for bit in bits)


class Listener(Random):
    """A generator that remembers what it last chose from."""

    options: Sequence[object] = ()

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        self.options = seq
        return seq[0]


def options(
    observation: Observation, chooses: Callable[[Observation, Random], Action] = baselines.decent
) -> set[object]:
    """Return all that a reference opponent may choose: tie-breaks and random purchases are choices of the generator."""
    rng = Listener()
    action = chooses(observation, rng)
    return set(rng.options) or {action}


@st.composite
def played_states(draw: st.DrawFn) -> State:
    """Return a state that the default policy reaches, in which somebody moves."""
    seats = draw(st.integers(2, 4))
    rng = Random(draw(st.integers(0, 10**6)))
    state = new_game(seats, new_shop(seats, draw(st.sets(st.sampled_from(BASE), min_size=5))))
    for _ in range(draw(st.integers(0, 80))):
        actions: dict[int, Action] = {}
        shown = state
        for seat in players_to_move(state):
            actions[seat] = default_action(Observation(shown, seat), rng)
            shown = reveal(shown, seat, actions[seat])
        after = apply(state, actions)
        if not players_to_move(after):
            break
        state = after
    return state


@given(played_states() | reached_states())
def test_without_noise_it_chooses_exactly_what_decent_does(state: State) -> None:
    for seat in players_to_move(state):
        assert chosen(state, seat, noise=0).keys() == options(Observation(state, seat))


@given(played_states() | reached_states())
def test_with_noise_it_chooses_legal_actions_and_nothing_sold_out(state: State) -> None:
    for seat in players_to_move(state):
        legal = legal_actions(state, seat)
        actions = chosen(state, seat, noise=1).keys()
        assert all(action in legal for action in actions)
        if isinstance(state.phase, Buying):
            stock = {stock.card.name for stock in state.shop if stock.left}
            assert actions == (stock & set(legal) or {PASS})
        elif isinstance(state.phase, Attacking):
            assert actions == set(legal)


def test_many_different_games_decide_like_each_alone() -> None:
    rng = Random(1)
    players = [player(*rng.choices(BASE, k=rng.randint(0, 6)), coins=rng.randint(0, 9)) for _ in range(60)]
    shop = dict.fromkeys(SIMPLE, 2)
    states = [position(*players[i : i + 3], phase=Investing(), shop=shop) for i in range(0, 60, 3)]
    bids = policy.decent_bids(batch_of(states))
    for row, state in enumerate(states):
        assert bids[row].tolist() == [baselines.decent(Observation(state, seat), rng) for seat in range(3)]


def test_noise_bids_nothing_or_half_the_time_anything() -> None:
    counts = chosen(position(player(coins=3), player()), 0, noise=1, samples=8000)
    assert chance_of([counts[bid] for bid in range(4)], [5000, 1000, 1000, 1000]) > 1e-6


def test_three_decisions_in_ten_are_noise() -> None:
    state = position(player("Ghost", "Ghost", coins=9), player("Worker", coins=3))  # decent bids 4
    counts = chosen(state, 0, noise=policy.NOISE, samples=8000)
    noise = [0.3 * (0.55 if bid == 0 else 0.05) + 0.7 * (bid == 4) for bid in range(10)]
    assert chance_of([counts[bid] for bid in range(10)], np.multiply(noise, 8000)) > 1e-6


@pytest.mark.parametrize(
    ("state", "noise"),
    [
        (position(player("Ghost", "Ghost", "Ghost", "Worker"), player("Worker"), phase=Attacking(0)), 0),
        (position(player("Ghost", "Thug", "Worker"), player("Worker"), phase=Attacking(0)), 1),
        (position(player("Ghost", "Worker", "Ghost", "Wall of Wealth'"), player("Thug'"), phase=Attacking(1, 1)), 0),
        (position(player(coins=9), player(), phase=Buying(), shop=dict.fromkeys(BASE, 1)), 1),
    ],
    ids=["tie of attackers", "random attack", "tie of defenders", "random purchase"],
)
def test_what_is_chosen_at_random_is_equally_likely(state: State, noise: float) -> None:
    counts = chosen(state, 0, noise, samples=6000)
    assert len(counts) > 2
    assert chance_of(list(counts.values())) > 1e-6


# Rollouts


def test_returns_are_1_for_the_winner_and_less_than_half_for_a_draw() -> None:
    ends = [position(player(), player(), player(), phase=End(winner)) for winner in (2, None)]
    assert returns(batch_of(ends), np.random.default_rng(1)).tolist() == [[0, 0, 1], [0.2, 0.2, 0.2]]


def test_a_sure_kill_is_a_win() -> None:
    killer, victim = player(*["Ghost"] * 6, buys=0), player("Worker", buys=0)
    state = position(killer, victim, phase=Attacking(0, 1))
    games = take(batch_of([state]), np.zeros(100, np.intp))
    assert returns(games, np.random.default_rng(1))[:, 0].mean() > 0.9


def test_who_cannot_win_in_the_days_left_draws() -> None:
    games = take(batch_of([new_game(2)]), np.zeros(50, np.intp))
    assert (winners(games, np.random.default_rng(1), days=1) == NOBODY).all()


def test_days_are_counted_until_the_end_or_the_last_of_them() -> None:
    rich = player("Incantation", "Incantation", coins=4)
    states = [
        position(player(), player(), phase=End(None)),
        position(rich, player(), phase=Buying(), shop={"Incantation": 1}),
        position(player(), player(), shop={}),
    ]
    assert playouts(batch_of(states), np.random.default_rng(1), days=5)[1].tolist() == [0, 1, 5]
    assert [playout(state, {}, Random(1), days=5)[1] for state in states[1:]] == [1, 5]


def test_a_day_is_over_with_its_night() -> None:
    """The purchase that wins on the last day counts; the next morning does not come."""
    rich = player("Incantation", "Incantation", coins=4)
    state = position(rich, player(), phase=Buying(), shop={"Incantation": 1})
    assert winners(batch_of([state]), np.random.default_rng(1), days=1).tolist() == [0]


def test_the_same_generator_plays_the_same_games() -> None:
    games = take(batch_of([new_game(3)]), np.zeros(200, np.intp))
    first, second = (winners(games, np.random.default_rng(7)) for _ in range(2))
    assert first.tolist() == second.tolist()


def test_games_of_all_phases_play_on_together() -> None:
    states = [
        new_game(2),
        position(player("Ghost"), player("Worker"), phase=Attacking(0), shop={"Worker": 2}),
        position(player("Ghost'"), player("Worker"), phase=Attacking(0, 1)),
        position(player(coins=3), player(buys=0), phase=Buying(), shop={"Worker": 2}),
        position(player(), player(), phase=End(1)),
    ]
    games = concat([batch_of(states)] * 40)
    assert (games.phase == END).sum() == 40
    won = winners(games, np.random.default_rng(1)).reshape(40, 5)
    assert (won[:, 4] == 1).all()
    assert set(np.unique(won)) == {NOBODY, 0, 1}


@pytest.mark.parametrize("shop", [SIMPLE, BASE], ids=["simple", "base"])
@pytest.mark.parametrize("seats", [2, 4])
def test_rollouts_end_like_those_of_the_plain_rules(seats: int, shop: tuple[str, ...]) -> None:
    """From an uneven opening, so that there is something to tell apart."""
    state = new_game(seats, new_shop(seats, shop))
    players = (player("Ghost", "Senior Worker", coins=5), *[player("Worker", "Worker", coins=4)] * (seats - 1))
    state = State(2, Investing(), state.shop, players)
    rng = Random(1)
    plain = Counter(playout(state, {}, rng)[0] == 0 for _ in range(300))
    fast = Counter((winners(take(batch_of([state]), np.zeros(3000, np.intp)), np.random.default_rng(1)) == 0).tolist())
    assert chance_of_shares((plain[True], plain[False]), (fast[True], fast[False])) > 1e-4
    assert plain[True] > 300 / seats
