"""What a position and its plays are worth, by the values that ours plays by."""

from dataclasses import replace
from math import copysign
from random import Random
from statistics import fmean

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, both, share_error
from lost_cities import rules
from lost_cities.policy.by_values import valued_turns
from lost_cities.rules import Action, State, View
from lost_cities.search.turn_values import TurnValue, action_of

LARGE, SHRUNK = 15.0, 0.96
"""Of an expected margin beyond so many points so much comes true (fitted once, by a script that is not kept, to 10,000
games with seed 101, which `bench calibration` does not play by default)."""
ERROR = 0.2
"""Standard error of a chance, in logits (measured once, by a script that is not kept: what a turn costs, and what it
costs by the values one turn later, the mean of 40 deals, are in 68 % of 96 open positions within 0.27 of each other;
each of two turns has its part)."""
SAMPLES = 8
"""Deals of what it cannot see, for a seat that is not asked (guessed)."""


def appraise(
    state: State | View, seat: int | None, played: Action | None, rng: Random, deadline: Deadline
) -> Appraisal[Action] | None:
    """Return the worth of a position: to the seat that is asked by its own view; to an onlooker (None) with both hands
    known; to the seat that waits as the mean over deals that it cannot tell from the true one.

    Points are the expected margin. None where our rule against endless games does not let us look at what was played.
    """
    if isinstance(state, View) and not state.asked:
        return _waiting(state, rng, deadline)
    if isinstance(state, State):
        seat = state.mover
        state = _open(state)
    assert seat is not None
    turns = valued_turns(state, deadline)
    best: dict[Action, TurnValue] = {}
    for turn in sorted(turns, key=lambda turn: -turn.chance):
        best.setdefault(action_of(turn), turn)
    if played is not None and played not in best:
        return None
    candidates = tuple(
        Candidate(action, _worth(turn.chance, _margin(turn)), () if turn.play is None else (turn.draw,))
        for action, turn in best.items()
    )
    chosen = max(turns, key=lambda turn: turn.value)  # what ours would play, which minds points as well
    return Appraisal(both(seat, _worth(chosen.chance, _margin(chosen))), {seat: candidates})


def _worth(chance: float, margin: float) -> Worth:
    return Worth(chance, Basis.VALUE, error=share_error(chance, ERROR), points=margin)


def _margin(turn: TurnValue) -> float:
    """Return the margin that a turn leads to: large ones are foretold a little too large."""
    beyond = max(0.0, abs(turn.points) - LARGE)
    return turn.points - copysign((1 - SHRUNK) * beyond, turn.points)


def _open(state: State) -> View:
    """Return what the mover would see if the other's hand lay open."""
    view = rules.observe(state, state.mover)
    mine, theirs = view.memories
    return replace(view, memories=(mine, replace(theirs, known=tuple(sorted(state.hands[1 - state.mover])))))


def _waiting(view: View, rng: Random, deadline: Deadline) -> Appraisal[Action]:
    """Return the worth to a seat that is not asked: what the other would do in each of some deals."""
    chances, points = [], []
    for _ in range(SAMPLES):
        state = rules.sample(view, rng)
        turn = max(valued_turns(rules.observe(state, state.mover), deadline), key=lambda turn: turn.value)
        chances.append(turn.chance)
        points.append(_margin(turn))
    return Appraisal(both(1 - view.seat, _worth(fmean(chances), fmean(points))))
