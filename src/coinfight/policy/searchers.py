"""The searching reference opponents: Monte Carlo trees and alpha-beta, by a count or by the clock.

`mcts` and `smarty-pants` are the styles of the public framework's two searchers: tree search with uniform playouts,
and paranoid alpha-beta by coin weights. They use the compiled core; where it has no room for a state, trees grow in
Python, and alpha-beta is not to be had.
"""

from random import Random

from coinfight.rules import Action, State
from coinfight.search import montecarlo
from coinfight.search.core import core
from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy

EXPLORE = 0.7
"""The factor of UCT of the reference opponents."""

LEAVES_A_SECOND = 3_000_000
"""What alpha-beta by the clock counts on: a tenth of what the core evaluates (measured), about the framework's own."""


def _search(state: State, rng: Random, seconds: float, iterations: int, *, rules: bool) -> Action:
    compiled = core()
    if not compiled.begin(state):
        return montecarlo.choose(state, rng, seconds, iterations, rules=rules)
    compiled.seed(rng.getrandbits(63))
    moves = compiled.moves()
    if len(moves) == 1:
        return moves[0]
    settings = compiled.options(seconds=seconds, iterations=iterations, rules=int(rules), explore=EXPLORE)
    visits = compiled.search(settings).visits
    return moves[visits.index(max(visits))]


def mcts(iterations: int) -> Policy[State, Action]:
    """Return plain tree search: uniform playouts, each seat for itself."""
    return lambda observation, rng, deadline: _search(observation.state, rng, 0.0, iterations, rules=False)


def mcts_rules(iterations: int) -> Policy[State, Action]:
    """Return the same with playouts by rule players."""
    return lambda observation, rng, deadline: _search(observation.state, rng, 0.0, iterations, rules=True)


def by_the_clock_mcts(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    """Choose by plain tree search until the deadline."""
    return _search(observation.state, rng, max(0.001, 0.95 * deadline.remaining()), 0, rules=False)


def _alpha_beta(state: State, rng: Random, leaves: int) -> Action:
    compiled = core()
    if not compiled.begin(state):
        raise ValueError(f"alpha-beta needs a state that the compiled core can take; got {state}")
    compiled.seed(rng.getrandbits(63))
    return compiled.alpha_beta(leaves)[0]


def alpha_beta(leaves: int) -> Policy[State, Action]:
    """Return paranoid alpha-beta by coin weights: the deepest search that this many evaluated leaves complete."""
    return lambda observation, rng, deadline: _alpha_beta(observation.state, rng, leaves)


def smarty_pants(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    """Choose by alpha-beta with as many leaves as the framework's searcher evaluates in the time."""
    return _alpha_beta(observation.state, rng, max(1000, int(deadline.remaining() * LEAVES_A_SECOND)))
