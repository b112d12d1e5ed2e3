"""The loop that a referee spawns: a game state in, a one-element array out; until the game ends."""

from collections.abc import Container

from economancy.policy import OURS, builtin
from economancy.protocol import decode_observation, encode_action, encode_state, is_over, is_trace_note
from economancy.rules.game import legal_actions
from economancy.rules.state import Action, Observation
from gamekit.player import loop


class Player(loop.Player[Observation, Action]):
    """One player on a pair of pipes. A second for a move is a tenth of the referee's usual limit."""

    name = "economancy"
    greeting = "economancy: type or paste game states as JSON; each is answered with a move (Ctrl-D ends)"

    def decode(self, message: object) -> Observation:
        return decode_observation(message)

    def is_over(self, message: object) -> bool:
        return is_over(message)

    def is_note(self, message: object) -> bool:
        return is_trace_note(message)

    def legal(self, position: Observation) -> Container[Action]:
        legal = legal_actions(position.state, position.seat)
        if not legal:
            raise ValueError(f"no legal action for seat {position.seat} at $.player: nothing to answer")
        return legal

    def fallback(self, position: Observation) -> Action:
        return legal_actions(position.state, position.seat)[0]

    def answer(self, action: Action) -> object:
        return encode_action(action)

    def show(self, position: Observation) -> object:
        return encode_state(position.state, position.seat)


def main(policy_name: str = OURS) -> int:
    """Play on standard input and output; return the exit status. Raises ValueError if there is no such built-in."""
    return loop.play(Player, builtin(policy_name))
