"""Planning against rivals whose types are known: a tree search of one seat's moves alone.

The rivals play as their types do (see by_type.c), so only one seat has a choice: UCT (Kocsis and Szepesvari
2006, "Bandit based Monte-Carlo planning"), in C (see `core.c`). Nodes are states: equal states on different ways are
one node, and a plan is kept for the later decisions of a game. What a rule leaves open is drawn anew in each
simulation. A leaf's value is the mean of three rollouts, in which the seat plays as *points*, *attack* and *decent* do.
Results are discounted: a win counts less the later it comes.
"""

import ctypes
import math
from collections.abc import Sequence
from typing import NamedTuple
from weakref import finalize

from economancy.rules.state import Buying, State
from economancy.search.core import MOST_ACTIONS, fits, library, numbers_of, tables

SIMULATIONS = 32768
"""How many simulations a decision rests on at most, those of earlier decisions that led here included."""

MOVES = 30
"""The most moves that a simulation takes on average, those of its rollouts included: where games are long, a decision
rests on fewer simulations (guessed; `bench decisions --seats 4` shows the CPU time).
"""

MOST_NODES = 1 << 17
"""Room for nodes in a plan, which begins anew when half of it is used (guessed)."""

SEED = 0
"""Of the draws in all plans: the same observations give the same moves."""


class ActionPlan(NamedTuple):
    """The actions of a seat (bids, bits of cards or slots), and of each the visits and the mean discounted value."""

    actions: list[int]
    visits: list[int]
    values: list[float]


def can_plan(state: State) -> bool:
    """Return whether the core has room for the state's cards and coins."""
    return fits(state)


class Plan:
    """The tree of the moves of one seat, for which a draw is worth `draw` of a win. With so many `nodes` it is full,
    and is begun anew. Raises NoCoreError, and MemoryError where there is no memory for it.
    """

    def __init__(self, seats: int, seat: int, draw: float, nodes: int = MOST_NODES) -> None:
        core = library()
        self.seats, self.seat, self._core = seats, seat, core
        self._plan = core.ec_plan_new(tables(), seats, seat, draw, SEED, nodes)
        if not self._plan:
            raise MemoryError
        finalize(self, core.ec_plan_free, self._plan).atexit = False  # a thread may still be in it

    def search(
        self,
        state: State,
        types: Sequence[int],
        simulations: int | None = None,
        also: Sequence[int] = (),
        seconds: float = math.inf,
    ) -> ActionPlan:
        """Return what this many simulations (SIMULATIONS unless given) say of the seat's actions in a state of
        `can_plan`, against rivals of these types; those of seats that are out, and its own, are EQUAL. The actions
        `also` are tried beside those that planning considers. After these `seconds`, fewer simulations have to do.
        """
        buying = isinstance(state.phase, Buying)
        actions, visits = (ctypes.c_int32 * MOST_ACTIONS)(), (ctypes.c_int32 * MOST_ACTIONS)()
        totals = (ctypes.c_double * MOST_ACTIONS)()
        actions[: len(also)] = [action.bit_length() if buying else action for action in also]
        numbers, number = numbers_of(state, types), SIMULATIONS if simulations is None else simulations
        bounds = (number, number * MOVES, seconds)
        count = self._core.ec_plan_search(self._plan, numbers, *bounds, len(also), actions, visits, totals)
        named = [1 << (action - 1) if buying and action else action for action in actions[:count]]
        values = [total / max(1, number) for total, number in zip(totals[:count], visits[:count], strict=True)]
        return ActionPlan(named, visits[:count], values)
