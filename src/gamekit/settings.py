"""What a player takes from its environment: NAME_MOVE_SECONDS, NAME_MOVE_NODES, NAME_SEED, NAME_LOG and NAME_STRICT;
and what it does about a bug of ours.

NAME is the game's. What is wrong with a setting is said in one line on standard error; the game goes on without it.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Container
from dataclasses import dataclass
from random import Random
from typing import TypeVar

A = TypeVar("A")
"""An action."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The seconds that a decision may take, or the nodes that it searches instead (None: the seconds count), its
    chance, whether our bugs are raised, and where to write a log; `complain` takes lines for a person.
    """

    rng: Random
    move_seconds: float = 1.0
    move_nodes: int | None = None
    strict: bool = False
    log: Callable[[bytes], None] | None = None
    complain: Callable[[str], None] = lambda line: None

    def decide(self, choose: Callable[[], A], legal: Container[A], fallback: A, shown: Callable[[], str]) -> A:
        """Return what is chosen, or else the fallback: a bug costs the quality of a move, not the game, unless strict.

        `shown` returns the position that caused it, for the line about the bug.
        """
        try:
            action = choose()
            if action not in legal:
                raise ValueError(f"the policy chose {action!r}, which is not legal")
        except Exception as error:
            if self.strict:
                raise
            self.complain(f"our bug, playing {fallback!r}: {type(error).__name__}: {error} in {shown()}")
            return fallback
        return action


def variable(game: str, setting: str) -> str:
    """Return the name of the variable that a setting comes from: LOST_CITIES_SEED for lost-cities and SEED."""
    return f"{game.upper().replace('-', '_')}_{setting}"


def read_settings(game: str, move_seconds: float, most_seconds: float = float("inf")) -> Settings:
    """Return the settings for a game, with these seconds a move if none are set, and never more than the most."""
    return Settings(
        rng=seeded(game),
        move_seconds=min(_move_seconds(game, move_seconds), most_seconds),
        move_nodes=_move_nodes(game),
        strict=os.environ.get(variable(game, "STRICT")) == "1",
        log=open_log(game, os.environ.get(variable(game, "LOG"))),
        complain=lambda line: complain(f"{game}: {line}"),
    )


def seeded(game: str) -> Random:
    """Return the chance that NAME_SEED sets."""
    name = variable(game, "SEED")
    text = os.environ.get(name)
    try:
        return Random(text)
    except UnicodeEncodeError:
        complain(f"{game}: expected text in {name}, got {text!r}, which is no UTF-8; playing without a seed")
        return Random()


def complain(line: str) -> None:
    """Write a line to standard error, wherever that leads; a closed one is no reason to stop playing."""
    if sys.stderr is not None:  # else descriptor 2 may be another file by now
        with contextlib.suppress(OSError):
            os.write(2, f"{line}\n".encode(errors="replace"))


def status_of(error: OSError) -> int:
    """Return the exit status of a player whose streams fail: 4 if there is no room to write, else 2."""
    return 4 if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else 2


def _move_seconds(game: str, default: float) -> float:
    name = variable(game, "MOVE_SECONDS")
    text = os.environ.get(name, str(default))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        complain(f"{game}: expected number > 0 in {name}, got {text!r}; using {default}")
        return default
    return seconds


def _move_nodes(game: str) -> int | None:
    name = variable(game, "MOVE_NODES")
    text = os.environ.get(name)
    if text is None or (text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text)):
        return None if text is None else int(text)
    complain(f"{game}: expected whole number from 1 to 999999999 in {name}, got {text!r}; watching the clock")
    return None


def open_log(game: str, path: str | None) -> Callable[[bytes], None] | None:
    """Return a writer that appends to a file, or None; a log that can't be written is reported, once, and left.

    It never waits: not for somebody to open the other end of a pipe, nor to read from it.
    """
    if not path:
        return None
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except OSError as error:
        complain(f"{game}: no log, {error}")
        return None
    with contextlib.suppress(OSError):  # no standard output is fine
        if os.path.samestat(os.fstat(file), os.fstat(1)):
            complain(f"{game}: no log, {path!r} is where the answers go")
            os.close(file)
            return None
    lost = False

    def log(record: bytes) -> None:
        nonlocal lost
        try:
            if not lost and os.write(file, record) < len(record):
                raise BlockingIOError(errno.EAGAIN, "no room for the whole record")
        except OSError as error:
            lost = True
            complain(f"{game}: log ends here, {error}")

    return log
