"""One sentence of the rules a test."""

import pickle

import pytest

from economancy.rules.cards import BASE, CARDS, DAYS, SIMPLE, STIPEND, card_named
from economancy.rules.game import apply, income, legal_actions, new_game, new_shop, players_to_move, reveal, winner
from economancy.rules.state import OUT, PASS, Attacking, Buying, End, Investing
from tests.economancy.positions import names, player, position

# Cards


def test_the_simple_game_sells_eight_cards_and_the_base_game_thirteen() -> None:
    assert (len(SIMPLE), len(BASE)) == (8, 13)
    assert set(SIMPLE) < set(BASE)
    assert STIPEND.name not in BASE


@pytest.mark.parametrize(
    ("name", "attack", "defence", "cost", "per_player"),
    [
        ("Board of Monopoly", 1, 1, 2, 2),
        ("Incantation", 1, 1, 4, 3),
        ("Wall of Wealth", 1, 2, 1, 2),
        ("Worker", 1, 2, 1, 2),
        ("Magic Bean Stock", 1, 1, 1, 1),
        ("Bubble", 9, 2, 2, 1),
        ("Ghost", 3, 2, 2, 2),
        ("Senior Worker", 2, 2, 2, 2),
        ("Gold Fish", 1, 2, 3, 1),
        ("Apprentice", 2, 1, 3, 1),
        ("Thug", 4, 4, 3, 1),
        ("Shield of Greed", 2, 7, 4, 1),
        ("Golem", 7, 7, 5, 1),
    ],
)
def test_every_card_has_the_numbers_of_the_table(
    name: str, attack: int, defence: int, cost: int, per_player: int
) -> None:
    card = CARDS[name]
    assert (card.attack, card.defence, card.cost, card.per_player) == (attack, defence, cost, per_player)


def test_a_card_of_another_process_is_the_table_s_own_row() -> None:
    assert pickle.loads(pickle.dumps(CARDS["Ghost"])) is CARDS["Ghost"]


def test_an_unknown_card_is_inert_and_equal_to_its_namesake() -> None:
    dragon = card_named("Dragon")
    assert dragon == card_named("Dragon") != CARDS["Ghost"]
    assert (dragon.attacks, dragon.defences, dragon.cost, dragon.points) == (0, 0, None, 0)


# Set-up and income


def test_each_player_starts_with_a_coin_and_a_stipend_whose_income_is_paid() -> None:
    state = new_game(3)
    assert state.phase == Investing()
    assert state.players == (player(coins=3, buys=1),) * 3


def test_the_shop_starts_with_its_numbers_times_the_players() -> None:
    assert {stock.card.name: stock.left for stock in new_shop(4, SIMPLE)}["Incantation"] == 12


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        new_game(seats)


@pytest.mark.parametrize(
    ("card", "coins"),
    [
        ("Wall of Wealth", (1, 0, 0)),
        ("Worker", (0, 1, 1)),
        ("Ghost", (0, 0, 1)),
        ("Senior Worker", (1, 1, 1)),
        ("Gold Fish", (0, 0, 4)),
        ("Apprentice", (1, 1, 0)),
        ("Thug", (0, 1, 0)),
        ("Golem", (0, 0, 0)),
    ],
)
def test_a_card_brings_its_coins_on_its_days(card: str, coins: tuple[int, int, int]) -> None:
    stipend = [income(player(), day).coins for day in DAYS]
    assert stipend == [2, 1, 1]
    assert [income(player(card), day).coins - bare for day, bare in zip(DAYS, stipend, strict=True)] == [*coins]


def test_magic_bean_stock_counts_the_coins_held_after_the_cards_to_its_left() -> None:
    assert income(player("Senior Worker", "Magic Bean Stock", coins=1), 2).coins == 1 + 1 + 1 + 1
    assert income(player("Magic Bean Stock", "Senior Worker", coins=1), 2).coins == 1 + 1 + 0 + 1


