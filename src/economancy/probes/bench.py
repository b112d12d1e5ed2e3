"""The tested player on the bench: started afresh, sent messages, its answers judged by the rules."""

import contextlib
import functools
import itertools
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from economancy.probes.states import attack_and_defence, describe
from economancy.protocol import Dialect, ProtocolError, decode_action, encode_state
from economancy.rules.game import legal_actions
from economancy.rules.state import Action, Attacking, Investing, Observation
from gamekit.processes.guard import survivors
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.json_stream import dumps

EXIT_SECONDS = 1.0
"""How long a player has to exit when the game is over (guessed: a packed executable needs a tenth of it)."""

QUIET_SECONDS = 0.2
"""How long to listen for output that should not come (guessed)."""

_LOOK = 0.01  # seconds between looks whether a process has gone
_MARK = "ECONOMANCY_CHECK"


class Flaw(Exception):  # noqa: N818 - a finding about the player, not an error of the program
    """What a probe objects to: what came, what to do if the probe's own advice does not fit, and the evidence."""

    def __init__(self, came: str, todo: str = "", *, sent: str = "", stderr: str = "") -> None:
        super().__init__(came)
        self.came, self.todo, self.sent, self.stderr = came, todo, sent, stderr


def encode(observation: Observation, dialect: Dialect) -> bytes:
    """Return the state as the JSON text that a referee sends, without a newline."""
    return dumps(encode_state(observation.state, observation.seat, dialect))


def objection(observation: Observation, value: object) -> str:
    """Return why a JSON value is no legal move, or nothing if it is one."""
    try:
        action = decode_action(value)
    except ProtocolError:
        return f"answered {shorten(value)}, which is no array of one integer or one string"
    legal = legal_actions(observation.state, observation.seat)
    if action in legal:
        return ""
    if isinstance(observation.state.phase, Investing):
        return f"answered {shorten(value)}, expected [0] to [{legal[-1]}]"
    return f"answered {shorten(value)}, expected one of " + ", ".join(shorten([choice]) for choice in legal)


def shorten(value: object, length: int = 60) -> str:
    """Return a JSON value as a text of bounded length."""
    text = dumps(value).decode()
    return text if len(text) <= length else text[: length - 3] + "..."


class Run:
    """One process of the tested player; its methods raise Flaw where it does not do what they ask for."""

    def __init__(self, bench: "Bench", child: ChildPlayer, mark: str, temp: Path) -> None:
        self._bench = bench
        self._child = child
        self._mark = f"{_MARK}={mark}\0".encode()
        self._sent = b""  # since the last answer
        self._answered = False
        self.temp = temp
        self.pid = child.pid

    def flaw(self, came: str, todo: str = "") -> Flaw:
        """Return a Flaw with what was sent since the last answer, and what the player wrote to its standard error."""
        return Flaw(
            came, todo, sent=self._sent.decode(errors="replace").strip(), stderr=self._child.stderr_tail.strip()
        )

    def ask(self, message: bytes, timeout: float | None = None) -> Answer | Failure:
        """Send a message; return what came, within the bench's time limit unless given one."""
        if message:
            self._sent = message if self._answered else self._sent + message
        came = self._child.ask(message, self._bench.timeout if timeout is None else timeout)
        self._answered = isinstance(came, Answer)
        return came

    def move(self, observation: Observation, message: bytes | None = None, context: str = "") -> Answer:
        """Send a state, in the usual way unless given its text; return the legal answer."""
        answer = self.ask(self._bench.line(observation) if message is None else message)
        where = f"{context}{describe(observation)}: "
        if isinstance(answer, Failure):
            raise self.flaw(where + self.explain(answer))
        if wrong := objection(observation, answer.value):
            raise self.flaw(where + wrong)
        return answer

    def explain(self, failure: Failure) -> str:
        """Return the reason of a failure, with the last line of standard error if the player died."""
        last = self._child.stderr_tail.strip().rpartition("\n")[2][:200]
        shown = "".join(letter if letter.isprintable() else "?" for letter in last)
        return f"{failure.reason} ({shown})" if failure.kind == "dead" and last else failure.reason

    def stays_quiet(self) -> None:
        """Listen for output that nobody asked for."""
        more = self.ask(b"", QUIET_SECONDS)
        if isinstance(more, Answer):
            raise self.flaw(f"after its answer it wrote {shorten(more.value)}, unasked")
        if more.kind in ("garbage", "flood"):
            raise self.flaw(f"after its answer it {more.reason}, unasked")

    def exits(self, message: bytes, timeout: float = EXIT_SECONDS) -> str:
        """Send a message upon which the player exits without a word; return a note about its exit status."""
        gone = self.ask(message, timeout)
        if isinstance(gone, Answer):
            raise self.flaw(f"answered {shorten(gone.value)} instead of exiting")
        if gone.kind == "late":
            raise self.flaw(f"still running {timeout:g} s later")
        if gone.kind != "dead":
            raise self.flaw(f"did not exit: {gone.reason}")
        return "" if gone.reason.endswith("status 0") else f"it {self.explain(gone)}"

    def send(self, message: bytes) -> None:
        """Send a message that is not answered, and wait for nothing."""
        self.ask(message, 0)

    def close_input(self) -> None:
        """Close the player's standard input."""
        self._child.tell(b"")

    def processes(self) -> list[int]:
        """Return the live processes of the player, and of all that it started."""
        return survivors(self._mark, {self.pid})

    def leftovers(self, seconds: float = EXIT_SECONDS) -> list[int]:
        """Return the processes that the player has left running after some seconds."""
        until = self._bench.clock() + seconds
        while (found := self.processes()) and self._bench.clock() < until:
            time.sleep(_LOOK)
        return found


