"""`coinfight golden FILE`: replay games of the public framework that were written down (see coinfight.golden)."""

import argparse
import json
from pathlib import Path

from coinfight.golden import verify
from gamekit.commands.main import complain, words_of
from gamekit.commands.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped

HELP = "replay games of the public framework"
DESCRIPTION = "Replay games of the public framework, a JSON object a line, and compare states and rankings."


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare FILE."""
    parser.add_argument("file", type=Path, metavar="FILE", help="games, a JSON object a line")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Return 1 if a game leaves the rules, 2 if the file can't be read."""
    try:
        lines = arguments.file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        return complain(game, "golden", words_of(error))
    bad = 0
    for number, line in enumerate(lines, 1):
        try:
            verify(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            print(escaped(f"line {number}: {type(error).__name__}: {error}"))
            bad += 1
    print(f"{len(lines) - bad} of {len(lines)} games follow the rules")
    return Status.NO if bad else Status.FINE
