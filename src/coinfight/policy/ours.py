"""Our player: two seats by the table, few coins exactly, else tree search with rule players as models of the others."""

from random import Random

from coinfight.rules import Action, State, alive
from coinfight.search import montecarlo, two_seats
from coinfight.search.core import core, three_seats_table
from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy

MOVE_SECONDS = 0.25
"""The budget of a turn: 64 of them fit twice into the framework's 30 s a game."""


def choose(state: State, rng: Random, seconds: float, iterations: int = 0) -> Action:
    """Return a legal action within the seconds, often far earlier; with iterations there is no clock."""
    if two_seats.applies(state):
        return two_seats.choose(state, rng.getrandbits(63))
    compiled = core()
    if not compiled.begin(state):
        return _plain(state, rng, seconds, iterations)
    compiled.seed(rng.getrandbits(63))
    table = three_seats_table() if len(state.hands) == 3 else None
    counted = {"iterations": iterations} if iterations else {"seconds": seconds}
    return compiled.choose(compiled.options(**counted), None, table)[0]


def _plain(state: State, rng: Random, seconds: float, iterations: int) -> Action:
    if len(alive(state)) < 2 or max(map(sum, zip(state.table, *state.hands, strict=True))) > 250:
        return two_seats.moves(state)[0]
    return montecarlo.choose(state, rng, seconds, iterations)


def play(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    """Choose in the usual budget, or in what is left before the deadline."""
    return choose(observation.state, rng, max(0.002, min(MOVE_SECONDS, 0.9 * deadline.remaining())))


def iterations(count: int) -> Policy[State, Action]:
    """Return our player with a count of iterations in place of the clock."""
    return lambda observation, rng, deadline: choose(observation.state, rng, 0.0, count)