def test_each_magic_bean_stock_counts_for_itself() -> None:
    assert income(player("Magic Bean Stock", "Magic Bean Stock", coins=8), 2).coins == 9 + 3 + 4


def test_an_apprentice_brings_a_buy_on_day_three() -> None:
    assert [income(player("Apprentice", buys=0), day).buys for day in DAYS] == [1, 1, 2]


def test_who_is_out_has_no_income() -> None:
    assert income(OUT, 1) == OUT


# Investing


def test_everybody_still_in_the_game_invests_even_without_coins() -> None:
    state = position(player(coins=0), player(out=True), player(coins=2))
    assert players_to_move(state) == (0, 2)
    assert list(legal_actions(state, 0)) == [0]
    assert list(legal_actions(state, 1)) == []


def test_bids_go_up_to_all_coins_however_many() -> None:
    coins = 3461834487117869480315
    legal = legal_actions(position(player(coins=coins), player()), 0)
    assert coins in legal
    assert coins + 1 not in legal


def test_everyone_pays_and_the_unique_highest_investor_attacks() -> None:
    state = position(player("Worker", coins=3), player("Ghost", coins=3))
    after = apply(state, {0: 1, 1: 2})
    assert after.phase == Attacking(attacker=1)
    assert [p.coins for p in after.players] == [2, 1]


@pytest.mark.parametrize("bid", [0, 2])
def test_a_tie_for_highest_means_that_nobody_attacks(bid: int) -> None:
    state = position(player("Worker", coins=3), player("Ghost", coins=3), player("Ghost", coins=3))
    assert apply(state, {0: bid, 1: bid, 2: 0}).phase == Buying()


def test_a_winner_of_the_auction_without_a_card_to_attack_with_does_not_attack() -> None:
    assert apply(position(player("Bubble", coins=1), player()), {0: 1, 1: 0}).phase == Buying()


# Attacking


def test_the_attacker_names_an_untapped_card_that_can_attack_or_stops() -> None:
    state = position(player("Worker'", "Bubble", "Ghost"), player("Worker"), phase=Attacking(0))
    assert players_to_move(state) == (0,)
    assert list(legal_actions(state, 0)) == [0, 3]
    assert list(legal_actions(state, 1)) == []


def test_defenders_name_an_untapped_card_and_a_wall_defends_twice() -> None:
    state = position(
        player("Ghost'"),
        player("Wall of Wealth'", "Worker'", "Bubble"),
        player("Wall of Wealth''"),
        phase=Attacking(0, 1),
    )
    assert players_to_move(state) == (1,)
    assert list(legal_actions(state, 1)) == [1, 3]


def test_a_wall_that_attacked_does_not_attack_again() -> None:
    state = position(player("Wall of Wealth'"), player("Worker"), phase=Attacking(0))
    assert list(legal_actions(state, 0)) == [0]


def test_a_defender_s_choice_shows_to_those_asked_later_and_bids_do_not() -> None:
    state = position(player("Ghost'"), player("Worker"), player("Worker"), phase=Attacking(0, 1))
    assert names(reveal(state, 1, 1).players[1]) == ["Worker'"]
    secret = position(player(coins=2), player(coins=2))
    assert reveal(secret, 0, 2) == secret


def test_the_attacker_s_card_is_tapped_when_the_defenders_are_asked() -> None:
    after = apply(position(player("Ghost"), player("Worker"), phase=Attacking(0)), {0: 1})
    assert after.phase == Attacking(0, 1)
    assert names(after.players[0]) == ["Ghost'"]


def test_who_has_no_card_to_defend_with_is_eliminated_and_loses_everything() -> None:
    state = position(player("Ghost", "Worker"), player("Worker'", coins=5), player("Worker"), phase=Attacking(0))
    after = apply(apply(state, {0: 2}), {2: 1})
    assert after.players[1] == OUT
    assert after.phase == Attacking(0)


