"""A seat that is a program started anew for every turn, as the public framework does it: text in, two lines out."""

import contextlib
import os
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from coinfight.protocol import ProtocolError, decode_action, encode_state
from coinfight.rules import State
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import ChildSettings, Fault, Observation, Seat
from gamekit.processes.children import ChildProcess

MOST = 1 << 16
"""Bytes that the framework's pipe takes: more would hang it, so more is a fault here."""


@dataclass(slots=True)
class TurnSeat(Seat[State]):
    """A command that is run once a turn; what it leaves running is ended with the turn."""

    command: Sequence[str]
    settings: ChildSettings
    environment: dict[str, str]
    errors: str = field(default="", init=False)
    clock: Callable[[], float] = time.monotonic

    def ask(self, observation: Observation[State]) -> Answer | Failure:
        started = self.clock()
        try:
            child = ChildProcess(self.command, self.environment, self.settings.memory)
        except OSError as error:
            return Failure(Kind.DEAD, f"cannot be executed: {error}", self.clock() - started)
        try:
            output = self._talk(child, encode_state(observation.state).encode(), started + self.settings.timeout)
        finally:
            seconds = self.clock() - started
            harm = child.harm()
            child.end(0.0)
        if harm:
            return Failure(Kind.DEAD, harm, seconds)
        if isinstance(output, str):
            return Failure(Kind.LATE if output.startswith("no answer") else Kind.FLOOD, output, seconds)
        try:
            action = decode_action(output.removeprefix(BOM_UTF8).decode("latin-1"), observation.state.denominations)
        except ProtocolError as error:
            return Failure(Kind.GARBAGE, str(error), seconds)
        return Answer([action.coin, list(action.change)], seconds)

    def _talk(self, child: ChildProcess, message: bytes, until: float) -> bytes | str:
        """Write the state, read to the end of the output and wait for the exit; a text says why there is no answer."""
        with contextlib.suppress(OSError):
            if child.stdin is not None:
                os.write(child.stdin, message)  # a few hundred bytes: the pipe takes them at once
        child.close_stdin()
        output = errors = b""
        open_ends = {child.stdout, child.stderr}
        pause = 0.0002
        gone = got = False
        while got or not gone:  # once it has gone, what it wrote is there to be read
            gone, got = child.wait(0), False
            for end in tuple(open_ends):
                with contextlib.suppress(BlockingIOError):
                    chunk = os.read(end, MOST)
                    got = True
                    if not chunk:
                        open_ends.discard(end)
                    elif end == child.stdout:
                        output += chunk
                    else:
                        errors = (errors + chunk)[-4096:]
            self.errors = errors.decode(errors="replace")
            if len(output) > MOST:
                return f"wrote more than {MOST} bytes"
            if self.clock() > until:
                return f"no answer within {self.settings.timeout:g} s"
            if not got and not gone:
                time.sleep(pause)
                pause = min(2 * pause, 0.005)
        return output

    def tell(self, state: State, seat: int, fault: Fault | None) -> None:
        """Do nothing: between turns there is nobody."""


@contextlib.contextmanager
def open_turns(command: Sequence[str], settings: ChildSettings, environment: dict[str, str]) -> Iterator[TurnSeat]:
    """Open such a seat. Raises OSError if the command can't be executed at all, which a first start shows."""
    yield TurnSeat(command, settings, environment)
