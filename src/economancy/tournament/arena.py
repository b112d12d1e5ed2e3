"""One game of a tournament as a job: it can be sent to another process or machine, and comes back as a record."""

import contextlib
import errno
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, Self

from economancy.player import MOVE_SECONDS
from economancy.policy import builtin
from economancy.policy.baselines import decent
from economancy.policy.baselines import random as random_move
from economancy.protocol import Dialect
from economancy.referee import MOVE_TIMEOUT, BuiltinSeat, ChildSeat, Game, Seat, TraceWriter, play, seat_seed
from economancy.rules.game import apply, new_game, players_to_move
from economancy.rules.state import Action, End, Fault, Observation, State, Stock
from gamekit.processes.load import LoadProbe
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.json_stream import dumps

_NO_PROGRAM = (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR)  # other errors are the machine's

_load = LoadProbe()  # of this process

_NOISE = 0.7  # the share of random moves in openings, as in those of `economancy exploit`

_TRIES = 1000  # ten such days with four seats end early four times out of five (measured)


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the name it has in the tournament, and a built-in's name or a command."""

    name: str
    program: str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """What all games of a tournament share: seconds for an answer, bytes of address space for each process of a
    player, days of an opening to begin with. A strict player (ours) raises its errors instead of playing on.
    """

    timeout: float = MOVE_TIMEOUT
    memory: int | None = None
    opening_days: int = 0
    keep_trace: bool = False
    strict: bool = True
    dialect: Dialect = "referee"


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played: its place in the schedule, the shop, the players by seat, and its seeds."""

    number: int
    table: int
    block: int
    shop_name: str
    shop: tuple[Stock, ...]
    players: tuple[Player, ...]
    seed: int
    opening_seed: int

    def __str__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"game {self.number} ({names}; {self.shop_name} shop, seed {self.seed})"


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went: one line of a tournament's record. Neither winner nor forfeit is a draw; both are seats."""

    game: int
    table: int
    block: int
    shop: str
    seats: tuple[str, ...]
    seed: int
    winner: int | None
    forfeit: int | None
    reason: str | None
    days: int
    moves: int
    seconds: tuple[tuple[float, ...], ...]

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """Return the game of a row that `to_row` made and JSON carried. Raises KeyError and TypeError."""
        values = {item.name: row[item.name] for item in fields(cls)}
        seconds = tuple(tuple(seat) for seat in row["seconds"])
        return cls(**{**values, "seats": tuple(row["seats"]), "seconds": seconds})

    def to_row(self) -> dict[str, object]:
        """Return the game as a JSON object."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def shares(self) -> tuple[float, ...]:
        """Return what each seat scored; in all 1. After a fault who did not forfeit shares equally."""
        seats = len(self.seats)
        if self.winner is not None:
            return tuple(float(seat == self.winner) for seat in range(seats))
        if self.forfeit is not None:
            return tuple(0.0 if seat == self.forfeit else 1 / (seats - 1) for seat in range(seats))
        return (1 / seats,) * seats


@dataclass(frozen=True, slots=True)
class Report:
    """A played game; how much slower than alone players computed, where that was looked at; the trace if it was asked
    for; after a fault what each seat wrote to standard error last.
    """

    played: Played
    slowdown: float | None = None
    trace: bytes | None = None
    errors: tuple[str, ...] | None = None


def play_job(settings: Settings, job: Job) -> Report:
    """Play a game. Raises ValueError if no opening is found, and OSError if the machine cannot start a player."""
    lines: list[bytes] = []
    state = make_opening(job.shop, len(job.players), settings.opening_days, job.opening_seed)
    with contextlib.ExitStack() as stack:
        seats = [
            stack.enter_context(_open_safely(player, seat_seed(job.seed, seat), settings))
            for seat, player in enumerate(job.players)
        ]
        trace = TraceWriter(lines.append, settings.dialect) if settings.keep_trace else None
        game = play(state, seats, trace=trace)
    faulty = isinstance(game.state.phase, Fault)
    return Report(
        _record(job, game),
        slowdown=_load.look(),
        trace=_with_names(lines, job) if settings.keep_trace else None,
        errors=tuple(map(_errors, seats)) if faulty else None,
    )


def make_opening(shop: tuple[Stock, ...], seats: int, days: int, seed: int) -> State:
    """Return the position some mornings into a game, reached by *decent* with most moves random and nobody out.

    Of 1,000 tries, all from this seed, the first that does not end before. Raises ValueError if all do.
    """
    rng = Random(seed)
    for _ in range(_TRIES):
        state = _random_days(new_game(seats, shop), days, rng)
        if state is not None:
            return state
    raise ValueError(f"expected a game that lasts {days} days by random play, found none in {_TRIES} tries")


def _random_days(state: State, days: int, rng: Random) -> State | None:
    while days:
        actions: dict[int, Action] = {}
        for seat in players_to_move(state):
            policy = random_move if rng.random() < _NOISE else decent
            actions[seat] = policy(Observation(state, seat), rng)
        day, state = state.day, apply(state, actions)
        if isinstance(state.phase, End) or any(player.out for player in state.players):
            return None
        days -= state.day != day
    return state


@contextlib.contextmanager
def open_seat(program: str | tuple[str, ...], seed: int, settings: Settings) -> Iterator[Seat]:
    """Open a seat for a built-in's name or a command, and end all that it started. Raises OSError."""
    if isinstance(program, str):
        move_seconds = min(settings.timeout, MOVE_SECONDS)
        yield BuiltinSeat(builtin(program), Random(seed), time.monotonic, move_seconds)
        return
    environment = {"ECONOMANCY_SEED": str(seed), **({"ECONOMANCY_STRICT": "1"} if settings.strict else {})}
    with ChildPlayer(program, env=environment, memory=settings.memory) as child:
        yield ChildSeat(child, settings.timeout, settings.dialect)


