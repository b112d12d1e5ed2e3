"""Built-ins of a game as bots of OpenSpiel."""

from typing import Any

import pyspiel

from gamekit.game import AnyGame
from gamekit.seats import open_builtin


class BuiltinBot(pyspiel.Bot):
    """A built-in in the states of a game that `gamekit.learning.spiel.register` made known.

    Raises ValueError for a name that does not exist.
    """

    def __init__(self, game: AnyGame, name: str, player: int, seed: int = 0) -> None:
        super().__init__()
        self.game, self.name, self.player, self.seed = game, name, player, seed
        self.restart()

    def restart(self) -> None:
        """Begin another game: some built-ins remember what they observe."""
        self.seat: Any = open_builtin(self.game, self.name, self.seed, self.game.move_seconds)

    def restart_at(self, state: Any) -> None:
        self.restart()

    def step(self, state: Any) -> int:
        """Return the number of what the built-in chooses; of an action without one, that of a random legal one."""
        observation = state.view.observation(self.player)
        action = self.seat.ask(observation).action
        number = state.view.setup.numbering.number_of(observation.state, self.player, action)
        return self.seat.rng.choice(state.legal_actions(self.player)) if number is None else int(number)

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Take note of nothing: a built-in knows what it observes."""
