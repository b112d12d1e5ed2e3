"""The command `verify`: gamekit's, which also reads games as the environment's recorder wrote them (*.jsonl)."""

import argparse
import json

from gamekit.commands import verify
from gamekit.commands.common.main import complain
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
    statuses = [_verify_recorded(game, path) for path in arguments.traces if path.endswith(".jsonl")]
    arguments.traces = [path for path in arguments.traces if not path.endswith(".jsonl")]
    return max(statuses + ([verify.run(arguments, game)] if arguments.traces else []))


def _verify_recorded(game: AnyGame, path: str) -> int:
    try:
        with open(path, encoding="utf-8-sig") as file:
            for line, text in enumerate(file, start=1):
                if difference := first_difference(json.loads(text)):
                    print(escaped(f"{path}: line {line}: {difference}"))
                    return Status.NO
    except OSError as error:
        return complain(game, "verify", f"{path}: {error.strerror}")
    except (KeyError, TypeError, ValueError) as error:
        return complain(game, "verify", f"{path}: expected a game on each line, got {error!r}")
    print(f"{escaped(path)}: ok")
    return Status.FINE
