import pytest
from hypothesis import given
from hypothesis import strategies as st

from thud.rules import (
    EMPTY,
    SIZE,
    START,
    STONE,
    Move,
    State,
    apply,
    cell_at,
    end_reason,
    landing,
    legal_actions,
    legal_moves,
    new_game,
    returns,
    side_to_move,
)
from thud.rules.board import CELLS
from thud.rules.moves import kills_of, kind_of

BARE = "".join(STONE if piece == STONE else EMPTY for piece in START)


def at(x: int, y: int) -> int:
    cell = cell_at(x, y)
    assert cell is not None
    return cell


def board(dwarfs: list[tuple[int, int]], trolls: list[tuple[int, int]]) -> str:
    cells = list(BARE)
    for piece, places in (("d", dwarfs), ("t", trolls)):
        for x, y in places:
            cells[at(x, y)] = piece
    return "".join(cells)


def targets(text: str, side: str, x: int, y: int) -> set[tuple[int, int]]:
    return {(m.target % SIZE, m.target // SIZE) for m in legal_moves(text, side) if m.source == at(x, y)}


def test_there_are_164_spaces() -> None:
    assert len(CELLS) == 164


def test_a_dwarf_walks_like_a_queen_up_to_the_stone() -> None:
    found = targets(board([(3, 7)], [(12, 3)]), "d", 3, 7)
    assert (6, 7) in found
    assert (8, 7) not in found
    assert (3, 12) in found


def test_a_lone_dwarf_kills_only_an_adjacent_troll() -> None:
    assert (4, 4) in targets(board([(3, 4)], [(4, 4)]), "d", 3, 4)
    assert (5, 4) not in targets(board([(3, 4)], [(5, 4)]), "d", 3, 4)


def test_a_line_of_dwarfs_is_hurled_as_far_as_it_is_long() -> None:
    line = [(2, 4), (3, 4), (4, 4)]
    assert (7, 4) in targets(board(line, [(7, 4)]), "d", 4, 4)
    assert (8, 4) not in targets(board(line, [(8, 4)]), "d", 4, 4)


def test_a_hurl_kills_the_troll() -> None:
    state = State(board([(3, 4)], [(4, 4), (10, 10)]))
    after = apply(state, Move(at(3, 4), at(4, 4)))
    assert after.board == board([(4, 4)], [(10, 10)])


def test_a_troll_walks_one_space_and_kills_all_dwarfs_beside_where_it_lands() -> None:
    state = State(board([(5, 4), (6, 6), (12, 8)], [(4, 5)]), moves=1)
    assert landing(state.board, at(5, 5)) == (at(5, 4), at(6, 6))
    assert apply(state, Move(at(4, 5), at(5, 5))).board == board([(12, 8)], [(5, 5)])


def test_trolls_in_line_shove_the_first_only_beside_a_dwarf() -> None:
    trolls = [(4, 10), (5, 10)]
    assert (7, 10) in targets(board([(8, 11)], trolls), "t", 5, 10)
    assert (7, 10) not in targets(board([(9, 11)], trolls), "t", 5, 10)
    move = Move(at(5, 10), at(7, 10))
    assert kind_of(board([(8, 11)], trolls), move) == "shove"


def test_a_game_ends_after_500_moves_or_when_a_side_is_gone() -> None:
    assert end_reason(State(moves=500)) == "Timeout"
    assert end_reason(State(board([], [(3, 4)]))) == "No more dwarfs"
    assert end_reason(State(board([(3, 4)], []))) == "No more trolls"


def test_a_game_ends_when_both_sides_have_declared() -> None:
    state = new_game()
    for _ in range(2):
        assert end_reason(state) is None
        state = apply(state, legal_actions(state, side_to_move(state))[0]._replace(declares=True))
    assert end_reason(state) == "Players agreed to finish"


def test_an_illegal_move_raises() -> None:
    with pytest.raises(ValueError, match="illegal move"):
        apply(new_game(), Move(at(6, 6), at(5, 5)))


@given(st.lists(st.integers(min_value=0, max_value=10_000), max_size=60))
def test_scores_are_opposite_and_pieces_only_vanish(choices: list[int]) -> None:
    state = new_game()
    for choice in choices:
        legal = legal_actions(state, side_to_move(state))
        if not legal:
            break
        move = legal[choice % len(legal)]
        kills = kills_of(state.board, move)
        after = apply(state, move)
        assert sum(after.board.count(side) for side in "dt") == sum(state.board.count(s) for s in "dt") - kills
        assert sum(returns(after)) == 0
        state = after