def test_who_is_last_wins_and_uses_stay_as_they_are() -> None:
    after = apply(position(player("Ghost"), player("Worker'"), phase=Attacking(0)), {0: 1})
    assert after.phase == End(0)
    assert names(after.players[0]) == ["Ghost'"]


def fight(attacking: str, defending: str) -> tuple[list[str], list[str]]:
    """Return what is left of two cards that fought; a second attacker keeps the attack going."""
    state = position(player(attacking, "Golem"), player(defending, "Golem"), phase=Attacking(0))
    after = apply(apply(state, {0: 1}), {1: 1})
    return names(after.players[0])[:-1], names(after.players[1])[:-1]


@pytest.mark.parametrize(
    ("attacking", "defending", "left"),
    [
        ("Ghost", "Worker", (["Ghost'"], [])),  # its defence is lower than the attack
        ("Worker", "Worker", (["Worker'"], ["Worker'"])),  # an equal defence holds
        ("Ghost", "Ghost", ([], [])),  # both at once
        ("Worker", "Ghost", ([], ["Ghost'"])),  # the defender's attack is higher than the defence
        ("Golem", "Bubble", ([], [])),  # Bubble defends with attack 9
        ("Golem", "Shield of Greed", (["Golem'"], ["Shield of Greed'"])),
    ],
)
def test_cards_faint_when_their_defence_is_lower(
    attacking: str, defending: str, left: tuple[list[str], list[str]]
) -> None:
    assert fight(attacking, defending) == left


def test_the_attacking_card_faints_if_any_defender_beats_it_and_all_fight_at_once() -> None:
    state = position(
        player("Ghost", "Worker"), player("Worker", "Golem"), player("Bubble", "Golem"), phase=Attacking(0)
    )
    after = apply(apply(state, {0: 1}), {1: 1, 2: 1})
    assert [names(p) for p in after.players] == [["Worker"], ["Golem"], ["Golem"]]


def test_shield_of_greed_pays_each_time_it_defends() -> None:
    state = position(player("Ghost", "Worker"), player("Shield of Greed", "Worker"), phase=Attacking(0))
    assert apply(apply(state, {0: 1}), {1: 1}).players[1].coins == 1


def test_when_the_attack_ends_every_card_is_untapped_and_everybody_buys() -> None:
    state = position(player("Ghost'", "Worker"), player("Worker'"), phase=Attacking(0))
    after = apply(state, {0: 0})
    assert after.phase == Buying()
    assert [names(p) for p in after.players] == [["Ghost", "Worker"], ["Worker"]]


def test_the_attack_ends_by_itself_when_no_card_can_attack() -> None:
    state = position(player("Worker"), player("Worker", "Worker"), phase=Attacking(0))
    assert apply(apply(state, {0: 1}), {1: 1}).phase == Buying()


def test_a_fight_can_win_by_points() -> None:
    rich = ("Incantation", "Incantation", "Board of Monopoly")
    state = position(player("Ghost", *rich), player(*rich), phase=Attacking(0))
    after = apply(apply(state, {0: 1}), {1: 3})
    assert after.phase == End(0)


# Buying


def test_everybody_with_a_buy_names_a_card_that_it_can_pay_or_passes() -> None:
    state = position(
        player(coins=2, buys=1),
        player(coins=0, buys=1),
        player(coins=9, buys=0),
        phase=Buying(),
        shop={"Ghost": 1, "Worker": 0, "Golem": 1},
    )
    assert players_to_move(state) == (0, 1)
    assert list(legal_actions(state, 0)) == ["Ghost", PASS, "Worker"]  # sold out is legal
    assert list(legal_actions(state, 1)) == [PASS]
    assert list(legal_actions(state, 2)) == []


def test_cards_that_nobody_can_know_the_price_of_are_never_for_sale() -> None:
    state = position(player(coins=99), player(), phase=Buying(), shop={"Dragon": 3, "Sorcerer's Stipend": 3})
    assert list(legal_actions(state, 0)) == [PASS]


