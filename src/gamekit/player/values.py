"""A game's JSON values as the messages of a player: what gamekit's own wire carries, whatever the game."""

from collections.abc import Sequence
from typing import Any

from gamekit.game import NO_ANSWER, AnyGame, Observation
from gamekit.player import loop


class GameValues(loop.Wire[Observation[Any], Any]):
    """Observations in, actions out, as a game encodes them; a trace that is piped in is read, too."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.name, self.move_seconds = game.name, game.move_seconds

    def is_over(self, message: object) -> bool:
        try:
            return self.game.decode_end(message) is not None
        except ValueError:
            return False  # the line about it comes from `decode`

    def is_note(self, message: object) -> bool:
        """Tell whether a message stands between the states of a trace: an action, the mark for none, or a note."""
        if isinstance(message, dict):
            return self.game.is_note(message)
        try:
            self.game.decode_action(message)
        except ValueError:
            return message == NO_ANSWER
        return True

    def decode(self, message: object) -> Observation[Any]:
        return self.game.decode_observation(message)

    def legal(self, position: Observation[Any]) -> Sequence[Any]:
        assert position.seat is not None
        if position.seat not in self.game.players_to_move(position.state):
            raise ValueError(f"seat {position.seat} is not to move at $.seat: nothing to answer")
        return self.game.legal_actions(position.state, position.seat)

    def answer(self, message: object, action: Any) -> object:
        return self.game.encode_action(action)
