"""The command `verify`: replay traces under the rules; of compact games as well."""

import argparse
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from gamekit.commands import verify
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped
from gamekit.wire.json_stream import MAX_BYTES
from santorini.recorded import breaches, is_recorded, parse

HELP = verify.HELP
DESCRIPTION = (
    verify.DESCRIPTION
    + """ A file of compact games (a JSON object a line, with "cards", "players", "winner" and "boards") is told by its
first line: every turn against the rules is named; the answer is no only for a result that is wrong."""
)
EXAMPLES = verify.EXAMPLES
add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    status = int(Status.FINE)
    for path in arguments.traces:
        try:
            recorded = path != "-" and _begins_recorded(Path(path))
        except OSError as error:
            status = max(status, complain(game, "verify", f"{path}: {error.strerror}"))
            continue
        one = argparse.Namespace(**{**vars(arguments), "traces": [path]})
        status = max(status, _verify_recorded(Path(path)) if recorded else verify.run(one, game))
    return status


def _begins_recorded(path: Path) -> bool:
    if not path.is_file():  # a pipe is read once, and not by us
        return False
    with path.open("rb") as file:
        return is_recorded(file.readline(MAX_BYTES).removeprefix(BOM_UTF8))


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, cut where they are too long for JSON of ours."""
    with path.open("rb") as file:
        yield file.readline(MAX_BYTES).removeprefix(BOM_UTF8)
        while line := file.readline(MAX_BYTES):
            yield line


def _verify_recorded(path: Path) -> int:
    games = turns = passed = 0
    status = int(Status.FINE)
    for number, line in enumerate(_lines(path), start=1):
        try:
            game = parse(line)
        except ValueError as error:
            print(f"{escaped(str(path))}: line {number}: {escaped(str(error))}")
            return Status.NO
        games, turns = games + 1, turns + len(game.states) - 1
        for breach in breaches(game):
            print(escaped(f"{path}: game {number}, turn {breach.turn}, {breach.player}: {breach.what}"))
            passed += breach.passed
            status = max(status, Status.FINE if breach.passed else Status.NO)
    print(f"{escaped(str(path))}: {games} games, {turns} turns, {passed} against the rules")
    return status
