"""The loop that a referee spawns: a game state in, a one-element array out; until the game ends."""

import signal
import sys

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback

from collections.abc import Sequence

from economancy.policy import OURS, builtin
from economancy.protocol import decode_observation, encode_action, is_over, is_trace_note
from economancy.rules.game import legal_actions
from economancy.rules.state import Action, Observation
from gamekit.player import loop


class EconomancyWire(loop.Wire[Observation, Action]):
    """The referee's wire. A second for a move is a tenth of its usual limit."""

    name = "economancy"

    def is_over(self, message: object) -> bool:
        return is_over(message)

    def is_note(self, message: object) -> bool:
        return is_trace_note(message)

    def decode(self, message: object) -> Observation:
        return decode_observation(message)

    def legal(self, position: Observation) -> Sequence[Action]:
        legal = legal_actions(position.state, position.seat)
        if not legal:
            raise ValueError(f"no legal action for seat {position.seat} at $.player: nothing to answer")
        return legal

    def answer(self, message: object, action: Action) -> object:
        return encode_action(action)


def main(policy_name: str = OURS) -> int:
    """Play on standard input and output; return the exit status. Raises ValueError if there is no such built-in."""
    return loop.play(EconomancyWire(), builtin(policy_name))


if __name__ == "__main__":
    sys.exit(main())
