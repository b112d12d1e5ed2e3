"""The analysis of a position by rollouts: it plays any shop and 2 to 4 seats, and nothing was learned for it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from economancy.analysis.position import Analysis, Chances, MoveCandidate
from economancy.policy.candidates import at_most, candidates
from economancy.policy.decision_rollouts import Rollouts, Root, value
from economancy.policy.montecarlo import EXPLORATION
from economancy.rules.game import legal_actions, players_to_move
from economancy.rules.state import Action, End, Forfeit, State
from gamekit.solve.ucb1 import next_pulls

MOST_BIDS = 14
"""The most bids of a seat that are looked at (guessed: a screen shows them)."""


def analyse_by_rollouts(state: State, rng: Random, rollouts: int, played: Mapping[int, Action] = {}) -> Analysis:
    """Return the analysis of a state before anybody's choice, from about so many rollouts for each seat that moves.

    Candidates are the legal actions, bids at most one more than the richest rival's coins and at most MOST_BIDS
    evenly spaced ones, and what the seat has played, if that is given. Each gets an equal share of the rollouts, at
    least one, in which everybody else plays the default policy of `rollout_policy`; a game that goes on for more than
    12 days counts as a draw. The probability of a candidate is its share of the visits of UCB1, where every visit pays
    the mean of the candidate's rollouts, as flat Monte Carlo does. So it is spread over candidates that are about as
    good, and is no equilibrium. The position's chances are the means over its candidates, by their probabilities, and
    over the seats that move. After the end, or a fault, the chances are certain and there are no candidates.

    Raises ValueError if rollouts are less than 1, if what was played is not legal, and if the game goes on though
    nobody moves, which no referee shows.
    """
    if rollouts < 1:
        raise ValueError(f"expected at least one rollout, got {rollouts}")
    if isinstance(state.phase, End | Forfeit):
        winner = state.phase.winner if isinstance(state.phase, End) else None
        return Analysis(_chances([winner], len(state.players)), {})
    movers = players_to_move(state)
    if not movers:
        raise ValueError(f"expected a state in which somebody moves, got {state}")
    found = {seat: _candidates_of(Root(state, seat), rng, rollouts, played.get(seat)) for seat in movers}
    weighted = [
        (candidate.probability / len(movers), candidate.chances) for seat in movers for candidate in found[seat]
    ]
    wins = tuple(sum(share * chances.wins[seat] for share, chances in weighted) for seat in range(len(state.players)))
    return Analysis(Chances(wins, sum(share * chances.draw for share, chances in weighted)), found)


def _candidates_of(root: Root, rng: Random, rollouts: int, played: Action | None) -> tuple[MoveCandidate, ...]:
    actions = at_most(MOST_BIDS, candidates(root.state, root.seat))
    if played is not None and played not in actions:
        if played not in legal_actions(root.state, root.seat):
            raise ValueError(f"expected a legal action of seat {root.seat}, got {played!r}")
        actions.append(played)
    each = -(-rollouts // len(actions))
    winners = Rollouts(root, rng, arrays=True).winners([action for action in actions for _ in range(each)])
    seats = len(root.state.players)
    chances = [_chances(winners[i : i + each], seats) for i in range(0, len(winners), each)]
    means = [one.wins[root.seat] + value(None, root.seat, seats) * one.draw for one in chances]
    visits = Counter(next_pulls([0] * len(actions), means, len(winners), EXPLORATION))
    found = [MoveCandidate(action, visits[i] / len(winners), chances[i]) for i, action in enumerate(actions)]
    return tuple(sorted(found, key=lambda candidate: -candidate.probability))


def _chances(winners: Sequence[int | None], seats: int) -> Chances:
    counts = Counter(winners)
    return Chances(tuple(counts[seat] / len(winners) for seat in range(seats)), counts[None] / len(winners))
