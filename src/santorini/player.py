"""The loop that a referee spawns: a set-up or a board in, what follows out; until the input ends."""

from collections.abc import Container

from gamekit.player import loop
from santorini.policy import OURS, builtin
from santorini.protocol import decode, echo, encode, encode_answer
from santorini.rules import State, successors
from santorini.search.decision import first_legal


class Player(loop.Player[State, State]):
    """One player on a pair of pipes. A second for a turn is a tenth of the referee's usual limit."""

    name = "santorini"
    greeting = "santorini: type or paste boards as JSON; each is answered with the board after a turn (Ctrl-D ends)"
    most_seconds = 9.0  # the course allows ten

    def decode(self, message: object) -> State:
        return decode(message)

    def legal(self, position: State) -> Container[State]:
        following = successors(position)
        if not following:
            raise ValueError("expected a board with a legal turn, got one without: nothing to answer")
        return following

    def fallback(self, position: State) -> State:
        return first_legal(position)

    def answer(self, action: State) -> object:
        return encode_answer(action)

    def echo(self, message: object, answer: object) -> object:
        return echo(message, answer)

    def show(self, position: State) -> object:
        return encode(position)


def main(policy_name: str = OURS) -> int:
    """Play on standard input and output; return the exit status. Raises ValueError if there is no such built-in."""
    return loop.play(Player, builtin(policy_name))
