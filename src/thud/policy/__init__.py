"""Who decides: our client and the rivals, each asked in a node process of its own, and chance."""

import weakref
from random import Random

from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy
from thud.protocol import decode_move, encode_state
from thud.protocol.node import Asker, seat_command
from thud.rivals.seats import NAMES, seat
from thud.rules import Move, State, legal_actions

OURS = "thud"
BUILTIN_NAMES = (OURS, *(name for name in NAMES if name != OURS), "random")
SIDE_NAMES = ("dwarf", "troll")


def play_random(observation: Observation[State], rng: Random, deadline: Deadline) -> Move:
    """Return any legal move."""
    assert observation.seat is not None
    return rng.choice(legal_actions(observation.state, observation.seat))


class NodePolicy:
    """A client of one seat of one game; its node process starts with the first question, and ends with the object.

    The deadline does not bind it: a client thinks for a fixed number of nodes.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._asker: Asker | None = None

    def __call__(self, observation: Observation[State], rng: Random, deadline: Deadline) -> Move:
        assert observation.seat is not None
        if self._asker is None:
            side = SIDE_NAMES[observation.seat]
            client = seat(self._name, side, rng.randrange(1, 1 << 30))
            if self._name == OURS:
                client["options"]["settings"]["noise"] = 0  # the client itself leaves nothing to chance
            self._asker = Asker(*seat_command({str(observation.seat): client}))
            weakref.finalize(self, self._asker.close)
        return decode_move(self._asker.ask({**encode_state(observation.state), "seat": observation.seat}))


def builtin(name: str) -> Policy[State, Move]:
    """Return a built-in policy for one seat of one game. Raises ValueError, which lists the names."""
    if name == "random":
        return play_random
    if name.endswith(".js"):
        raise ValueError(f"expected one of {', '.join(BUILTIN_NAMES)}, got {name!r}")
    seat(name, SIDE_NAMES[0], 0)
    return NodePolicy(name)
