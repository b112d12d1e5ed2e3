"""The tested player on the bench: started afresh, asked over the wire of its game, its answers judged by the rules."""

import contextlib
import errno
import functools
import itertools
import math
import os
import shutil
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Generic

from gamekit.answer import Answer, Choice, Failure, Kind
from gamekit.game import OURS, A, ChildSettings, Game, Observation, S, Seat, Surroundings
from gamekit.probes.probe import Flaw
from gamekit.probes.samples import Samples, random_samples
from gamekit.probes.text import shorten, with_last_lines
from gamekit.processes import sandbox
from gamekit.processes.guard import survivors
from gamekit.wire.json_seat import open_child
from gamekit.wire.json_stream import dumps

EXIT_SECONDS = 1.0
"""How long a player has to exit when the game is over (guessed: a packed executable needs a tenth of it)."""

FOR_STATES, FOR_GAMES, FOR_ALL = 0.3, 0.7, 1.0
"""Shares of the time of a check after which no further state is asked, games are broken off, so are those played alone
(guessed: a player that takes 0.3 s for a move still plays a whole game).
"""

_LOOK = 0.01  # seconds between looks whether a process has gone
_MARK = "GAMEKIT_CHECK"
_CHOICES = 20  # legal moves that are listed for a player that made another


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player is started: the command, what is added to its environment, its own temporary folder, and the
    mark by which its processes are known.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    temp: Path

    @property
    def mark(self) -> bytes:
        return f"{_MARK}={self.environment[_MARK]}\0".encode()


class Run(Generic[S, A]):
    """One start of the tested player; its methods raise Flaw where it does not do what they ask for."""

    def __init__(self, bench: "Bench[S, A]", place: Place, seat: Seat[S]) -> None:
        self._bench, self._place, self._seat = bench, place, seat
        self._sent = b""  # what is shown of a flaw

    @property
    def temp(self) -> Path:
        """Its temporary folder."""
        return self._place.temp

    def answer(self, observation: Observation[S]) -> Answer | Failure:
        """Ask the player; return what came within the bench's time limit."""
        self._sent = dumps(self._bench.game.encode_observation(observation))
        came = self._seat.ask(observation)
        assert not isinstance(came, Choice)  # a program writes values
        return came

    def move(self, observation: Observation[S], context: str = "") -> Answer:
        """Ask the player; return the legal answer."""
        return self.judged(observation, self.answer(observation), context)

    def judged(self, observation: Observation[S], answer: Answer | Failure, context: str) -> Answer:
        """Return an answer to this observation, which must be legal."""
        where = f"{context}{self._bench.describe(observation)}: "
        if isinstance(answer, Failure):
            raise self.flaw(where + self.explain(answer))
        if wrong := self._bench.objection(observation, answer.value):
            raise self.flaw(where + wrong)
        return answer

    def tell_end(self, state: S, seat: int) -> None:
        """Tell the player that the game has ended in this state."""
        self._seat.tell(state, seat, None)

    def errors(self) -> str:
        """Return what the player wrote to its standard error last."""
        return self._seat.errors

    def flaw(self, came: str, todo: str = "") -> Flaw:
        """Return a Flaw with what was sent since the last answer, and what the player wrote to its standard error."""
        return Flaw(came, todo, sent=self._sent.decode(errors="replace").strip(), stderr=self.errors().strip())

    def explain(self, failure: Failure) -> str:
        """Return the reason of a failure, with the last lines of standard error if the player died."""
        return with_last_lines(failure.reason, self.errors() if failure.kind == Kind.DEAD else "")

    def processes(self) -> list[int]:
        """Return the live processes of the player, and of all that it started."""
        return survivors(self._place.mark, set())

    def leftovers(self) -> list[int]:
        """Return the processes that the player has left running after EXIT_SECONDS."""
        until = self._bench.clock() + EXIT_SECONDS
        while (found := self.processes()) and self._bench.clock() < until:
            time.sleep(_LOOK)
        return found

    def kill(self) -> None:
        """Kill the player and all that it started."""
        for pid in self.processes():
            with contextlib.suppress(OSError):  # gone meanwhile
                os.kill(pid, signal.SIGKILL)


