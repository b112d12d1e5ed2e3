"""One game of a tournament as a job: it can be sent to another process or machine, and comes back as a record."""

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from random import Random
from typing import Any, Self

from gamekit.answer import Delay, Failure, Kind
from gamekit.game import OURS, AnyGame, ChildSettings, Seat, Surroundings, win_shares
from gamekit.game.results import length_of, returns_of
from gamekit.processes.load import LoadProbe
from gamekit.referee import play
from gamekit.seats import Program, open_safely
from gamekit.seeds import seat_seed
from gamekit.table import Step, Table, value_of
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import dumps

_load = LoadProbe()  # of this process

MOST_REASON = 1000
"""Characters of a fault's reason that are kept (guessed: ten times the longest of ours)."""

MOST_ERRORS = 1 << 16
"""Bytes of a player's standard error that are kept of a game, if they are kept of every game (guessed)."""

TRIES = 1000
"""Openings tried from one seed (guessed): of the longest ones of Economancy four in five end early."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the name it has in the tournament, a built-in's name or a command, and where that runs."""

    name: str
    program: Program
    surroundings: Surroundings = OURS


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What all games of a tournament share: how players are asked, and the length of an opening to begin with."""

    game: AnyGame
    asked: ChildSettings
    opening: int = 0
    keep_trace: bool = False
    keep_errors: bool = False
    """Whether standard errors are kept of every game, their last 64 KiB, and not only the end of them after a fault."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played: its place in the schedule, its variant, the players by seat, and its seeds."""

    number: int
    table: int
    block: int
    variant: str
    players: tuple[Player, ...]
    seed: int
    opening_seed: int

    def __str__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"game {self.number} ({names}; {self.variant}, seed {self.seed})"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game went: one line of a tournament's record.

    `returns` are those of the rules, None if a seat forfeited, which `forfeit` names; `faults` are the seats that
    committed one, in order; `reason` is that of the fault of `culprit`. `length` is in the game's own unit, `seconds`
    are those of each answer by seat. `start` and `actions` are hashes of the first state and of all answers: games in
    which both are equal are the same game. Empty: not known.
    """

    game: int
    table: int
    block: int
    variant: str
    seats: tuple[str, ...]
    seed: int
    returns: tuple[float, ...] | None
    forfeit: int | None
    reason: str | None
    faults: tuple[int, ...]
    length: int
    moves: int
    seconds: tuple[tuple[float, ...], ...]
    start: str = ""
    actions: str = ""

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """Return the game of a row that `to_row` made and JSON carried. Raises KeyError and TypeError."""
        values = {item.name: row[item.name] for item in fields(cls) if item.name in row or item.default is MISSING}
        returns = row["returns"]
        return cls(
            **{
                **values,
                "seats": tuple(row["seats"]),
                "reason": None if row["reason"] is None else row["reason"][:MOST_REASON],
                "returns": None if returns is None else tuple(returns),
                "faults": tuple(row["faults"]),
                "seconds": tuple(tuple(seat) for seat in row["seconds"]),
            }
        )

    def to_row(self) -> dict[str, object]:
        """Return the game as a JSON object."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def shares(self) -> tuple[float, ...]:
        """Return what each seat scored; in all 1. After a fault that ended it who did not forfeit shares equally."""
        if self.returns is not None:
            return win_shares(self.returns)
        seats = len(self.seats)
        return tuple(0.0 if seat == self.forfeit else 1 / (seats - 1) for seat in range(seats))

    @property
    def culprit(self) -> int | None:
        """The seat whose fault `reason` describes: the one that forfeited, else the first with a fault, else None."""
        return self.forfeit if self.forfeit is not None else next(iter(self.faults), None)

    def was_late(self, timeout: float) -> bool:
        """Tell whether a seat with a fault took that many seconds for an answer."""
        return any(max(self.seconds[seat], default=0.0) >= timeout for seat in self.faults)

    @property
    def winner(self) -> int | None:
        """The seat that won the game by its rules; None after a draw or a forfeit."""
        if self.returns is None:
            return None
        best = max(self.returns)
        return self.returns.index(best) if self.returns.count(best) == 1 else None


