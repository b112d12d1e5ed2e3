"""The command `verify`: replay traces under the rules; of compact games as well."""

import argparse
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from gamekit.commands import verify
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
    return verify.run(arguments, game, own=_own)


def _own(path: str) -> verify.Verdict | None:
    """Return the verdict on a file of compact games, None for all others."""
    try:
        return _verify_recorded(Path(path)) if path != "-" and _begins_recorded(Path(path)) else None
    except OSError as error:
        return verify.Verdict.unread(path, str(error.strerror))


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


def _verify_recorded(path: Path) -> verify.Verdict:
    games = turns = passed = 0
    status, lines = Status.FINE, list[str]()
    for number, line in enumerate(_lines(path), start=1):
        try:
            game = parse(line)
        except ValueError as error:
            return verify.Verdict(str(path), Status.NO, (*lines, escaped(f"{path}: line {number}: {error}")))
        games, turns = games + 1, turns + len(game.states) - 1
        for breach in breaches(game):
            lines.append(escaped(f"{path}: game {number}, turn {breach.turn}, {breach.player}: {breach.what}"))
            passed += breach.passed
            status = max(status, Status.FINE if breach.passed else Status.NO)
    lines.append(escaped(f"{path}: {games} games, {turns} turns, {passed} against the rules"))
    return verify.Verdict(str(path), status, tuple(lines))
