"""The command `verify`: replay traces under the rules."""

import argparse
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, BinaryIO, Self

from gamekit.commands.common.arguments import add_limit_argument
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.output import print_json
from gamekit.processes.waiting import within
from gamekit.text import escaped
from gamekit.traces import MOST_TRACE, Mismatch, NoTrace, replay, split_games
from gamekit.wire.json_stream import MalformedInput, Value, read_values

HELP = "replay traces under the rules and say where they differ"
DESCRIPTION = """Replays each trace under the rules. Prints `FILE: ok`, or the first line that differs, with the state
that the rules give and the one that the trace has."""
EXAMPLES = (
    "{game} verify game.json",
    "{game} verify --json one.json two.json",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="a trace's file; - is standard input")
    add_limit_argument(parser, game, "the limit with which the game was played")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")


WRITER_SECONDS = 10.0
"""For somebody to write to a pipe (guessed)."""


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """Games that the original wrote down, a JSON value each: whether a value is one, and what raises ValueError (or
    KeyError, TypeError, IndexError) where a game leaves the rules.
    """

    is_game: Callable[[object], bool]
    replay: Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` says of a file: an exit status, and lines for a person, escaped."""

    path: str
    status: Status
    lines: tuple[str, ...]

    @classmethod
    def unread(cls, path: str, reason: str) -> Self:
        """Return the verdict on a file that cannot be read."""
        return cls(path, Status.USAGE, (escaped(f"{path}: {reason}"),))


def run(
    arguments: argparse.Namespace,
    game: AnyGame,
    recorded: RecordedGames | None = None,
    own: Callable[[str], Verdict | None] = lambda path: None,
) -> int:
    """Verify the traces, and files that begin with a recorded game; return the exit status.

    `own` verifies a file of another format of the game's own, by its path, and returns None for all others.
    """
    verdicts = []
    for path in arguments.traces:
        verdict = own(path) or _verify(game, path, arguments.max_length, recorded)
        verdicts.append(verdict)
        if arguments.json:
            continue
        if verdict.status == Status.USAGE:
            complain(game, "verify", "\n".join(verdict.lines))
        else:
            print("\n".join(verdict.lines))
    if arguments.json:
        files = [{"file": escaped(each.path), "status": each.status, "says": each.lines} for each in verdicts]
        passed = all(each.status == Status.FINE for each in verdicts)
        print_json({"game": game.name, "passed": passed, "files": files})
    return max(verdict.status for verdict in verdicts)


def _verify(game: AnyGame, path: str, max_length: int | None, recorded: RecordedGames | None) -> Verdict:
    games = 0
    try:
        with open_trace(path) as file:
            items = read_values(file.read)
            first = [*islice(items, 1)]
            items = chain(first, items)
            if recorded and first and isinstance(first[0], Value) and recorded.is_game(first[0].data):
                return _verify_recorded(recorded, path, file, items)
            for values in split_games(game, items):
                games += 1
                file.begin_anew()
                for _ in replay(game, values, max_length):
                    pass
        if not games:
            raise NoTrace(1, "a game", "nothing")
    except Mismatch as mismatch:
        first_line, *more = str(mismatch).splitlines()
        return Verdict(path, Status.NO, (f"{escaped(path)}: {first_line}", *more))
    except OSError as error:
        return Verdict.unread(path, str(error.strerror))
    return Verdict(path, Status.FINE, (f"{escaped(path)}: ok",))


def _verify_recorded(
    recorded: RecordedGames, path: str, file: "BoundedFile", items: Iterable[Value | MalformedInput]
) -> Verdict:
    games, lines = 0, []
    for item in items:
        games += 1
        file.begin_anew()
        try:
            if not isinstance(item, Value) or not isinstance(item.data, dict) or not recorded.is_game(item.data):
                raise ValueError("expected an object of a game")
            recorded.replay(item.data)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            lines.append(escaped(f"{path}: game {games}: {type(error).__name__}: {error}"))
    count = f"{len(lines)} of {games} games leave the rules" if lines else f"ok, {games} games"
    status = Status.NO if lines else Status.FINE
    return Verdict(path, status, (*lines, f"{escaped(path)}: {count}"))


class BoundedFile:
    """A trace's file, of which so much may be read and no more: what is read is kept, in many times the memory."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._left = file, MOST_TRACE

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most so many, or all of them. Raises OSError."""
        chunk = self._file.read(self._left + 1 if size < 0 else size)
        self._left -= len(chunk)
        if self._left < 0:
            raise OSError(errno.EFBIG, f"expected at most {MOST_TRACE >> 20} MiB for a game, got more")
        return chunk

    def begin_anew(self) -> None:
        """Let as much be read again: what came before is no longer kept."""
        self._left = MOST_TRACE


@contextmanager
def open_trace(path: str, writer_seconds: float = WRITER_SECONDS) -> Iterator[BoundedFile]:
    """Open a trace's file, or standard input for `-`. Raises OSError, also of a pipe that nobody opens to write to for
    so many seconds.
    """
    if path == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "no standard input")
        yield BoundedFile(sys.stdin.buffer)
    else:
        with _opened(path, writer_seconds) as file:
            yield BoundedFile(file)


def _opened(path: str, writer_seconds: float) -> BinaryIO:
    """Open a file; a pipe's opening waits for who writes to it, and that for so many seconds. Raises OSError."""
    if not stat.S_ISFIFO(os.stat(path).st_mode):
        return open(path, "rb")
    try:
        return within(writer_seconds, lambda: open(path, "rb"))
    except TimeoutError:
        raise OSError(errno.EPIPE, f"nobody has written to this pipe for {writer_seconds:g} s") from None
