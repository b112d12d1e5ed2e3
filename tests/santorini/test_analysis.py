"""What a board is worth: proofs against a full-width search by the rules alone, to the same depth."""

from math import hypot, log
from random import Random

import pytest

from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation
from gamekit.game.appraisal import Basis, Candidate
from santorini.analysis import ERROR, LOGIT
from santorini.game import GAME
from santorini.rules import State, successors
from santorini.search import core
from santorini.search.decision import SHIPPED, read_value
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


def difference_found(state: State) -> tuple[float, float] | None:
    """Return by how many scores the best turn is ahead of the second, as appraised and by 500,000 boards for each; None
    if one of them is proved.
    """
    two = [one for one in appraised(state).values() if one.worth.basis is Basis.SEARCH][:2]
    following = {after.told: after for after in successors(state)}
    engine = core.Engine(read_value(SHIPPED), 20)
    scores = []
    for one in two:
        after, share = following[one.action], one.worth.share
        found = engine.search(core.encode(after), after.seat, core.Limits(nodes=500_000))
        if found is None or abs(found.score) > core.PROVEN:
            return None
        scores.append((LOGIT * log(share / (1 - share)), -found.score))
    if len(scores) < 2:
        return None
    (near, far), (other_near, other_far) = scores
    return near - other_near, far - other_far


@pytest.mark.long
@pytest.mark.timeout(900)
def test_differences_of_scores_are_as_far_off_as_their_errors_say() -> None:
    """Two of three lie within one standard error."""
    found = [each for seed in range(180) if (each := difference_found(position(seed, 2 + seed % 30, seed)))]
    within = sum(abs(near - far) <= hypot(ERROR, ERROR) for near, far in found)
    assert len(found) >= 50
    assert 0.55 <= within / len(found) <= 0.80


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
