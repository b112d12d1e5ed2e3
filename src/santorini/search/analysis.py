"""What a position says: the best turns with their chances, proofs, and the line that is expected."""

import math
from dataclasses import dataclass

from gamekit.deadline import Deadline
from santorini.rules import State, successors
from santorini.search import core
from santorini.search.decision import SHIPPED, read_value

MOST = 5
"""How many turns are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A state that may follow, what is expected of it for the player to move, and the line of states after it."""

    after: State
    score: int
    depth: int
    line: tuple[State, ...]

    @property
    def proven(self) -> int:
        """Return the number of turns to a forced win (positive) or loss (negative), 0 if nothing is proven."""
        turns = core.WIN - abs(self.score)
        return 0 if abs(self.score) <= core.PROVEN else turns if self.score > 0 else -turns

    @property
    def text(self) -> str:
        """Return the expectation in a few words."""
        if self.proven:
            turns = abs(self.proven)
            return f"{'wins' if self.proven > 0 else 'loses'} by force in {turns} turn{'s' if turns > 1 else ''}"
        return f"{100 / (1 + math.exp(-self.score / 256)):.0f} % to win, {self.depth} turns deep"


def ranked(state: State, deadline: Deadline, most: int = MOST) -> list[Ranked]:
    """Return the best states that may follow, best first; the time is shared among them.

    Which are looked at is chosen by a short search of each. Without a core nothing is known.
    """
    if not core.available or state.placing:
        return []
    engine = core.Engine(read_value(SHIPPED))
    following = successors(state)
    half = deadline.remaining() / 2 if deadline.remaining() < 1e6 else 0.5
    first = [_expect(engine, after, half / len(following)) for after in following]
    first.sort(key=lambda each: -each.score)
    best = [_expect(engine, each.after, half / most) for each in first[:most]]
    return sorted(best, key=lambda each: -each.score)


def _expect(engine: core.Engine, after: State, seconds: float) -> Ranked:
    """Return what is expected after a turn, by a search of the rival's best reply."""
    if after.won:
        return Ranked(after, core.WIN - 1, 1, ())
    found = engine.search(core.encode(after), after.seat, core.Limits(seconds=seconds))
    if found is None:  # no turn is left to the rival
        return Ranked(after, core.WIN - 1, 1, ())
    score = -found.score
    if abs(score) > core.PROVEN:  # one turn longer from here
        score -= 1 if score > 0 else -1
    return Ranked(after, score, found.depth + 1, states(after, found.line))


def states(state: State, line: tuple[bytes, ...]) -> tuple[State, ...]:
    """Return the states that a line of records stands for."""
    following = []
    for record in line:
        state = core.child_state(state, record)
        following.append(state)
    return tuple(following)
