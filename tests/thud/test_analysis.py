"""What moves are worth: planted blunders are found."""

from random import Random

import pytest

from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation
from gamekit.game.appraisal import Worth
from tests.gamekit.planting import Planter
from thud.game import GAME
from thud.rules import DWARF, EMPTY, SIDES, START, Move, State, legal_moves
from thud.rules.game import DWARF_POINTS, TROLL_POINTS, points
from thud.rules.moves import kills_of, play

LEVEL = 8
"""Points up to which a game is open; the early trolls are so far ahead while the dwarfs have all."""
OPEN = (0.3, 0.9)
"""Win shares between which much can be lost by one move."""
LOST = 4
"""Points that a blunder gives away at least: a troll, or four dwarfs."""


def taken(board: str, side: str) -> list[tuple[int, Move]]:
    """Return the moves of a side that take something, and the points that they take."""
    each = DWARF_POINTS if side != DWARF else TROLL_POINTS
    return [(each * kills, move) for move in legal_moves(board, side) if (kills := kills_of(board, move))]


def net(board: str, move: Move, side: str, other: str) -> int:
    """Return the points that a move wins for a side, the other's best reply and what can be taken back counted."""
    each = DWARF_POINTS if side != DWARF else TROLL_POINTS
    after = play(board, move)
    replies = []
    for loss, reply in taken(after, other):
        back = max((gain for gain, _ in taken(play(after, reply), side)), default=0)
        replies.append(loss - back)
    return each * kills_of(board, move) - max(0, *replies, 0)


def piece_given_away(state: State, seat: int) -> Move | None:
    """Return the move of an open game that gives most away, if another loses nothing."""
    side, other = SIDES[seat], SIDES[1 - seat]
    dwarfs, trolls = points(state)
    if abs(dwarfs - trolls) > LEVEL or not OPEN[0] <= share(state, seat) <= OPEN[1]:
        return None
    nets = [(net(state.board, move, side, other), move) for move in legal_moves(state.board, side)]
    least, most = min(nets), max(nets)
    return least[1] if least[0] <= -LOST and most[0] >= 0 else None


def share(state: State, seat: int) -> float:
    found = GAME.appraise(Observation(state, None), {}, Random(1), NO_DEADLINE)
    assert found is not None
    return found.worths[seat].share


def appraised(state: State, played: Move) -> dict[Move, Worth]:
    seat = state.moves % 2
    found = GAME.appraise(Observation(state, None), {seat: played}, Random(1), NO_DEADLINE)
    assert found is not None
    return {one.action: one.worth for one in found.candidates[seat]}


def opening(seed: int) -> State:
    state = GAME.opening(2, GAME.variants[0], 20, Random(seed))
    assert state is not None
    return state


@pytest.mark.parametrize("seed", range(3))
def test_all_moves_are_searched_to_the_same_depth_and_what_was_played_is_among_them(seed: int) -> None:
    """A position is worth something else with every ply, so that moves searched less deep would cost too little."""
    state = opening(seed)
    played = Random(seed).choice(legal_moves(state.board, SIDES[state.moves % 2]))
    found = appraised(state, played)
    assert played in found
    assert len({worth.amount for worth in found.values()}) == 1


def lost(moves: int, *cells: int) -> State:
    """Return a position in which the dwarfs on these cells are left to all trolls."""
    board = START.replace(DWARF, EMPTY)
    return State("".join(DWARF if cell in cells else piece for cell, piece in enumerate(board)), moves)


@pytest.mark.parametrize("state", [opening(0), lost(401, 110), lost(400, 110, 109), lost(401, 5, 6)])
def test_no_side_is_expected_to_end_with_more_than_it_has(state: State) -> None:
    mine, other = points(state) if state.moves % 2 == 0 else points(state)[::-1]
    found = appraised(state, legal_moves(state.board, SIDES[state.moves % 2])[0])
    assert all(-other <= worth.points <= mine for worth in found.values())


PLANTER = Planter(GAME, piece_given_away, ("thud:4000", "thud:4000"), openings=8)
"""With fewer nodes players make mistakes as large themselves."""


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_of_20_pieces_given_away_at_least_18_are_the_worst_of_their_game() -> None:
    assert PLANTER.found(20) >= 18