class Bench(Generic[S, A]):
    """Starts the tested player as often as the probes want it, from as many threads.

    A game may take a subclass: with samples of its own, its own words, its own way of speaking to the player.
    """

    opponents: Sequence[str] = ("random",)
    """The built-ins that whole games are played against; the last one is played when time and memory are measured."""

    surroundings: Surroundings = OURS
    """Where the player runs, set before the first probe."""
    seconds: float = math.inf
    """What the whole check may take; set before the first probe."""

    def __init__(
        self,
        game: Game[S, A],
        command: Sequence[str],
        timeout: float,
        scratch: Path,
        wire: str = "",
    ) -> None:
        """`timeout` is in seconds a move, the start included; `scratch` is a folder for temporary files.

        `wire` is how the player is spoken to, by default the game's first.
        """
        self.wire = wire or game.wires[0]
        self.game = game.speaking(self.wire)
        self.command, self.timeout = command, timeout
        self.typed = command  # by who checks
        self._scratch = scratch
        self._begun = self.clock()
        self._slowest = 0.0
        self.left_out = False  # something, for lack of time
        self._numbers = itertools.count()
        self._running: set[Run[S, A]] = set()
        self._stopped = False

    # What a game may say better

    @functools.cached_property
    def samples(self) -> Samples[S]:
        """What the player is sent where the probe is not about a particular state."""
        return random_samples(self.game)

    def describe(self, observation: Observation[S]) -> str:
        """Return in a few words what the seat is asked for."""
        return f"asked as seat {observation.seat} of {self.game.seats_of(observation.state)}"

    def objection(self, observation: Observation[S], value: object) -> str:
        """Return why an answer is no legal move, or nothing if it is one."""
        assert observation.seat is not None
        try:
            action = self.game.decode_action(value)
        except ValueError as error:
            return f"answered {shorten(value)}: {error}"
        legal = self.game.legal_actions(observation.state, observation.seat)
        if action in legal:
            return ""
        why = self.game.objection(observation.state, observation.seat, action)
        got, why = f"answered {shorten(value)}", why and f" ({why})"
        least, most = (shorten(self.game.encode_action(choice)) for choice in (legal[0], legal[-1]))
        if isinstance(legal, range):
            return f"{got}, expected {least} to {most}{why}"
        choices = [shorten(self.game.encode_action(choice)) for choice in islice(legal, _CHOICES)]
        more = f" or {len(legal) - _CHOICES} more" if len(legal) > _CHOICES else ""
        return f"{got}, expected one of {', '.join(choices)}{more}{why}"

    @contextlib.contextmanager
    def player(self, folder: Path | None = None) -> Iterator[Run[S, A]]:
        """Start the player over the game's wire, in another working folder if one is given; end it on leaving.

        Raises OSError if it cannot be started.
        """
        with self.placed(folder) as place:
            if shutil.which(self.command[0]) is None:
                raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), self.command[0])
            added = [f"{name}={value}" for name, value in place.environment.items()]
            settings = ChildSettings(self.wire, self.timeout, self.around(place), strict=False)
            with open_child(self.game, ["/usr/bin/env", *added, *place.command], settings) as seat:
                run = Run(self, place, seat)
                with self.watching(run):
                    yield run

    # What it does for all

    def time_is_up(self, share: float = FOR_STATES) -> bool:
        """Tell whether this share of the time has passed, after which who asks this begins nothing more."""
        up = self.clock() - self._begun > self.seconds * share
        self.left_out |= up
        return up

    def note(self, came: Answer | Failure) -> None:
        """Take in how long an answer took."""
        if isinstance(came, Answer):
            self._slowest = max(self._slowest, came.seconds)

    @property
    def patience(self) -> float:
        """The seconds after which an answer that need not come is waited for no more, by those that came."""
        return min(self.timeout, round(1.0 + 3 * self._slowest, 1))

    def clock(self) -> float:
        """Return the time in seconds, from some beginning."""
        return time.monotonic()

    @contextlib.contextmanager
    def placed(self, folder: Path | None) -> Iterator[Place]:
        """Make the place for a start of the player, and clear it away on leaving. Raises Flaw when all is to stop."""
        if self._stopped:
            raise Flaw("stopped")
        number = next(self._numbers)
        temp = self._scratch / str(number)
        temp.mkdir()
        command = self.command if folder is None else _in_folder(folder, self.command)
        try:
            own = {} if self.surroundings.sandbox else {"TMPDIR": str(temp)}
            yield Place(command, {**own, _MARK: f"{os.getpid()}-{number}"}, temp)
        finally:
            shutil.rmtree(temp, ignore_errors=True)

    def around(self, place: Place) -> Surroundings:
        """Return where the player runs that is started at this place: it sees the files that its command names."""
        return self.surroundings.showing(*sandbox.named_files(place.command, os.getcwd()))

    def bare(self, place: Place) -> tuple[list[str], dict[str, str]]:
        """Return the words and the environment with which a probe starts the player itself. Raises OSError."""
        if self.surroundings.sandbox is None:
            return [*place.command], {**os.environ, **place.environment}
        wrapped = sandbox.wrapped(place.command, self.around(place), _MARK)
        return wrapped, sandbox.environment(place.environment)

    @contextlib.contextmanager
    def watching(self, run: Run[S, A]) -> Iterator[None]:
        """Let `stop` kill this run meanwhile."""
        self._running.add(run)
        try:
            yield
        finally:
            self._running.discard(run)

    def new_folder(self) -> Path:
        """Return an empty folder that goes when the check ends."""
        folder = self._scratch / f"folder-{next(self._numbers)}"
        folder.mkdir()
        return folder

    def stop(self) -> None:
        """Kill the running players and start no more: the probes under way end soon, with a Flaw."""
        self._stopped = True
        for run in list(self._running):
            run.kill()


AnyBench = Bench[Any, Any]
"""A bench of which the game does not matter."""


def _in_folder(folder: Path, command: Sequence[str]) -> list[str]:
    """Return a command that runs one in another working folder; files that it names are named absolutely."""
    program, *arguments = (os.path.abspath(word) if os.path.exists(word) else word for word in command)
    if "/" not in command[0]:
        program = command[0]
    return ["/bin/sh", "-c", 'cd "$0" && exec "$@"', str(folder), program, *arguments]
