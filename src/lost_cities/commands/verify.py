"""The command `verify`: replay traces under the rules; games written down over the quiz's server as well."""

import argparse

from gamekit.commands import verify
from gamekit.game import AnyGame
from lost_cities import recorded

HELP = verify.HELP
DESCRIPTION = (
    verify.DESCRIPTION
    + """ A file of games over the quiz's server (JSON objects with "hands", "deck", "answers" and "streams") is told by
its first value: every byte that the server sent is made again from hands, deck and answers, and compared."""
)
EXAMPLES = verify.EXAMPLES
add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return verify.run(arguments, game, verify.RecordedGames(recorded.is_recorded, recorded.verify))