def test_a_pile_called_pass_is_not_what_passing_names() -> None:
    state = position(player(coins=3, buys=2), player(buys=0), phase=Buying(), shop={"Pass": 1})
    after = apply(state, {0: PASS})
    assert (names(after.players[0]), after.players[0].coins, after.shop[0].left) == ([], 3, 1)


def test_a_card_bought_costs_its_price_and_comes_last() -> None:
    state = position(player("Worker", coins=3, buys=2), player(buys=0), phase=Buying(), shop={"Ghost": 2})
    after = apply(state, {0: "Ghost"})
    assert names(after.players[0]) == ["Worker", "Ghost"]
    assert (after.players[0].coins, after.players[0].buys, after.shop[0].left) == (1, 1, 1)


def test_a_card_named_more_often_than_is_left_goes_to_nobody_and_is_thrown_away() -> None:
    state = position(*[player(coins=3, buys=2)] * 3, phase=Buying(), shop={"Ghost": 2})
    after = apply(state, {0: "Ghost", 1: "Ghost", 2: "Ghost"})
    assert [(names(p), p.coins) for p in after.players] == [([], 1)] * 3
    assert after.shop[0].left == 0


def test_naming_a_sold_out_card_wastes_the_coins() -> None:
    state = position(player(coins=3, buys=2), player(buys=0), phase=Buying(), shop={"Ghost": 0})
    after = apply(state, {0: "Ghost"})
    assert (names(after.players[0]), after.players[0].coins, after.shop[0].left) == ([], 1, 0)


def test_rounds_go_on_until_nobody_has_a_buy() -> None:
    state = position(player("Golem", coins=3, buys=2), player("Golem", buys=1), phase=Buying(), shop={"Worker": 2})
    state = apply(state, {0: "Worker", 1: PASS})
    assert (state.phase, players_to_move(state)) == (Buying(), (0,))
    assert apply(state, {0: PASS}).phase == Investing()


@pytest.mark.parametrize(("day", "following"), [(1, 2), (2, 3), (3, 1)])
def test_days_go_round_and_the_morning_brings_income(day: int, following: int) -> None:
    after = apply(position(player(), player(), phase=Buying(), day=day), {0: PASS, 1: PASS})
    assert (after.day, after.players) == (following, (income(player(buys=0), following),) * 2)


def test_the_winner_is_checked_after_every_round() -> None:
    state = position(
        player("Incantation", "Incantation", coins=2, buys=2), player(), phase=Buying(), shop={"Board of Monopoly": 1}
    )
    assert apply(state, {0: "Board of Monopoly", 1: PASS}).phase == End(0)


# The end


def test_seven_points_win_only_with_more_than_every_other() -> None:
    seven = player("Incantation", "Incantation", "Board of Monopoly")
    assert winner((seven, player("Incantation", "Incantation"))) == 0
    assert winner((seven, seven)) is None
    assert winner((player("Incantation"), player())) is None


def test_the_last_day_ends_in_a_draw_before_the_next_income() -> None:
    after = apply(position(player(coins=5), player(), phase=Buying()), {0: PASS, 1: PASS}, last_day=True)
    assert (after.phase, after.day, after.players[0].coins) == (End(None), 2, 5)


# Joint actions


@pytest.mark.parametrize("actions", [{}, {0: 0}, {0: 0, 1: 4}, {0: 0, 1: -1}, {0: 0, 1: "Pass"}, {0: 0, 1: 0, 2: 0}])
def test_apply_refuses_what_is_no_legal_joint_action(actions: dict[int, int | str]) -> None:
    with pytest.raises(ValueError, match=r"expected actions|illegal action"):
        apply(position(player(coins=3), player(coins=3)), actions)


def test_nobody_moves_when_the_game_is_over() -> None:
    state = position(player(), player(), phase=End(0))
    assert players_to_move(state) == ()
    assert list(legal_actions(state, 0)) == []
