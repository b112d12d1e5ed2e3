"""Alpha-beta in plain Python with the hand-made value: the core's model."""

from dataclasses import dataclass

from gamekit.deadline import NO_DEADLINE, Deadline
from santorini.rules import State, successors
from santorini.search.hand import value

WIN = 30000


class OutOfTimeError(Exception):
    """The deadline has come."""


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The state to play and its score for the player to move, as the core counts it."""

    after: State
    score: int


def score(state: State, depth: int, window: tuple[int, int], ply: int, deadline: Deadline) -> int:
    """Return the score of a state, looking so many turns ahead, at least alpha and at most beta of the window.

    Wins at once are seen at the leaves as well.

    Raises OutOfTimeError.
    """
    if not deadline.remaining():
        raise OutOfTimeError
    following = successors(state)
    if any(after.won for after in following):
        return WIN - ply - 1
    if depth <= 0:
        return value(state)
    if not following:
        return -WIN + ply
    (alpha, beta), best = window, -WIN
    for after in sorted(following, key=value):
        best = max(best, -score(after, depth - 1, (-beta, -max(alpha, best)), ply + 1, deadline))
        if best >= beta:
            break
    return best


def choose(state: State, depth: int, deadline: Deadline = NO_DEADLINE) -> BestTurn:
    """Return the best of the states that may follow, looking 1 turn ahead, then 2, up to `depth` or the deadline.

    Tokens are placed by the value of the board alone. Raises ValueError if nothing may follow.
    """
    following = list(successors(state))
    if not following:
        raise ValueError(f"nothing may follow {state}")
    if won := next((after for after in following if after.won), None):
        return BestTurn(won, WIN - 1)
    following.sort(key=value)
    best = BestTurn(following[0], -value(following[0]))
    if state.placing:
        return best
    for limit in range(1, depth + 1):
        try:
            best = _choose_at(following, limit, deadline)
        except OutOfTimeError:
            break
        following.remove(best.after)
        following.insert(0, best.after)
    return best


def _choose_at(following: list[State], depth: int, deadline: Deadline) -> BestTurn:
    best: BestTurn | None = None
    for after in following:
        alpha = best.score if best else -WIN - 1
        found = -score(after, depth - 1, (-WIN - 1, -alpha), 1, deadline)
        if best is None or found > best.score:
            best = BestTurn(after, found)
    assert best is not None
    return best
