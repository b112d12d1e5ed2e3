"""The loop that a referee spawns: a set-up or a board in, what follows out; until the input ends."""

import sys
from collections.abc import Sequence

from gamekit.player import loop
from santorini.policy import OURS, builtin
from santorini.protocol import decode, echo, encode_answer
from santorini.rules import State, successors


class SantoriniWire(loop.Wire[State, State]):
    """The course's wire. A second for a turn is a tenth of the referee's usual limit."""

    name = "santorini"
    most_seconds = 9.0  # the course allows ten

    def decode(self, message: object) -> State:
        return decode(message)

    def legal(self, position: State) -> Sequence[State]:
        """Return what may follow, turns that win at once before all others."""
        following = successors(position)
        if not following:
            raise ValueError("expected a board with a legal turn, got one without: nothing to answer")
        return sorted(following, key=lambda after: not after.won)

    def answer(self, message: object, action: State) -> object:
        return echo(message, encode_answer(action))


def main(policy_name: str = OURS) -> int:
    """Play on standard input and output; return the exit status. Raises ValueError if there is no such built-in."""
    return loop.play(SantoriniWire(), builtin(policy_name))


if __name__ == "__main__":
    sys.exit(main())
