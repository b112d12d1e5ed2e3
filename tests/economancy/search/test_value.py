from dataclasses import replace
from io import BytesIO
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from economancy.arrays.games import INVESTING, batch_of, state_of, take
from economancy.rivals.types import PlayerType, of_types
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import new_game, new_shop
from economancy.rules.state import Attacking, Buying, End, Investing, State, Stock
from economancy.search.features import Encoder, reordered, rotated
from economancy.search.value import (
    AT_ONCE,
    PHASES,
    SHOP_CARD_NAMES,
    SHOPS,
    encoders,
    forward,
    pack,
    softmax,
    trained,
    unpack,
    value_for,
)
from economancy.training.openings import openings
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES
from tests.economancy.strategies import reached_states


@given(reached_states())
def test_features_are_of_one_length_and_within_bounds(state: State) -> None:
    if isinstance(state.phase, Attacking) and state.phase.attacker_card is not None:
        return
    for encoder in encoders(len(state.players), SHOPS["base"]).values():
        features = encoder(batch_of([state]))
        assert features.shape == (encoder.size, 1)
        assert np.abs(features).max() <= 8


def test_features_tell_positions_apart() -> None:
    encoder = Encoder(2, SHOPS["base"], INVESTING)
    shop = dict.fromkeys(BASE, 2)
    base = position(player("Worker", coins=3), player("Ghost", coins=2), shop=shop)
    others = [
        position(player("Worker", coins=4), player("Ghost", coins=2), shop=shop),
        position(player("Worker", coins=3), player("Ghost", "Ghost", coins=2), shop=shop),
        position(player("Worker", coins=3), player("Ghost", coins=2), shop={**shop, "Thug": 1}),
        position(player("Worker", coins=3), player("Ghost", coins=2), shop=shop, day=2),
        position(player("Ghost", coins=3), player("Worker", coins=2), shop=shop),
    ]
    assert all((encoder(batch_of([base])) != encoder(batch_of([other]))).any() for other in others)


def test_what_stands_left_of_a_magic_bean_stock_counts() -> None:
    encoder = Encoder(2, SHOPS["base"], INVESTING)
    left, right = ("Worker", "Magic Bean Stock"), ("Magic Bean Stock", "Worker")
    one, two = (batch_of([position(player(*cards), player())]) for cards in (left, right))
    assert (encoder(one) != encoder(two)).any()


def test_seen_from_the_other_seat_the_blocks_of_the_seats_change_places() -> None:
    state = position(player("Worker", coins=3), player("Ghost", coins=2), shop=dict.fromkeys(BASE, 2))
    mirrored = position(*reversed(state.players), shop=dict.fromkeys(BASE, 2))
    for encoder in encoders(2, SHOPS["base"]).values():
        assert (encoder(rotated(batch_of([state]), 1)) == encoder(batch_of([mirrored]))).all()


@given(reached_states())
def test_the_views_of_games_are_those_of_games_turned_so_far(state: State) -> None:
    if isinstance(state.phase, Attacking) and state.phase.attacker_card is not None:
        return
    games, seats = batch_of([state]), len(state.players)
    for encoder in encoders(seats, SHOPS["base"]).values():
        for seat, features in enumerate(encoder.views(games, seats)):
            assert (features == encoder(rotated(games, seat))).all()


@given(reached_states(), st.randoms(use_true_random=False))
def test_games_in_another_order_of_the_seats_are_those_of_players_in_that_order(state: State, random: Random) -> None:
    order = random.sample(range(len(state.players)), len(state.players))
    phase = state.phase
    if isinstance(phase, Attacking):
        phase = replace(phase, attacker=order.index(phase.attacker))
    elif isinstance(phase, End) and phase.winner is not None:
        phase = End(order.index(phase.winner))
    mixed = replace(state, phase=phase, players=tuple(state.players[seat] for seat in order))
    assert state_of(reordered(batch_of([state]), np.array(order)), 0) == state_of(batch_of([mixed]), 0)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("shop", SHOPS)
def test_the_order_of_the_rivals_hardly_changes_the_chance_to_win(shop: str, seats: int) -> None:
    known = trained(shop, seats)
    assert known is not None
    start = batch_of([new_game(seats, new_shop(seats, SHOP_CARD_NAMES[shop]))])
    games = openings(start, 400, 2, default_rng(1))
    orders = [np.array((0, *rivals)) for rivals in permutations(range(1, seats))]
    wins = np.array([known(reordered(games, order))[:, 0] for order in orders])
    assert (wins.max(axis=0) - wins.min(axis=0)).mean() < 0.025
    assert wins.mean(axis=0).std() > 0.1


def test_an_ended_game_is_certain() -> None:
    ends = [position(player(), player(), phase=End(winner)) for winner in (0, 1, None)]
    assert VALUES[2](batch_of(ends)).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_chances_add_up_to_one() -> None:
    states = [position(player("Ghost"), player(), phase=phase) for phase in (Investing(), Attacking(0), Buying())]
    assert VALUES[2](batch_of(states)).sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


