"""The command `bot`: a built-in as a program of one turn, for the public framework and referees like it."""

import argparse

from coinfight import player
from gamekit.commands.main import complain
from gamekit.game import AnyGame

HELP = "play a turn as a built-in on standard input and output"
DESCRIPTION = """Reads a state as the public framework writes it, writes a coin and the change in two lines, and ends.
Settings come from the environment: COINFIGHT_MOVE_SECONDS, COINFIGHT_SEED, COINFIGHT_LOG."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(game.policy_names)}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Answer; return the exit status."""
    try:
        return player.main(arguments.name)
    except ValueError as error:
        return complain(game, "bot", str(error))
