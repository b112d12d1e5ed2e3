"""An analysis of a position as gamekit's appraisal: win shares instead of chances to win and to draw."""

from collections.abc import Mapping
from math import sqrt
from random import Random

from economancy.analysis.analyst import analyse
from economancy.analysis.position import Chances, variance, worth
from economancy.rules.game import players_to_move
from economancy.rules.state import Action, State
from economancy.search.value import value_for
from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, share_error

ROLLOUTS = 800
"""For each seat that moves, where no values are trained (guessed: a game of four takes some 20 seconds)."""

ERROR = 0.2
"""Standard error of a learned value, in logits (measured once at two seats, by a script that is not kept: in 68 % of 26
undecided positions of games with decent, what a move was to lead to and what it led to are within 0.3 of each other, of
which each has its part).
"""


def appraise(state: State, played: Mapping[int, Action], rng: Random, deadline: Deadline) -> Appraisal[Action]:
    """Return the worth of a state in which somebody moves, before anybody's choice."""
    rollouts = None if value_for(state) is not None else ROLLOUTS
    analysis = analyse(state, rng, played, ROLLOUTS)

    def as_worth(chances: Chances, seat: int, count: int | None) -> Worth:
        if count is None:
            share = worth(chances, seat)
            return Worth(share, Basis.VALUE, error=share_error(share, ERROR))
        return Worth(worth(chances, seat), Basis.ROLLOUTS, count, sqrt(variance(chances, seat) / count))

    whole = None if rollouts is None else rollouts * len(players_to_move(state))
    worths = tuple(as_worth(analysis.chances, seat, whole) for seat in range(len(state.players)))
    candidates = {}
    for seat, found in analysis.candidates.items():
        each = None if rollouts is None else -(-rollouts // len(found))
        rated = [Candidate(one.action, as_worth(one.chances, seat, each), probability=one.probability) for one in found]
        candidates[seat] = tuple(sorted(rated, key=lambda one: -one.worth.share))
    return Appraisal(worths, candidates)
