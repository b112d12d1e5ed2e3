"""The command `rules`: how a game is played, in words and pictures."""

import argparse

from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.pages.rules import rules_lines
from gamekit.pages.telling import new_console

HELP = "how the game is played, the goal first"
DESCRIPTION = "Prints the rules, the goal first, with pictures as the game is drawn in the terminal."
EXAMPLES = (
    "{game} rules",
    "{game} rules | less",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments: none."""


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Print the rules; return the exit status."""
    lines = list(rules_lines(game))
    if not lines:
        return complain(game, "rules", "the rules of this game are not written down here")
    console = new_console()
    for line in lines:
        console.print(line)
    return Status.FINE
