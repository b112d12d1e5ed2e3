"""A game among policies, wherever a test is about these and not about the referee."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from economancy.game import GAME, for_gamekit
from economancy.policy import Policy
from economancy.rules.game import MAX_DAYS
from economancy.rules.position import Position
from economancy.rules.state import Action, State
from gamekit import referee
from gamekit.game import Seat
from gamekit.seats import BuiltinSeat


def seat_of(policy: Policy, rng: Random) -> BuiltinSeat[Position, Action]:
    """Return a seat in which a policy plays without haste; what it raises goes on."""
    return BuiltinSeat(GAME, for_gamekit(policy), rng, 1.0, raising=True, clock=lambda: 0.0)


@dataclass(frozen=True)
class Ended:
    """A game that nobody forfeited: its last state, and how many days and moves it had."""

    state: State
    days: int
    moves: int


def play(state: State, seats: Sequence[Seat[Position]], max_days: int = MAX_DAYS) -> Ended:
    """Play a game that nobody forfeits; after so many days it is a draw."""
    match = referee.play(GAME, Position(state, last_day=max_days), seats)
    assert match.forfeit is None, match.forfeit
    return Ended(match.state.state, match.state.day, match.moves)
