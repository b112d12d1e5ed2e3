"""The rules, a sentence of them each."""

import pytest

from coinfight.rules import (
    Action,
    Objection,
    State,
    Wrong,
    after_fault,
    apply,
    change_sets,
    greedy_change,
    is_over,
    largest_sets,
    legal_actions,
    new_game,
    objection,
    players_to_move,
    seat_to_move,
    winner,
)

FACES = (1, 5, 10, 25)
NONE = (0, 0, 0, 0)


def state(table: tuple[int, ...], *hands: tuple[int, ...], turn: int = 0) -> State:
    return State(FACES, table, hands, turn)


def test_each_starts_with_ten_coins_worth_64_and_the_table_is_empty() -> None:
    first = new_game(3)
    assert first.table == NONE
    assert first.hands == ((4, 3, 2, 1),) * 3
    assert sum(map(int.__mul__, FACES, first.hands[0])) == 64


@pytest.mark.parametrize("seats", [-1, 0, 1])
def test_fewer_than_two_seats_are_no_game(seats: int) -> None:
    with pytest.raises(ValueError, match="at least 2 seats"):
        new_game(seats)


@pytest.mark.parametrize(("faces", "hand"), [((0, 1), (1, 1)), ((5, 1), (1, 1)), ((1,), (0,)), ((1, 5), (1,))])
def test_coins_that_make_no_sense_are_no_game(faces: tuple[int, ...], hand: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        new_game(2, faces, hand)


def test_at_the_start_there_is_nothing_to_take() -> None:
    assert legal_actions(new_game(2)) == [Action(face, NONE) for face in FACES]


def test_change_is_worth_less_than_the_coin_paid() -> None:
    before = state((6, 2, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0))
    assert objection(before, Action(10, (4, 1, 0, 0))) is None
    assert objection(before, Action(10, (5, 1, 0, 0))) == Objection(Wrong.WORTH, "change worth 10 for a coin of 10")


def test_change_must_lie_on_the_table() -> None:
    before = state((3, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0))
    assert objection(before, Action(5, (4, 0, 0, 0))) == Objection(Wrong.NOT_THERE, "change that is not on the table")


def test_the_coin_must_be_in_the_hand() -> None:
    before = state(NONE, (1, 0, 0, 0), (1, 0, 0, 0))
    assert objection(before, Action(5, NONE)) == Objection(Wrong.COIN, "no coin of 5 in the hand")
    assert objection(before, Action(7, NONE)) == Objection(Wrong.COIN, "a coin of 7 is not in the game")


@pytest.mark.parametrize("change", [(0, 0, 0), (-1, 0, 0, 0)])
def test_change_counts_each_denomination(change: tuple[int, ...]) -> None:
    assert objection(new_game(2), Action(5, change)) == Objection(
        Wrong.CHANGE, "change that is no count of each denomination"
    )


def test_the_coin_paid_lies_on_the_table_and_the_change_in_the_hand() -> None:
    after = apply(state((6, 2, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0)), Action(10, (4, 1, 0, 0)))
    assert after.table == (2, 1, 1, 0)
    assert after.hands[0] == (4, 1, 0, 0)
    assert after.turn == 1


def test_an_illegal_action_is_not_applied() -> None:
    with pytest.raises(ValueError, match="illegal action"):
        apply(new_game(2), Action(10, (1, 0, 0, 0)))


def test_a_hand_that_is_empty_after_its_turn_is_out_and_the_last_with_coins_wins() -> None:
    after = apply(state(NONE, (1, 0, 0, 0), (1, 0, 0, 0)), Action(1, NONE))
    assert is_over(after)
    assert winner(after) == 1
    assert players_to_move(after) == ()


def test_nobody_wins_while_two_have_coins() -> None:
    assert winner(new_game(2)) is None
    assert not is_over(new_game(2))


def test_a_game_that_is_over_takes_no_action() -> None:
    with pytest.raises(ValueError, match="goes on"):
        apply(state(NONE, (1, 0, 0, 0), NONE), Action(1, NONE))


def test_an_eliminated_seat_keeps_its_slot_and_is_stepped_over() -> None:
    before = state(NONE, (2, 0, 0, 0), NONE, (1, 0, 0, 0), turn=3)
    assert seat_to_move(before) == 0
    after = apply(before, Action(1, NONE))
    assert after.turn == 5
    assert seat_to_move(after) == 2


def test_a_fault_takes_the_hand_out_of_the_game() -> None:
    after = after_fault(new_game(3), None)
    assert after.hands == (NONE, (4, 3, 2, 1), (4, 3, 2, 1))
    assert after.table == NONE
    assert after.turn == 1


def test_after_a_fault_in_the_taking_the_coin_stays_on_the_table() -> None:
    assert after_fault(new_game(2), Action(10, (1, 0, 0, 0))).table == (0, 0, 1, 0)
    assert after_fault(new_game(2), Action(10, (0, 2, 0, 0))).table == NONE  # worth the coin: nothing was paid


def test_sets_of_the_spec_that_can_not_be_enlarged() -> None:
    assert largest_sets(FACES, (3, 1, 2, 0), 25) == [(3, 0, 2, 0), (3, 1, 1, 0)]
    assert largest_sets(FACES, (6, 2, 0, 0), 10) == [(4, 1, 0, 0), (6, 0, 0, 0)]
    assert largest_sets(FACES, (6, 0, 0, 0), 5) == [(4, 0, 0, 0)]


def test_with_other_coins_the_same_rules_hold() -> None:
    before = State((2, 7, 50), (3, 1, 0), ((2, 1, 0), (1, 0, 1)), 0)
    assert [action.change for action in legal_actions(before) if action.coin == 7] == [
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (3, 0, 0),
    ]
    assert list(change_sets((2, 7, 50), (3, 1, 0), 50))[-1] == (3, 1, 0)


def test_greedy_change_from_the_highest_or_from_the_lowest() -> None:
    assert greedy_change(FACES, (6, 2, 2, 0), 25) == (4, 0, 2, 0)
    assert greedy_change(FACES, (6, 2, 2, 0), 25, lowest_first=True) == (6, 2, 0, 0)
