"""Our play at two seats: by search over learned values, and by rollouts where there are none."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.policy import BUILTINS, OURS, choose_action
from economancy.policy.searching import POSITIONS, deepened
from economancy.policy.table import TablePolicy
from economancy.rules.cards import BASE, SIMPLE, card_named
from economancy.rules.game import apply, legal_actions, new_game, new_shop, players_to_move
from economancy.rules.state import Attacking, Buying, End, Forfeit, Investing, Observation, OwnedCard, State, Stock
from economancy.search.decision import Decision
from economancy.search.look_ahead import Search
from economancy.search.value import value_for
from gamekit.deadline import NO_DEADLINE, Deadline
from tests.economancy.positions import player, position
from tests.economancy.strategies import joint_action
from tests.economancy.table import play, seat_of

HOARD = 3461834487117869480315
COINS = st.integers(0, 30) | st.integers(0, 2**70)


@pytest.mark.parametrize("shop", [SIMPLE, BASE], ids=["simple", "base"])
@pytest.mark.parametrize(
    "rival",
    [*(pytest.param(name, marks=pytest.mark.ci) for name in ("random", "simple", "points")), "attack", "decent"],
)
def test_it_wins_nearly_every_game_of_two(shop: tuple[str, ...], rival: str) -> None:
    """A smoke test of the bars (99 % and more of 1,000): README.txt has the command that measures them."""
    wins = 0
    for number in range(8):
        turn = number % 2
        names = (OURS, rival) if turn == 0 else (rival, OURS)
        seats = [seat_of(BUILTINS[name], Random(f"{number}/{name}")) for name in names]
        wins += play(new_game(2, new_shop(2, shop)), seats).state.phase == End(turn)
    assert wins >= 7


def reached(shop: tuple[str, ...], decisions: int, seed: int) -> State:
    """Return a state some decisions into a random game of two, or the last in which somebody moves."""
    state, rng = new_game(2, new_shop(2, shop)), Random(seed)
    for _ in range(decisions):
        after = apply(state, joint_action(state, rng))
        if not players_to_move(after):
            break
        state = after
    return state


@given(st.builds(reached, st.sampled_from([SIMPLE, BASE]), st.integers(0, 40), st.integers()), COINS, COINS)
def test_whatever_is_in_the_purses_a_legal_action_is_played(state: State, first: int, second: int) -> None:
    purses = [first, second]
    players = tuple(
        player(*(owned.card.name for owned in one.cards[1:]), coins=coins, buys=one.buys)
        for one, coins in zip(state.players, purses, strict=True)
    )
    state = State(state.day, state.phase, state.shop, players)
    for seat in players_to_move(state):
        assert choose_action(Observation(state, seat), Random(1), NO_DEADLINE) in legal_actions(state, seat)


@pytest.mark.parametrize("coins", [(HOARD, 7), (7, HOARD), (HOARD, HOARD - 1), (HOARD, 2 * HOARD)])
def test_hoards_bid_no_more_than_the_rival_can(coins: tuple[int, int]) -> None:
    players = (player("Ghost", "Ghost", coins=coins[0]), player("Worker", coins=coins[1]))
    state = position(*players, shop=dict.fromkeys(SIMPLE, 2))
    bids = {choose_action(Observation(state, 0), Random(seed), NO_DEADLINE) for seed in range(10)}
    assert all(bid in range(min(coins[0], coins[1] + 1) + 1) for bid in bids)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_kill_that_is_offered_is_taken(cards: int) -> None:
    """With more attacks than the rival has defences, whatever the rest of the table holds."""
    shop = dict.fromkeys(SIMPLE, 2)
    state = position(player(*["Ghost"] * cards), player(*["Worker"] * (cards - 1)), phase=Attacking(0), shop=shop)
    seats = [seat_of(BUILTINS[name], Random(1)) for name in (OURS, "simple")]
    game = play(state, seats)
    assert (game.state.phase, game.days) == (End(0), 1)


SUBSET = ("Ghost", "Worker", "Incantation", "Wall of Wealth")


@pytest.mark.parametrize("rival", ["random", "decent"])
def test_a_shop_without_values_is_played_by_rollouts(rival: str) -> None:
    seats = [seat_of(policy, Random(1)) for policy in (TablePolicy(rollouts=30), BUILTINS[rival])]
    game = play(new_game(2, new_shop(2, SUBSET)), seats)
    assert not isinstance(game.state.phase, Forfeit)
    assert game.moves > 5


@pytest.mark.parametrize("shop", [dict.fromkeys(SIMPLE, 2), {**dict.fromkeys(SIMPLE, 2), "Dragon": 1}])
@pytest.mark.parametrize("attacking", ["Dragon", "Golem"])
def test_a_card_from_elsewhere_is_defended_against(shop: dict[str, int], attacking: str) -> None:
    state = position(player("Worker", "Ghost"), player(attacking + "'"), phase=Attacking(1, 1), shop=shop)
    assert choose_action(Observation(state, 0), Random(1), NO_DEADLINE) in (1, 2)


@pytest.mark.parametrize("cards", [126, 127, 128, 500])
def test_a_hand_may_hold_any_number_of_cards(cards: int) -> None:
    shop = dict.fromkeys(SIMPLE, 9)
    state = position(player(*["Worker"] * cards, coins=3), player(coins=3), phase=Buying(), shop=shop)
    for seat in (0, 1):
        action = TablePolicy(rollouts=30)(Observation(state, seat), Random(1), NO_DEADLINE)
        assert action in legal_actions(state, seat)


def test_cards_that_nobody_knows_are_played_around() -> None:
    shop = (Stock(card_named("Dragon"), 2), *new_shop(2, SIMPLE))
    start = new_game(2, tuple(sorted(shop, key=lambda stock: stock.card.name)))
    strange = tuple(
        type(one)(one.coins, one.buys, (*one.cards, OwnedCard(card_named("Unicorn")))) for one in start.players
    )
    seats = [seat_of(policy, Random(1)) for policy in (TablePolicy(rollouts=30), BUILTINS["simple"])]
    game = play(State(start.day, start.phase, start.shop, strange), seats)
    assert isinstance(game.state.phase, End)


@pytest.mark.parametrize("phase", [Investing(), Buying()])
def test_no_coins_and_an_empty_shop_are_no_trouble(phase: Investing | Buying) -> None:
    state = position(player(buys=1), player(buys=1), phase=phase, shop=dict.fromkeys(BASE, 0))
    assert choose_action(Observation(state, 1), Random(1), NO_DEADLINE) in (0, "Pass")


def test_a_fight_is_looked_at_as_deeply_as_there_is_time() -> None:
    seen: list[int] = []

    def decide(search: Search) -> Decision:
        seen.append(search.positions)
        return decision

    fight = position(player("Ghost"), player("Worker"), phase=Attacking(0), shop=dict.fromkeys(SIMPLE, 2))
    value = value_for(fight)
    assert value is not None
    decision = TablePolicy().decide(Observation(fight, 0), value)
    deepened(decide, Observation(fight, 0), value, NO_DEADLINE)
    ticks = iter([0.0, 0.2, 0.2, 0.2])
    deepened(decide, Observation(fight, 0), value, Deadline(lambda: next(ticks), at=1.0))
    assert seen == [0, POSITIONS[2], 0]
    deepened(decide, Observation(new_game(2), 0), value, Deadline(lambda: 2.0, at=1.0))
    assert seen[3:] == [POSITIONS[2]]
