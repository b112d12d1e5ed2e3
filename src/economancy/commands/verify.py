"""`economancy verify`: replay traces under the rules."""

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from economancy.replay import Mismatch, replay, split_games
from economancy.rules.game import MAX_DAYS
from economancy.tournament.seats import positive
from gamekit.wire.json_stream import read_values

HELP = "replay traces under the rules and say where they differ"
DESCRIPTION = """Replays each trace under the rules. Prints `FILE: ok`, or the first line that differs with the state
that the rules give and the one that stands there. Exit status 1 if any trace differs, 2 if one can't be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="a trace's file; - is standard input")
    parser.add_argument(
        "--max-days",
        type=positive,
        default=MAX_DAYS,
        metavar="N",
        help="the day after which a draw is called (%(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify the traces; return the exit status."""
    return max(_verify(path, arguments.max_days) for path in arguments.traces)


def _verify(path: str, max_days: int) -> int:
    games = 0
    try:
        with open_trace(path) as file:
            for game in split_games(read_values(file.read)):
                games += 1
                for _ in replay(game, max_days):
                    pass
        if not games:
            raise Mismatch(1, "a game", "nothing")
    except Mismatch as mismatch:
        print(f"{path}: {mismatch}")
        return 1
    except OSError as error:
        print(f"economancy verify: {path}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{path}: ok")
    return 0


@contextmanager
def open_trace(path: str) -> Iterator[BinaryIO]:
    """Open a trace's file, or standard input for `-`. Raises OSError."""
    if path == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "no standard input")
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file