@contextlib.contextmanager
def _open_safely(player: Player, seed: int, settings: Settings) -> Iterator[Seat]:
    """Open a seat that only fails as a player may: by its answers."""
    with contextlib.ExitStack() as stack:
        seat: Seat
        try:
            seat = stack.enter_context(open_seat(player.program, seed, settings))
        except OSError as error:
            if error.errno not in _NO_PROGRAM:
                raise
            seat = _Absent(str(error))
        yield _Caught(seat) if isinstance(seat, BuiltinSeat) else seat


@dataclass(frozen=True, slots=True)
class _Absent:
    """A seat whose player cannot be executed."""

    reason: str

    def ask(self, observation: Observation) -> Failure:
        return Failure("dead", f"cannot be executed: {self.reason}", 0.0)

    def tell(self, state: State, seat: int) -> None:
        """Do nothing."""


@dataclass(slots=True)
class _Caught:
    """A built-in whose exceptions are its own fault, not the tournament's."""

    seat: BuiltinSeat
    clock: Callable[[], float] = time.monotonic
    errors: str = field(default="", init=False)

    def ask(self, observation: Observation) -> Answer | Failure:
        started = self.clock()
        try:
            return self.seat.ask(observation)
        except Exception as error:
            self.errors = traceback.format_exc()
            return Failure("dead", f"our bug: {type(error).__name__}: {error}", self.clock() - started)

    def tell(self, state: State, seat: int) -> None:
        """Do nothing: a built-in keeps nothing that has to end."""


def _errors(seat: Seat) -> str:
    if isinstance(seat, ChildSeat):
        return seat.child.stderr_tail
    return seat.errors if isinstance(seat, _Caught) else ""


def _record(job: Job, game: Game) -> Played:
    phase = game.state.phase
    return Played(
        game=job.number,
        table=job.table,
        block=job.block,
        shop=job.shop_name,
        seats=tuple(player.name for player in job.players),
        seed=job.seed,
        winner=phase.winner if isinstance(phase, End) else None,
        forfeit=phase.forfeit if isinstance(phase, Fault) else None,
        reason=phase.reason if isinstance(phase, Fault) else None,
        days=game.days,
        moves=game.moves,
        seconds=tuple(tuple(round(second, 6) for second in seconds) for seconds in game.seconds),
    )


def _with_names(lines: list[bytes], job: Job) -> bytes:
    """Return a whole trace, the names of who sits where before it, as in a tournament's stream."""
    names = {"meta": "players", "names": [player.name for player in job.players]}
    return b"".join(line + b"\n" for line in (dumps(names), *lines))
