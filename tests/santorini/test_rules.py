"""The base game: one test a sentence of the rules."""

from collections.abc import Iterator

import pytest

from santorini.rules import CAP, State, Turn, legal_turns, new_game, place, placements, play, successors, winner
from tests.santorini.boards import at, board, spaces


def moves_of(state: State) -> set[tuple[int, int]]:
    return {(turn.origin, turn.target) for turn in legal_turns(state)}


def targets(state: State, token: str) -> set[int]:
    return {target for origin, target in moves_of(state) if origin == at(token)}


def builds(state: State, token: str, target: str) -> set[tuple[tuple[int, int], ...]]:
    return {turn.built for turn in legal_turns(state) if (turn.origin, turn.target) == (at(token), at(target))}


def test_the_first_player_puts_two_tokens_on_any_two_spaces() -> None:
    start = new_game()
    assert len(placements(start)) == 25 * 24 // 2
    assert start.placing
    assert start.seat == 0


def test_the_second_player_puts_two_tokens_on_any_two_others() -> None:
    after = place(new_game(), (0, 1))
    assert len(placements(after)) == 23 * 22 // 2
    assert after.seat == 1
    assert not any({0, 1} & set(tokens) for tokens in placements(after))
    first = place(after, (2, 3))
    assert (first.mover.tokens, first.other.tokens, first.turn) == ((0, 1), (2, 3), 0)
    assert placements(first) == []


def test_a_token_moves_to_one_of_the_up_to_eight_spaces_around_it() -> None:
    state = board("c3 a1", "e1 e5")
    assert targets(state, "c3") == set(spaces("b2 c2 d2 b3 d3 b4 c4 d4"))
    assert targets(state, "a1") == set(spaces("b1 a2 b2"))


def test_a_token_moves_to_no_space_with_a_token() -> None:
    assert targets(board("a1 b1", "a2 e5"), "a1") == {at("b2")}


def test_a_token_moves_to_no_cap() -> None:
    assert targets(board("a1 e1", "e4 e5", "b1:4"), "a1") == set(spaces("a2 b2"))


@pytest.mark.parametrize(("level", "reached"), [(0, (0, 1)), (1, (0, 1, 2)), (2, (0, 1, 2, 3)), (3, (0, 1, 2, 3))])
def test_a_token_moves_at_most_one_level_up_and_any_number_down(level: int, reached: tuple[int, ...]) -> None:
    state = board("c3 a1", "e1 e5", f"c3:{level} b2:0 c2:1 d2:2 b3:3 d3:4 b4:4 c4:4 d4:4")
    names = ("b2", "c2", "d2", "b3")
    assert targets(state, "c3") == {at(names[each]) for each in reached}


def test_then_it_builds_one_level_beside_the_space_where_it_now_stands() -> None:
    state = board("a1 e5", "e1 e2", "b2:2 a3:1")
    assert builds(state, "a1", "a2") == {
        ((at("a1"), 1),),
        ((at("b1"), 1),),
        ((at("b2"), 3),),
        ((at("a3"), 2),),
        ((at("b3"), 1),),
    }


def test_the_space_just_left_may_be_built_on() -> None:
    assert ((at("a1"), 1),) in builds(board("a1 e5", "e1 e2"), "a1", "a2")


def test_a_space_with_a_token_or_a_cap_may_not_be_built_on() -> None:
    state = board("a1 b1", "b2 e2", "a3:4")
    assert builds(state, "a1", "a2") == {((at("a1"), 1),), ((at("b3"), 1),)}


def test_level_three_grows_to_a_cap() -> None:
    state = board("a1 e5", "e1 e2", "b2:3")
    assert ((at("b2"), CAP),) in builds(state, "a1", "a2")


def test_moving_up_to_level_three_wins_at_once_without_a_build() -> None:
    state = board("a1 e5", "e1 e2", "a1:2 b2:3")
    assert builds(state, "a1", "b2") == {()}
    after = play(state, Turn(at("a1"), at("b2")))
    assert after.won
    assert after.levels == state.levels
    assert winner(after) == state.seat


def test_moving_from_level_three_to_level_three_does_not_win() -> None:
    state = board("a1 e5", "e1 e2", "a1:3 b2:3")
    assert () not in builds(state, "a1", "b2")
    assert not any(after.won for after in successors(state))


def test_nobody_moves_after_a_win() -> None:
    after = play(board("a1 e5", "e1 e2", "a1:2 b2:3"), Turn(at("a1"), at("b2")))
    assert not legal_turns(after)
    assert not successors(after)


def test_who_cannot_move_and_build_with_either_token_loses() -> None:
    state = board("a1 e5", "a5 b5", "a2:2 b1:2 b2:2 d4:2 d5:2 e4:2")
    assert legal_turns(state) == []
    assert winner(state) == 1 - state.seat


def test_a_token_that_could_move_but_not_build_is_no_way_out() -> None:
    walled = "a2:2 b2:2 c1:4 c2:4 d4:2 d5:2 e4:2"
    assert legal_turns(board("a1 e5", "a5 c5", walled)) != []  # it builds on a1, which it leaves
    state = board("b1 a1", "a2 b2", "c1:4 c2:4")
    assert legal_turns(state) == []


def test_an_answer_swaps_the_players_and_counts_the_turn() -> None:
    state = board("a1 e5", "e1 e2")
    after = play(state, Turn(at("a1"), at("a2"), ((at("a1"), 1),)))
    assert (after.mover.tokens, after.other.tokens, after.turn) == (spaces("e1 e2"), spaces("a2 e5"), 11)


def test_a_board_follows_once_however_it_came_about() -> None:
    def all_boards() -> Iterator[State]:
        for cards in ((None, None), ("Artemis", "Pan"), ("Demeter", "Pan"), ("Prometheus", "Pan")):
            yield board("b2 d4", "d2 b4", "c3:1 c2:1", cards)

    for state in all_boards():
        assert len(set(successors(state))) == len(successors(state)) > 0
