"""The command `bot`: a built-in as a player of the course's wire."""

import argparse

from gamekit.commands.main import complain
from gamekit.game import AnyGame
from santorini import player

HELP = "play as a built-in on standard input and output"
DESCRIPTION = """Plays as one of the built-ins, as the executable does: set-ups and boards as JSON in, what follows out.
Settings come from the environment: SANTORINI_MOVE_SECONDS, SANTORINI_SEED, SANTORINI_LOG, SANTORINI_STRICT."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(game.policy_names)}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    try:
        return player.main(arguments.name)
    except ValueError as error:
        return complain(game, "bot", str(error))
