"""Many games as arrays follow the rules exactly: `rules` is the model, game by game and step by step."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from numpy.typing import NDArray

from economancy.arrays.cards import MOST_CARDS, NUMBERS, POINTS, bit_of
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    COIN_CAP,
    COIN_FLOOR,
    INVESTING,
    Games,
    batch_of,
    concat,
    cut,
    distinct,
    put,
    state_of,
    take,
    where,
)
from economancy.arrays.rules import (
    affordable,
    apply_attack,
    apply_bids,
    apply_defence,
    apply_purchases,
    attackers,
    concluded,
    dawn,
    defenders,
    night,
)
from economancy.rules.cards import BASE, SHOP_CARDS, card_named
from economancy.rules.game import apply, legal_actions, new_game, new_shop, players_to_move
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Forfeit, Investing, State
from tests.economancy.positions import player, position
from tests.economancy.strategies import joint_action, reached_states


def step(games: Games, actions: Sequence[dict[int, Action]], last_day: bool = False) -> Games:
    """Return games of any phase after a joint action of each, as `apply` would: the whole rules in arrays."""
    table = np.zeros((games.seats, len(games)), np.int64)
    for row, joint in enumerate(actions):
        for seat, action in joint.items():
            named = isinstance(action, str) and action != PASS
            table[seat, row] = bit_of(card_named(str(action))) if named else 0 if action == PASS else action
    choices = table.T  # [B, P]
    phase, card = games.phase, games.attacker_card
    steps: list[tuple[Any, Callable[[Games, Any], Games]]] = [
        (phase == INVESTING, lambda part, rows: apply_bids(part, choices[rows])),
        ((phase == ATTACKING) & (card == 0), lambda part, rows: _attack(part, choices[rows])),
        ((phase == ATTACKING) & (card != 0), lambda part, rows: apply_defence(part, choices[rows].astype(np.int8))),
        (phase == BUYING, lambda part, rows: apply_purchases(part, choices[rows].astype(np.int16))),
    ]
    for chosen, phase_step in steps:
        rows = np.flatnonzero(chosen)
        games = put(games, rows, phase_step(take(games, rows), rows)) if len(rows) else games
    rows = np.flatnonzero(night(games))
    return put(games, rows, dawn(take(games, rows), last_day)) if len(rows) else games


def _attack(games: Games, choices: NDArray[Any]) -> Games:
    named = np.array([choices[row, seat] for row, seat in enumerate(games.attacker)], np.int8)
    games = apply_attack(games, named)
    usable: NDArray[np.bool_] = np.any(defenders(games.cards, games.uses), axis=-1)
    usable[np.arange(len(games)), games.attacker] = False
    alone = np.flatnonzero((games.attacker_card != 0) & ~usable.any(axis=1))  # nobody can answer
    none = np.zeros((len(alone), games.seats), np.int8)
    return put(games, alone, apply_defence(take(games, alone), none)) if len(alone) else games


def same(games: Games, states: Sequence[State]) -> bool:
    """Tell whether the games are these states, derived numbers and memory order included."""
    if [state_of(games, row) for row in range(len(games))] != list(states):
        return False
    fresh = batch_of(states)
    tall = max(games.cards.shape[2], fresh.cards.shape[2])
    assert all(array.flags.f_contiguous for array in vars(games).values())
    assert (games.cards[:, :, -1] == 0).all()
    return all(
        np.array_equal(_padded(ours, tall), _padded(vars(fresh)[name], tall)) for name, ours in vars(games).items()
    )


def _padded(array: NDArray[Any], slots: int) -> NDArray[Any]:
    return np.pad(array, [(0, 0), (0, 0), (0, slots - array.shape[2])]) if array.ndim == 3 else array


class BatchAgainstRules(RuleBasedStateMachine):
    """Some games as arrays beside the same games as states."""

    states: list[State]
    games: Games

    @initialize(
        seats=st.integers(2, 4), shops=st.lists(st.sets(st.sampled_from(BASE), min_size=1), min_size=1, max_size=3)
    )
    def start(self, seats: int, shops: list[set[str]]) -> None:
        self.states = [new_game(seats, new_shop(seats, shop)) for shop in shops]
        self.games = batch_of(self.states)

    def play_on(self, rng: Random, last_day: bool = False) -> None:
        going = [bool(players_to_move(state)) for state in self.states]
        actions = [joint_action(state, rng) if on else {} for state, on in zip(self.states, going, strict=True)]
        self.games = step(self.games, actions, last_day)
        self.states = [
            apply(state, joint, last_day=last_day) if on else state
            for state, joint, on in zip(self.states, actions, going, strict=True)
        ]

    @rule(rng=st.randoms(use_true_random=False), steps=st.integers(1, 12))
    def all_choose_at_random(self, rng: Random, steps: int) -> None:
        for _ in range(steps):
            self.play_on(rng)
            assert same(self.games, self.states)

    @precondition(lambda self: any(players_to_move(state) for state in self.states))
    @rule(rng=st.randoms(use_true_random=False))
    def the_last_day_is_played(self, rng: Random) -> None:
        self.play_on(rng, last_day=True)

    @rule(rng=st.randoms(use_true_random=False), coins=st.integers(0, 30) | st.integers(0, COIN_FLOOR))
    def somebody_finds_coins(self, rng: Random, coins: int) -> None:
        row, seat = rng.randrange(len(self.states)), rng.randrange(len(self.states[0].players))
        found = self.states[row].players[seat]
        if not found.out:
            rich = replace(found, coins=coins)
            players = self.states[row].players
            players = (*players[:seat], rich, *players[seat + 1 :])
            self.states[row] = replace(self.states[row], players=players)
            held = self.games.coins.copy(order="K")
            held[row, seat] = coins
            self.games = self.games.changed(coins=held)

    @rule(data=st.data())
    def games_are_picked_in_any_order(self, data: st.DataObject) -> None:
        rows = data.draw(st.lists(st.integers(0, len(self.states) - 1), min_size=1, max_size=4))
        self.states = [self.states[row] for row in rows]
        self.games = take(self.games, np.array(rows))

    @rule(seats_shop=st.sets(st.sampled_from(BASE)))
    def a_new_game_joins(self, seats_shop: set[str]) -> None:
        if len(self.states) < 5:
            seats = len(self.states[0].players)
            self.states.append(new_game(seats, new_shop(seats, seats_shop)))
            self.games = concat([self.games, batch_of(self.states[-1:])])

    @rule(rng=st.randoms(use_true_random=False))
    def some_games_play_on_and_the_others_wait(self, rng: Random) -> None:
        before_states, before = self.states, self.games
        self.play_on(rng)
        on = np.array([rng.random() < 0.5 for _ in self.states])
        self.games = where(on, self.games, before)
        self.states = [
            now if chosen else then for now, then, chosen in zip(self.states, before_states, on, strict=True)
        ]

    @invariant()
    def the_games_are_the_states(self) -> None:
        assert same(self.games, self.states)

    @invariant()
    def legal_is_the_same(self) -> None:
        attack, defend = attackers(self.games.cards, self.games.uses), defenders(self.games.cards, self.games.uses)
        pays = affordable(self.games)
        for row, state in enumerate(self.states):
            for seat in range(len(state.players)):
                legal = list(legal_actions(state, seat)) if not isinstance(state.phase, Investing) else []
                match state.phase:
                    case Attacking(attacker, None) if attacker == seat:
                        assert legal == [0, *np.flatnonzero(attack[row, seat])]
                    case Attacking(attacker, int()) if attacker != seat:
                        assert legal == [*np.flatnonzero(defend[row, seat])]
                    case Buying() if state.players[seat].buys and not state.players[seat].out:
                        names = [card.name for card, able in zip(SHOP_CARDS, pays[row, seat], strict=True) if able]
                        assert legal == sorted([*names, PASS])


BatchAgainstRules.TestCase.settings = settings(stateful_step_count=25)
test_batch_against_rules = BatchAgainstRules.TestCase


@given(reached_states())
def test_a_state_comes_back_from_the_arrays_as_it_was(state: State) -> None:
    assert same(batch_of([state]), [state])


def test_a_stock_counts_what_stands_left_of_it() -> None:
    orders = [("Senior Worker", "Magic Bean Stock"), ("Magic Bean Stock", "Senior Worker")]
    states = [position(player(*cards, coins=1, buys=0), player(buys=0), phase=Buying(), day=3) for cards in orders]
    assert dawn(batch_of(states)).coins[:, 0].tolist() == [5, 5]  # 1 + 2 + 1 = 4, and 1 of the Stock; or 1 + 2 + 1 + 1
    states = [position(player(*cards, coins=0, buys=0), player(buys=0), phase=Buying(), day=3) for cards in orders]
    assert dawn(batch_of(states)).coins[:, 0].tolist() == [4, 3]


def test_two_stocks_compound() -> None:
    two = player("Magic Bean Stock", "Magic Bean Stock", coins=6, buys=0)
    assert dawn(batch_of([position(two, player(buys=0), phase=Buying(), day=1)])).coins[0, 0] == 7 + 2 + 3


@pytest.mark.parametrize(
    ("points", "end"), [((7, 6), 0), ((7, 7), None), ((6, 5), None), ((8, 9), 1), ((0, 7), 1), ((7, 0), 0)]
)
def test_seven_points_and_the_most_win(points: tuple[int, int], end: int | None) -> None:
    players = [player(*["Board of Monopoly"] * number) for number in points]
    games = concluded(batch_of([position(*players, phase=Buying())]))
    assert state_of(games, 0).phase == (Buying() if end is None else End(end))


def test_the_only_one_left_wins() -> None:
    out = player(out=True)
    games = concluded(batch_of([position(out, out, player(), phase=Buying())]))
    assert state_of(games, 0).phase == End(2)


def test_the_last_copy_of_a_card_moves_up_when_the_slots_are_full() -> None:
    """Slots run out and grow many times; a faint in full hands leaves no card behind."""
    full = player(*["Worker"] * 40, coins=1)
    state = position(full, player("Ghost"), phase=Attacking(0))
    games = step(step(batch_of([state]), [{0: 40}]), [{1: 1}])
    assert (games.cards[0, 0] != 0).sum() == 40
    assert state_of(games, 0) == apply(apply(state, {0: 40}), {1: 1})


def test_nobody_holds_more_cards_than_are_counted() -> None:
    state = position(player(*["Worker"] * (MOST_CARDS - 1), coins=1), player(), phase=Buying(), shop={"Worker": 1})
    with pytest.raises(OverflowError, match="at most 127 cards"):
        apply_purchases(batch_of([state]), np.array([[bit_of(card_named("Worker")), 0]], np.int16))
    with pytest.raises(ValueError, match="at most 127 cards"):
        batch_of([position(player(*["Worker"] * MOST_CARDS), player())])


def test_a_tally_is_wide_enough_for_the_most_cards() -> None:
    for card in SHOP_CARDS:
        tally = np.array(NUMBERS[bit_of(card)] * MOST_CARDS)
        assert POINTS.of(tally) == card.points * MOST_CARDS


def test_cards_that_the_table_lacks_stay_and_do_nothing() -> None:
    state = position(player("Dragon", "Worker", coins=1, buys=0), player(buys=0), phase=Buying(), day=1)
    games = dawn(batch_of([state]))
    assert [owned.card.name for owned in state_of(games, 0).players[0].cards[1:]] == ["?", "Worker"]
    assert games.coins[0, 0] == 3
    assert not attackers(games.cards, games.uses)[0, 0, 1]


def test_states_of_different_seats_and_faults_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[2, 3\]"):
        batch_of([new_game(2), new_game(3)])
    with pytest.raises(ValueError, match=r"got \[\]"):
        batch_of([])
    with pytest.raises(ValueError, match="without a fault"):
        batch_of([position(player(), player(), phase=Forfeit(0, "late"))])


# Coins without end


@given(st.lists(st.integers(0, 12) | st.integers(min_value=0), min_size=2, max_size=4))
def test_cut_coins_fit_and_keep_their_order(coins: list[int]) -> None:
    after = cut(coins)
    assert max(after) <= COIN_CAP + COIN_FLOOR
    assert all(b == a for a, b in zip(coins, after, strict=True) if a <= COIN_FLOOR or max(coins) <= COIN_CAP)
    pairs = sorted(zip(coins, after, strict=True))
    assert all(one[1] <= two[1] for one, two in pairwise(pairs))


def test_a_hoard_never_overflows_and_stays_ahead_in_proportion() -> None:
    stocks = ["Magic Bean Stock"] * 4
    states = [position(player(*stocks, coins=COIN_CAP, buys=0), player(*stocks, coins=COIN_CAP // 8, buys=0), day=1)]
    games = batch_of(states)
    for _ in range(100):
        games = dawn(games)
    rich, poor = games.coins[0].tolist()
    assert 0 < rich <= COIN_CAP + COIN_FLOOR
    assert rich / poor == pytest.approx(8, rel=1e-3)


def test_saving_with_one_stock_never_reaches_the_cap_in_a_game_and_two_take_sixty_days() -> None:
    """All cards of a shop for four that earn, and nothing spent."""
    earning = [card.name for card in SHOP_CARDS for _ in range(4 * card.per_player) if sum(card.income)]
    days = {}
    for stocks in (1, 2):
        state = new_game(2)
        owner = player(*earning, *["Magic Bean Stock"] * stocks, coins=1, buys=0)
        games = batch_of([position(owner, player(), day=state.day)])
        for day in range(1, 101):
            if games.coins.max() > COIN_CAP // 4:
                days[stocks] = day
                break
            games = dawn(games)
    assert 1 not in days
    assert 50 < days[2] < 70


def test_games_that_are_alike_are_told_from_others() -> None:
    one, two = (batch_of([position(player(coins=coins), player("Ghost"))]) for coins in (1, 2))
    games = concat([two, one, two, one, two])
    first, places = distinct(games)
    assert (first.tolist(), places.tolist()) == ([0, 1], [0, 1, 0, 1, 0])
    first, places = distinct(games, np.array([0, 0, 0, 0, 7]))
    assert (first.tolist(), places.tolist()) == ([0, 1, 4], [0, 1, 0, 1, 2])
