"""What a board and its turns are worth: by the search of ours, proofs where it finds them."""

import math
from random import Random

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, both, share_error, share_of
from santorini.rules import State, successors
from santorini.search import core
from santorini.search.decision import SHIPPED, read_value

MOST = 5
"""How many turns are looked at closely."""
GLANCE = 2_000
"""Boards for each turn at first (guessed: a board of 80 turns takes a tenth of a second)."""
LOOK = 30_000
"""Boards for each turn that is looked at closely (guessed likewise)."""
TABLE_BITS = 17
LOGIT = 152
"""A logit in scores. Values are fitted with 256, but who is ahead wins oftener than that says: in the first 1,288 games
of `bench calibration --move-nodes 30000` its logits were right times 1.68 ± 0.12 (fitted once, by a script that is not
kept)."""
ERROR = 115
"""Standard error of a score, and so 163 of a difference of two: 70 % of 57 differences of turns are within that of what
500,000 boards for each turn say. A long test measures it."""


def appraise(state: State, played: State | None, rng: Random, deadline: Deadline) -> Appraisal[State]:
    """Return the worth of a position in which somebody moves: the best turns, and what was played, as `State.told`."""
    engine = core.Engine(read_value(SHIPPED), TABLE_BITS)
    following = successors(state)
    glance = deadline.part(0.5)
    first = [(_worth(engine, after, GLANCE, _share_of(glance, len(following) - i))[0], after) for i, after in
             enumerate(following)]  # fmt: skip
    first.sort(key=lambda pair: -pair[0].share)
    chosen = [after for _, after in first[:MOST]]
    chosen += [after for _, after in first[MOST:] if played is not None and after.told == played]
    candidates = []
    for number, after in enumerate(chosen):
        worth, line = _worth(engine, after, LOOK, _share_of(deadline, len(chosen) - number))
        candidates.append(Candidate(after.told, worth, line))
    candidates.sort(key=lambda one: -one.worth.share)
    return Appraisal(both(state.seat, candidates[0].worth), {state.seat: tuple(candidates)})


def _share_of(deadline: Deadline, parts: int) -> float:
    """Return the seconds for one of so many parts of what is left, 0 for no limit."""
    left = deadline.remaining()
    return 0.0 if math.isinf(left) else max(left / parts, 1e-4)


def _worth(engine: core.Engine, after: State, nodes: int, seconds: float) -> tuple[Worth, tuple[State, ...]]:
    """Return what a turn is worth to who has played it, and the line expected after it."""
    if after.won:
        return Worth(1.0, Basis.PROOF), ()
    found = engine.search(core.encode(after), after.seat, core.Limits(nodes=nodes, seconds=seconds))
    if found is None:  # no turn is left to the rival
        return Worth(1.0, Basis.PROOF), ()
    line = tuple(each.told for each in states(after, found.line))
    if abs(found.score) > core.PROVEN:
        return Worth(float(found.score < 0), Basis.PROOF, core.WIN - abs(found.score) + 1), line
    share = share_of(-found.score / LOGIT)
    return Worth(share, Basis.SEARCH, found.depth + 1, share_error(share, ERROR / LOGIT)), line


def states(state: State, line: tuple[bytes, ...]) -> list[State]:
    """Return the states that a line of records stands for."""
    following = []
    for record in line:
        state = core.child_state(state, record)
        following.append(state)
    return following