@pytest.mark.parametrize("seats", [2, 3])
def test_seen_from_every_seat_it_does_not_matter_which_is_first(seats: int) -> None:
    value = replace(VALUES[seats], views=seats)
    cards = ("Ghost", "Worker", "Thug")
    state = position(*(player(cards[seat], coins=seat) for seat in range(seats)), shop=dict.fromkeys(BASE, 2))
    games = batch_of([state])
    *wins, draw = value(games)[0].tolist()
    assert value(rotated(games, 1))[0] == pytest.approx([*wins[1:], wins[0], draw], abs=1e-6)


def test_weights_come_back_from_their_file_but_for_rounding() -> None:
    weights = VALUES[2].weights
    back = unpack(pack(weights))
    features = np.ones((VALUES[2].encoders[INVESTING].size, 1), np.float32)
    before, after = (softmax(forward(part[INVESTING], features)) for part in (weights, back))
    assert set(back) == set(PHASES.values())
    assert after == pytest.approx(before, abs=0.02)


def test_a_weights_file_is_read_as_numpy_reads_it() -> None:
    data = pack(VALUES[2].weights)
    with np.load(BytesIO(data)) as arrays:
        for name, phase in PHASES.items():
            for layer, (matrix, bias) in enumerate(unpack(data)[phase]):
                assert (matrix == arrays[f"{name}.{layer}.matrix"]).all()
                assert (bias == arrays[f"{name}.{layer}.bias"]).all()


@pytest.mark.parametrize("bad", [b"", b"PK", pack(VALUES[2].weights)[:1000], b"x" * 100])
def test_another_file_is_no_weights_file(bad: bytes) -> None:
    with pytest.raises(ValueError, match=r"expected|EOF"):
        unpack(bad)


@pytest.mark.parametrize(("names", "fits"), [(SIMPLE, True), (BASE, True), (SIMPLE[1:], False), ((), False)])
def test_values_fit_the_shops_that_they_were_trained_for(names: tuple[str, ...], fits: bool) -> None:
    assert (value_for(new_game(2, new_shop(2, names))) is not None) == fits


@pytest.mark.parametrize("cards", [("Dragon",), ("Golem",), ("Ghost",) * 5, ("Worker",) * 200])
def test_values_do_not_fit_hands_that_the_shop_cannot_have_sold(cards: tuple[str, ...]) -> None:
    state = new_game(2)
    strange = State(state.day, state.phase, state.shop, (player(*cards), player()))
    assert value_for(strange) is None


def test_values_do_not_fit_a_shop_that_sells_more_than_usual() -> None:
    state = new_game(2)
    shop = (Stock(state.shop[0].card, state.shop[0].left + 1), *state.shop[1:])
    assert value_for(State(state.day, state.phase, shop, state.players)) is None


def test_many_games_are_valued_in_parts_like_few_at_once() -> None:
    state = position(player("Ghost", coins=2), player("Worker", coins=5), player(coins=1), shop={"Ghost": 1})
    games = batch_of([replace(state, day=day, phase=phase) for day in (1, 2, 3) for phase in (Investing(), Buying())])
    each = np.arange(6 * AT_ONCE + 7) % 6  # of every phase more than are valued at once
    assert VALUES[3](take(games, each)) == pytest.approx(VALUES[3](games)[each], abs=1e-6)


def test_games_in_which_a_seat_is_of_level_one_are_valued_by_networks_of_their_own() -> None:
    games = take(batch_of([new_game(4)]), np.zeros(3, np.intp))
    types = np.array([[0, 0, 0, 0], [0, PlayerType.LEVEL_ONE, 0, 0], [0, 0, PlayerType.DECENT, 0]])
    games = of_types(games, types)
    others = {phase: tuple((-matrix, -bias) for matrix, bias in layers) for phase, layers in VALUES[4].weights.items()}
    apart, alone = replace(VALUES[4], level_one=others), replace(VALUES[4], weights=others)
    assert apart(games)[[0, 2]] == pytest.approx(VALUES[4](games)[[0, 2]], abs=1e-6)
    assert apart(games)[1] == pytest.approx(alone(games)[1], abs=1e-6)
    assert alone(games)[1] != pytest.approx(VALUES[4](games)[1], abs=1e-3)


def test_at_four_seats_in_the_simple_shop_there_are_such_networks() -> None:
    value = trained("simple", 4)
    assert value is not None
    assert value.level_one is not None
    assert value.level_one.keys() == value.weights.keys()


def test_a_value_can_be_loaded_again_as_two_threads_do_that_begin_at_once() -> None:
    values = []
    for _ in range(2):
        trained.cache_clear()
        values.append(trained("simple", 3))
    assert all(values)
