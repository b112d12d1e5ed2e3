"""The command `verify`: gamekit's, which also reads games as the environment's recorder wrote them (*.jsonl)."""

import argparse
import json

from gamekit.commands import verify
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped
from thud.recorded import first_difference

HELP = verify.HELP
DESCRIPTION = f"""{verify.DESCRIPTION} A TRACE whose name ends with .jsonl holds games of the public environment, one a
line, with hashes of all legal moves."""
EXAMPLES = verify.EXAMPLES

add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return verify.run(arguments, game, own=_own)


def _own(path: str) -> verify.Verdict | None:
    """Return the verdict on a file of the environment's games, None for all others."""
    if not path.endswith(".jsonl"):
        return None
    try:
        with open(path, encoding="utf-8-sig") as file:
            for line, text in enumerate(file, start=1):
                if difference := first_difference(json.loads(text)):
                    said = escaped(f"{path}: line {line}: {difference}")
                    return verify.Verdict(path, Status.NO, (said,))
    except OSError as error:
        return verify.Verdict.unread(path, str(error.strerror))
    except (KeyError, TypeError, ValueError) as error:
        return verify.Verdict.unread(path, f"expected a game on each line, got {error!r}")
    return verify.Verdict(path, Status.FINE, (escaped(f"{path}: ok"),))
