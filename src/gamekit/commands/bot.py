"""The command `bot`: a built-in as a player on standard input and output, speaking JSON values."""

import argparse
from collections.abc import Container
from typing import Any

from gamekit.commands.main import complain
from gamekit.game import AnyGame, Observation
from gamekit.player import loop

HELP = "play as a built-in on standard input and output"
DESCRIPTION = """Plays as a built-in: reads observations as JSON from standard input and writes an action for each.
Settings come from the environment, as for our executable."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(sorted(game.policy_names))}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    try:
        policy = game.policy(arguments.name)
    except ValueError as error:
        return complain(game, "bot", str(error))
    return loop.play(player_of(game), policy)


def player_of(game: AnyGame) -> type[loop.Player[Observation[Any], Any]]:
    """Return the player that speaks a game's JSON values."""

    class Player(loop.Player[Observation[Any], Any]):
        name = game.name
        greeting = f"{game.name}: type or paste states as JSON; each is answered with an action (Ctrl-D ends)"
        move_seconds = game.move_seconds

        def decode(self, message: object) -> Observation[Any]:
            return game.decode_observation(message)

        def is_over(self, message: object) -> bool:
            try:
                return game.decode_end(message) is not None
            except ValueError:
                return False  # the line about it comes from `decode`

        def is_note(self, message: object) -> bool:
            return game.is_note(message) or not isinstance(message, dict)  # notes and actions of a trace

        def legal(self, position: Observation[Any]) -> Container[Any]:
            assert position.seat is not None
            if position.seat not in game.players_to_move(position.state):
                raise ValueError(f"seat {position.seat} is not to move at $.seat: nothing to answer")
            return game.legal_actions(position.state, position.seat)

        def fallback(self, position: Observation[Any]) -> Any:
            assert position.seat is not None
            return game.legal_actions(position.state, position.seat)[0]

        def answer(self, action: Any) -> object:
            return game.encode_action(action)

        def show(self, position: Observation[Any]) -> object:
            return game.encode_observation(position)

    return Player
