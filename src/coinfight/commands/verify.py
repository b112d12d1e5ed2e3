"""The command `verify`: replay traces under the rules; games that the public framework played as well."""

import argparse

from coinfight import recorded
from gamekit.commands import verify
from gamekit.game import AnyGame

HELP = verify.HELP
DESCRIPTION = (
    verify.DESCRIPTION
    + """ A file of games of the public framework (JSON objects with "players", "moves", "ranking" and "sha256") is told
by its first value: states and rankings are compared."""
)
EXAMPLES = verify.EXAMPLES
add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return verify.run(arguments, game, verify.RecordedGames(recorded.is_recorded, recorded.verify))
