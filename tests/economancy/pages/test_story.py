"""What people at the table are told and asked, in words."""

from dataclasses import replace

import pytest

from economancy.game import GAME
from economancy.pages.question import question
from economancy.pages.story import StoryRound, Storyteller
from economancy.rules.position import Position
from economancy.rules.state import Action, Attacking, Buying, Forfeit, Observation, State
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import YOU, Question
from gamekit.table import Round, Table
from tests.economancy.positions import player, position

NAMES = ("Ann", "Bob", "Cy")


def round_of(played: Round[Position]) -> StoryRound:
    """Return a round as a trace has it: after a fault, its last state says so."""
    after, fault = played.after.state, played.forfeit
    if fault is not None:
        after = replace(after, phase=Forfeit(fault.seat, fault.reason))
    return StoryRound(played.before.state, played.actions, after)


def storyteller(viewer: int) -> Storyteller:
    """Return who tells a seat what happened."""
    return Storyteller([YOU if seat == viewer else name for seat, name in enumerate(NAMES)])


def told(state: State, actions: dict[int, Action], viewer: int = 0, max_days: int = 100) -> list[str]:
    """Return what a seat is told of a round with these choices."""
    table = Table.begin(GAME, Position(state, last_day=max_days))
    for seat, action in actions.items():
        table = table.answered(seat, Answer([action], 0.0))
    return storyteller(viewer).tell(round_of(table.rounds()[-1]))


def test_bids_are_told_with_who_attacks() -> None:
    state = position(player("Worker", coins=3), player("Worker", coins=2))
    assert told(state, {0: 2, 1: 1}) == ["You bid 2. Bob bids 1.", "You attack."]
    assert told(state, {0: 2, 1: 1}, viewer=1) == ["Ann bids 2. You bid 1.", "Ann attacks."]
    assert told(state, {0: 1, 1: 1})[1] == "The highest bid is shared: nobody attacks."


def test_who_bids_most_without_a_card_to_attack_with_does_not_attack() -> None:
    state = position(player("Bubble", coins=3), player("Worker", coins=2))
    assert told(state, {0: 2, 1: 1}, viewer=1)[1] == "Ann has the highest bid, but no card to attack with."


def test_a_fight_is_told_card_by_card() -> None:
    defenders = (player("Bubble"), player("Shield of Greed"))
    state = position(player("Golem'"), *defenders, phase=Attacking(0, 1))
    assert told(state, {1: 1, 2: 1}, viewer=1)[:3] == [
        "You defend with a Bubble, which faints.",
        "Cy defends with a Shield of Greed, which holds. It earns 1 coin.",
        "The attacking Golem faints.",
    ]


def test_who_cannot_defend_is_out_and_that_may_end_the_game() -> None:
    state = position(player("Ghost"), player("Worker'"), phase=Attacking(0))
    assert told(state, {0: 1}, viewer=1) == [
        "Ann attacks with a Ghost.",
        "You have no card to defend with: out of the game.",
        "Ann wins the game, the only one left.",
    ]
    assert told(state, {0: 0}, viewer=1)[0] == "Ann stops attacking."


def test_purchases_are_told_with_what_went_wrong() -> None:
    shop = {"Ghost": 1, "Apprentice": 0, "Worker": 5}
    state = position(*[player(coins=4)] * 3, phase=Buying(), shop=shop)
    assert told(state, {0: "Ghost", 1: "Ghost", 2: "Apprentice"})[:3] == [
        "You pay for a Ghost, but too many want it: nobody gets it.",
        "Bob pays for a Ghost, but too many want it: nobody gets it.",
        "Cy pays for an Apprentice, which is sold out.",
    ]
    lines = told(state, {0: "Worker", 1: "Worker", 2: "Pass"})
    assert lines == [
        "You buy a Worker.",
        "Bob buys a Worker.",
        "Cy passes.",
        "A new day begins, day 2. Coins after the income: You have 5, Bob has 5, Cy has 5.",
    ]


def test_points_a_draw_and_a_fault_end_the_game_in_words() -> None:
    shop = {"Incantation": 1}
    state = position(player("Incantation", "Incantation", coins=4), player(buys=0), phase=Buying(), shop=shop)
    assert told(state, {0: "Incantation"})[-1] == "You win the game, with 9 points."
    assert told(state, {0: "Pass"}, max_days=1)[-1] == "The game ends in a draw."
    table = Table.begin(GAME, Position(state)).answered(0, Failure(Kind.LATE, "no answer within 1 s", 1.0))
    assert storyteller(1).tell(round_of(table.rounds()[0])) == [
        "Ann breaks the rules (no answer within 1 s). The game ends; nobody wins."
    ]


def asked(state: State, seat: int = 0) -> Question[Action]:
    return question(Observation(state, seat), NAMES)


def test_a_defender_is_told_what_becomes_of_each_card() -> None:
    state = position(player("Ghost'"), player("Bubble", "Worker", "Golem"), phase=Attacking(0, 1))
    assert asked(state, 1).title.startswith("Ann attacks you with a Ghost.")
    assert [option.note for option in asked(state, 1).options] == [
        "faints, makes Ghost faint",
        "faints, does no harm",
        "holds, makes Ghost faint",
    ]


def test_an_attacker_may_stop_and_a_buyer_pass() -> None:
    assert [option.action for option in asked(position(player("Ghost"), player(), phase=Attacking(0))).options] == [
        0,
        1,
    ]
    state = position(player(coins=2), player(), phase=Buying(), shop={"Ghost": 1, "Golem": 1})
    assert [option.action for option in asked(state).options] == ["Pass", "Ghost"]
    assert asked(state).options[1].note == "costs 2, 1 left. Day 3: +1 coin."


@pytest.mark.parametrize("coins", [0, 2**70])
def test_a_bid_goes_up_to_all_coins(coins: int) -> None:
    state = position(player(coins=coins), player())
    assert (asked(state).numbers, asked(state).options) == (range(coins + 1), ())