class Bench:
    """Starts the tested player as often as the probes want it, from as many threads."""

    def __init__(
        self, command: Sequence[str], timeout: float, scratch: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`timeout` is in seconds a move, the start included; `scratch` is a folder for temporary files."""
        self.command, self.timeout, self.clock = command, timeout, clock
        self._scratch = scratch
        self._numbers = itertools.count()
        self._running: dict[int, ChildPlayer] = {}
        self._stopped = False

    @contextlib.contextmanager
    def player(self, folder: Path | None = None) -> Iterator[Run]:
        """Start the player, with a temporary folder of its own, in another working folder if one is given.

        It is killed in the end without grace. Raises OSError if it cannot be started.
        """
        if self._stopped:
            raise Flaw("stopped")
        number = next(self._numbers)
        temp = self._scratch / str(number)
        temp.mkdir()
        command = self.command if folder is None else _in_folder(folder, self.command)
        mark = f"{os.getpid()}-{number}"
        try:
            with contextlib.closing(ChildPlayer(command, env={"TMPDIR": str(temp), _MARK: mark})) as child:
                self._running[number] = child
                try:
                    yield Run(self, child, mark, temp)
                finally:
                    del self._running[number]
                    child.close(grace=0)
        finally:
            shutil.rmtree(temp, ignore_errors=True)

    def new_folder(self) -> Path:
        """Return an empty folder that goes when the check ends."""
        folder = self._scratch / f"folder-{next(self._numbers)}"
        folder.mkdir()
        return folder

    def line(self, observation: Observation) -> bytes:
        """Return the state as it is sent where neither spelling nor line ends are the point."""
        attacking = isinstance(observation.state.phase, Attacking)
        return encode(observation, self.dialect if attacking else "referee") + b"\n"

    @functools.cached_property
    def dialect(self) -> Dialect:
        """The spelling that the player understands, so that one it does not know fails one probe and not all."""
        spellings: tuple[Dialect, ...] = ("referee", "assignment")
        for dialect in spellings:
            with contextlib.suppress(Flaw):
                for observation in attack_and_defence():
                    with self.player() as run:
                        run.move(observation, encode(observation, dialect) + b"\n")
                return dialect
        return "referee"

    def stop(self) -> None:
        """Kill the running players and start no more: the probes under way end soon, with a Flaw."""
        self._stopped = True
        for child in list(self._running.values()):
            with contextlib.suppress(OSError):
                os.killpg(child.pid, 9)


def _in_folder(folder: Path, command: Sequence[str]) -> list[str]:
    """Return a command that runs one in another working folder; files that it names are named absolutely."""
    program, *arguments = (os.path.abspath(word) if os.path.exists(word) else word for word in command)
    if "/" not in command[0]:
        program = command[0]
    return ["/bin/sh", "-c", 'cd "$0" && exec "$@"', str(folder), program, *arguments]


def action_of(answer: Answer) -> Action:
    """Return the action of a legal answer."""
    return decode_action(answer.value)
