"""The command `verify`: replay traces under the rules."""

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from gamekit.commands.arguments import add_limit_argument
from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped
from gamekit.traces import Mismatch, replay, split_games
from gamekit.wire.json_stream import read_values

HELP = "replay traces under the rules and say where they differ"
DESCRIPTION = """Replays each trace under the rules. Prints `FILE: ok`, or the first line that differs, with the state
that the rules give and the one that the trace has."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="a trace's file; - is standard input")
    add_limit_argument(parser, game, "the limit with which the game was played")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return max(_verify(game, path, arguments.max_length) for path in arguments.traces)


def _verify(game: AnyGame, path: str, max_length: int | None) -> int:
    games = 0
    try:
        with open_trace(path) as file:
            for values in split_games(game, read_values(file.read)):
                games += 1
                for _ in replay(game, values, max_length):
                    pass
        if not games:
            raise Mismatch(1, "a game", "nothing")
    except Mismatch as mismatch:
        print(f"{escaped(path)}: {mismatch}")
        return Status.NO
    except OSError as error:
        return complain(game, "verify", f"{path}: {error.strerror}")
    print(f"{escaped(path)}: ok")
    return Status.FINE


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
