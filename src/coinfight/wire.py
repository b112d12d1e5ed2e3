"""A seat that is a program started anew for every turn, as the public framework does it: text in, two lines out.

The text itself is written and read in protocol.py.
"""

import contextlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coinfight.protocol import LineError, decode_action, encode_state
from coinfight.rules import State
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import ChildSettings, Observation, Seat
from gamekit.wire.child import ChildPlayer
from gamekit.wire.delays import explained
from gamekit.wire.lines import WholeSplitter
from gamekit.wire.pipes import THE_MACHINE_S, Pipes

MOST = 1 << 16
"""Bytes that the framework's pipe takes: more would hang it, so more is a fault here."""


@dataclass(slots=True)
class TurnSeat(Seat[State]):
    """A command that is run once a turn; what it leaves running is ended with the turn.

    Asking raises OSError if the machine cannot start it.
    """

    command: Sequence[str]
    settings: ChildSettings
    environment: dict[str, str]
    errors: str = field(default="", init=False)

    def ask(self, observation: Observation[State]) -> Answer | Failure:
        try:
            process = Pipes(
                self.command, env=self.environment, surroundings=self.settings.surroundings, until_exit=True
            )
        except OSError as error:
            if error.errno in THE_MACHINE_S:
                raise
            return Failure(Kind.DEAD, f"cannot be executed: {error}", 0.0)
        child = ChildPlayer(process, WholeSplitter(), max_output=MOST)
        try:
            child.tell(encode_state(observation.state).encode())
            came = explained(child.ask(b"", self.settings.timeout), child, ends_line=True, ended=True)
            self.errors = child.stderr_tail
        finally:
            child.close(grace=0)
        if isinstance(came, Failure):
            return came
        assert isinstance(came.value, bytes)
        try:
            text = came.value.removeprefix(BOM_UTF8).decode("latin-1")
            action = decode_action(text, observation.state.denominations)
        except LineError as error:
            return Failure(Kind.GARBAGE, str(error), came.seconds)
        return Answer([action.coin, list(action.change)], came.seconds)


@contextlib.contextmanager
def open_turns(command: Sequence[str], settings: ChildSettings, environment: dict[str, str]) -> Iterator[TurnSeat]:
    """Open such a seat. Raises OSError if the command can't be executed at all, which a first start shows."""
    yield TurnSeat(command, settings, environment)
