"""The loop that a referee spawns: read a set-up or a board, decide, write what follows, flush; until the input ends."""

import contextlib
import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from gamekit.deadline import Deadline
from gamekit.wire.json_stream import Malformed, dumps, read_values
from santorini.policy import OURS, builtin
from santorini.policy.interface import Policy
from santorini.protocol import ProtocolError, decode, encode, encode_answer
from santorini.rules import State, successors
from santorini.search.decision import first_legal

MOVE_SECONDS = 1.0
"""The ceiling of a decision: a tenth of the referee's usual limit."""

MOST_SECONDS = 9.0
"""No setting makes a decision longer: the course allows ten seconds."""

GREETING = "santorini: type or paste boards as JSON; each is answered with the board after a turn (Ctrl-D ends)"


@dataclass
class Player:
    """One player on a pair of pipes; `read` and `write` move bytes, `complain` takes lines for a person."""

    policy: Policy
    read: Callable[[int], bytes]
    write: Callable[[bytes], None]
    complain: Callable[[str], None]
    rng: Random
    move_seconds: float = MOVE_SECONDS
    clock: Callable[[], float] = time.monotonic
    strict: bool = False
    log: Callable[[bytes], None] | None = None

    def run(self) -> int:
        """Answer messages until the end of the input; return the exit status: 2 if the last one was bad, else 0."""
        status = 0
        for item in read_values(self.read):
            if isinstance(item, Malformed):
                self.complain(item.message)
                status = 2
            else:
                status = self._answer(item.data)
        return status

    def _answer(self, message: object) -> int:
        started = self.clock()
        try:
            state = decode(message)
        except ProtocolError as error:
            self.complain(str(error))
            return 2
        if not successors(state):
            self.complain("expected a board with a legal turn, got one without: nothing to answer")
            return 2
        answer = encode_answer(self.decide(state, Deadline(self.clock, started + self.move_seconds)))
        self.write(dumps(answer) + b"\n")
        if self.log:
            record = {"state": message, "answer": answer, "seconds": round(self.clock() - started, 6)}
            self.log(dumps(record) + b"\n")
        return 0

    def decide(self, state: State, deadline: Deadline) -> State:
        """Return a state that may follow.

        A bug in the policy costs the quality of a turn, not the game, unless strict.
        """
        try:
            after = self.policy(state, self.rng, deadline)
            if after not in successors(state):
                raise ValueError(f"the policy chose {after!r}, which may not follow")
        except Exception as error:
            if self.strict:
                raise
            after = first_legal(state)
            shown = dumps(encode(state)).decode()
            self.complain(f"our bug, playing {after!r}: {type(error).__name__}: {error} in {shown}")
        return after


def main(policy_name: str = OURS) -> int:
    """Play on standard input and output with the settings of the environment; return the exit status.

    Raises ValueError if there is no such built-in.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # ends at once, without a traceback
    if os.isatty(0):
        _complain(GREETING)
    player = Player(
        policy=builtin(policy_name),
        read=_read,
        write=_write,
        complain=lambda line: _complain(f"santorini: {line}"),
        rng=Random(os.environ.get("SANTORINI_SEED")),
        move_seconds=_move_seconds(os.environ),
        strict=os.environ.get("SANTORINI_STRICT") == "1",
        log=_open_log(os.environ.get("SANTORINI_LOG")),
    )
    with contextlib.suppress(OSError):  # a closed one is the end of the input
        os.set_blocking(0, True)
    try:
        return player.run()
    except BrokenPipeError:
        return 0  # nobody listens any more
    except OSError as error:
        if error.errno == errno.EBADF:
            return 0  # nor ever did
        _complain(f"santorini: cannot go on, {error}")
        return 2


def _read(size: int) -> bytes:
    try:
        return os.read(0, size)
    except OSError as error:
        if error.errno in (errno.EBADF, errno.EIO):  # closed before we started, or the terminal went away
            return b""
        raise


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def _complain(line: str) -> None:
    """Write a line to standard error, wherever that leads; a closed one is no reason to stop playing."""
    if sys.stderr is not None:  # else descriptor 2 may be another file by now
        with contextlib.suppress(OSError):
            os.write(2, f"{line}\n".encode(errors="replace"))


def _move_seconds(environment: Mapping[str, str]) -> float:
    text = environment.get("SANTORINI_MOVE_SECONDS", str(MOVE_SECONDS))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        _complain(f"santorini: expected number > 0 in SANTORINI_MOVE_SECONDS, got {text!r}; using {MOVE_SECONDS}")
        return MOVE_SECONDS
    return min(seconds, MOST_SECONDS)


def _open_log(path: str | None) -> Callable[[bytes], None] | None:
    """Return a writer that appends to a file, or None; a log that can't be written is reported, once, and left."""
    if not path:
        return None
    try:
        file = open(path, "ab", buffering=0)  # noqa: SIM115 - open as long as the process lives
    except OSError as error:
        _complain(f"santorini: no log, {error}")
        return None
    lost = False

    def log(record: bytes) -> None:
        nonlocal lost
        try:
            if not lost:
                file.write(record)
        except OSError as error:
            lost = True
            _complain(f"santorini: log ends here, {error}")

    return log
