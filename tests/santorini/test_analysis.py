"""What a board is worth: proofs against a full-width search by the rules alone, to the same depth."""

from random import Random

import pytest

from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation
from gamekit.game.appraisal import Basis, Candidate
from santorini.game import GAME
from santorini.rules import State, successors
from tests.gamekit.planting import Planter
from tests.santorini.boards import position


def decided(state: State, plies: int) -> int:
    """Return 1 if who moves wins within so many plies, whatever the other does, -1 if it loses so, else 0."""
    following = successors(state)
    if not following:
        return -1
    if not plies:
        return 0
    if any(after.won for after in following):
        return 1
    worst = -1
    for after in following:
        found = -decided(after, plies - 1)
        if found == 1:
            return 1
        worst = max(worst, found)
    return worst


def appraised(state: State) -> dict[State, Candidate[State]]:
    found = GAME.appraise(Observation(state, None), {}, Random(1), NO_DEADLINE)
    assert found is not None
    return {one.action: one for one in found.candidates[state.seat]}


def proofs(seed: int, most: int, deepest: int) -> int:
    """Hold the proofs of a board of at most so many turns against a full-width search; return how many there were."""
    state = position(seed, 20 + seed % 60, seed)
    following = {after.told: after for after in successors(state)}
    if len(following) > most:
        return 0
    held = 0
    for action, one in appraised(state).items():
        after, worth = following[action], one.worth
        if worth.basis is not Basis.PROOF or worth.amount > deepest:
            continue
        if after.won or not worth.amount:
            assert worth.share == 1
            assert after.won or not successors(after)
            continue
        assert decided(after, worth.amount - 1) == (-1 if worth.share else 1)
        if worth.amount > 1:
            assert decided(after, worth.amount - 2) == 0  # it is the shortest
        held += 1
    return held


def test_proofs_of_small_boards_are_those_of_a_full_width_search_to_the_same_depth() -> None:
    assert sum(proofs(seed, 16, 3) for seed in range(60)) >= 15


@pytest.mark.long
@pytest.mark.timeout(900)
def test_proofs_of_larger_boards_are_those_of_a_full_width_search_to_the_same_depth() -> None:
    assert sum(proofs(seed, 24, 4) for seed in range(400)) >= 100


# Planted blunders


def let_win(state: State, seat: int) -> State | None:
    """Return a turn after which the other wins at once, where another turn prevents it."""
    if state.placing:
        return None
    following = sorted(successors(state), key=lambda after: after.told)
    losing = [after for after in following if not after.won and any(reply.won for reply in successors(after))]
    return losing[0].told if losing and len(losing) < len(following) else None


PLANTER = Planter(GAME, let_win, ("santorini", "santorini"), nodes=20_000)


def test_a_turn_that_lets_the_other_win_is_the_worst_of_its_game() -> None:
    assert PLANTER.found(1) == 1


@pytest.mark.long
@pytest.mark.timeout(900)
def test_of_20_turns_that_let_the_other_win_at_least_18_are_the_worst_of_their_game() -> None:
    assert PLANTER.found(20) >= 18
