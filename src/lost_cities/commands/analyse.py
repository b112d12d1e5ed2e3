"""The command `analyse`, which reads games written down over the quiz's server as well."""

import argparse

from gamekit.commands import analyse
from gamekit.game import AnyGame
from lost_cities.analysis.games import read_recorded

HELP = analyse.HELP
DESCRIPTION = analyse.DESCRIPTION + " Games recorded over the quiz's server are read as well."
EXAMPLES = analyse.EXAMPLES
add_arguments = analyse.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Analyse; return the exit status."""
    return analyse.analyse(arguments, game, read_recorded)