@dataclass(frozen=True, slots=True)
class Report:
    """A played game; the slowdown of the machine (see `LoadProbe`) if it was measured; the trace if it was asked for;
    after a fault, or if it was asked for, the end of each seat's standard error; and the seats that were late and did
    not just wait.
    """

    played: GameResult
    slowdown: float | None = None
    trace: bytes | None = None
    errors: tuple[str, ...] | None = None
    starved: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Void:
    """A game without a result, for which nobody can be named: whoever played it died or stood still each time."""

    job: Job
    reason: str

    def to_row(self) -> dict[str, object]:
        """Return the game as a JSON object."""
        return {"game": self.job.number, "players": [player.name for player in self.job.players], "reason": self.reason}


def play_job(settings: GameSettings, job: Job) -> Report:
    """Play a game. Raises ValueError if no opening is found, and OSError if the machine cannot start a player."""
    game = settings.game
    lines: list[bytes] = []
    state = make_opening(game, len(job.players), job.variant, settings.opening, job.opening_seed)
    kept = [_Tail() for _ in job.players]
    with contextlib.ExitStack() as stack:
        seats = [
            stack.enter_context(_open(settings, player, seat_seed(job.seed, seat), kept[seat]))
            for seat, player in enumerate(job.players)
        ]
        names = [player.name for player in job.players]
        trace = TraceWriter(game.speaking(settings.asked.wire), lines.append, names) if settings.keep_trace else None
        ended = play(game, state, seats, trace=trace)
        played = _record(job, state, ended)
        errors = tuple(seat.errors for seat in seats) if played.faults else None
    if settings.keep_errors:  # with the last words
        errors = tuple(tail.text or seat.errors for tail, seat in zip(kept, seats, strict=True))
    return Report(
        played,
        slowdown=_load.measure() if played.was_late(settings.asked.timeout) else _load.look(),
        trace=b"".join(line + b"\n" for line in lines) if settings.keep_trace else None,
        errors=errors,
        starved=tuple(sorted({step.seat for step in ended.all_steps() if _may_be_starved(step)})),
    )


def _may_be_starved(step: Step[Any]) -> bool:
    """Tell whether an answer came too late of a player that may have wanted more of the processor than it got."""
    reply = step.reply
    return isinstance(reply, Failure) and reply.kind == Kind.LATE and reply.delay in (None, Delay.SLOW, Delay.BUSY)


class _Tail:
    """Keeps the end of what a player writes to its standard error."""

    def __init__(self) -> None:
        self._bytes = b""

    def __call__(self, chunk: bytes) -> None:
        self._bytes = (self._bytes + chunk)[-MOST_ERRORS:]

    @property
    def text(self) -> str:
        return self._bytes.decode(errors="replace")


def _open(
    settings: GameSettings, player: Player, seed: int, tail: _Tail
) -> contextlib.AbstractContextManager[Seat[Any]]:
    where = replace(player.surroundings, hear=tail) if settings.keep_errors else player.surroundings
    asked = replace(settings.asked, surroundings=where)
    return open_safely(settings.game, player.program, seed, asked)


def make_opening(game: AnyGame, seats: int, variant: str, length: int, seed: int) -> Any:
    """Return a first state, or one some random play into a game (see `Game.opening`).

    Of 1,000 tries, all from this seed, the first that does not end before. Raises ValueError if all do.
    """
    rng = Random(seed)
    if not length:
        return game.new_game(seats, variant, rng)
    for _ in range(TRIES):
        state = game.opening(seats, variant, length, rng)
        if state is not None:
            return state
    raise ValueError(
        f"expected a game that lasts {length} {game.length_noun} by random play, found none in {TRIES} tries"
    )


def _record(job: Job, start: Any, ended: Table[Any]) -> GameResult:
    game, forfeit, faults = ended.game, ended.forfeit, ended.faults
    return GameResult(
        game=job.number,
        table=job.table,
        block=job.block,
        variant=job.variant,
        seats=tuple(player.name for player in job.players),
        seed=job.seed,
        returns=returns_of(game, ended.state) if forfeit is None else None,
        forfeit=None if forfeit is None else forfeit.seat,
        reason=(forfeit or faults[0]).reason[:MOST_REASON] if faults else None,
        faults=tuple(fault.seat for fault in faults),
        length=length_of(game, ended.state),
        moves=ended.moves,
        seconds=tuple(tuple(round(second, 6) for second in seconds) for seconds in ended.seconds),
        start=_hash(game.encode_state(start)),
        actions=_hash([value_of(game, step.reply) for step in ended.all_steps()]),
    )


def _hash(value: object) -> str:
    """Return a hash of a JSON value, short enough for a line of the record."""
    return hashlib.sha256(dumps(value)).hexdigest()[:16]
