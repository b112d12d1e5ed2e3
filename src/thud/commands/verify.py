"""The command `verify`: replay traces under the rules; games that the environment's recorder wrote as well."""

import argparse

from gamekit.commands import verify
from gamekit.game import AnyGame
from thud import recorded

HELP = verify.HELP
DESCRIPTION = (
    verify.DESCRIPTION
    + """ A file of games of the public environment (JSON objects with "moves", "legal" and "score") is told by its
first value: moves, scores and hashes of all legal moves are compared."""
)
EXAMPLES = verify.EXAMPLES
add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return verify.run(arguments, game, verify.RecordedGames(recorded.is_recorded, recorded.verify))
