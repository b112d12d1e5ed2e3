"""Who sits at a table: built-ins and programs; opened, asked, told, ended.

A seat is a `gamekit.game.Seat`. People are asked by pages and terminals (`gamekit.web`).
"""

import contextlib
import shlex
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic

from gamekit.answer import Choice, Failure, Kind
from gamekit.builtins import is_brought, is_own, policy_of
from gamekit.deadline import Deadline
from gamekit.game import A, AnyGame, ChildSettings, Game, Observation, Policy, S, Seat
from gamekit.game.source import bug_text, is_ours, source_of
from gamekit.table import Round
from gamekit.text import escaped
from gamekit.wire.json_seat import open_child
from gamekit.wire.pipes import THE_MACHINE_S

Program = str | tuple[str, ...]
"""Who plays: a built-in's name, or the words of a command."""


@dataclass(slots=True)
class BuiltinSeat(Seat[S], Generic[S, A]):
    """A built-in policy, called in this process. An exception is its failure; with `raising` it passes through, but for
    that of a policy that a package brings.
    """

    game: Game[S, A]
    policy: Policy[S, A]
    rng: Random
    move_seconds: float
    raising: bool = False
    brought: bool = False
    clock: Callable[[], float] = time.monotonic
    errors: str = field(default="", init=False)

    def ask(self, observation: Observation[S]) -> Choice | Failure:
        started = self.clock()
        try:
            action = self.policy(observation, self.rng, Deadline(self.clock, started + self.move_seconds))
        except Exception as error:
            if self.raising and not self.brought:
                raise
            self.errors = traceback.format_exc()
            bug = f"{type(error).__name__}: {error}" if self.brought else bug_text(self.game, error)
            return Failure(Kind.DEAD, bug, self.clock() - started)
        return Choice(action, self.clock() - started)


@dataclass(frozen=True, slots=True)
class AbsentSeat(Seat[Any]):
    """A seat whose player cannot be executed."""

    reason: str

    def ask(self, observation: Observation[Any]) -> Failure:
        return Failure(Kind.DEAD, f"cannot be executed: {self.reason}", 0.0)


def how_to_check(game: AnyGame, program: Program) -> str:
    """Return the sentence that says how to find out what is wrong with a program; "" for a built-in."""
    if isinstance(program, str):
        return ""
    words = program[0] if len(program) == 1 else shlex.join(program)
    return f"{game.command_line()} check {shlex.quote(escaped(words))} tells more"


def open_builtin(game: Game[S, A], name: str, seed: int, move_seconds: float) -> BuiltinSeat[S, A]:
    """Return a seat of a built-in; exceptions of ours pass through. Raises ValueError for other names."""
    return BuiltinSeat(game, policy_of(game, name), Random(seed), move_seconds, raising=True, brought=is_brought(name))


def tell_rounds(player: Seat[S], seat: int, rounds: Iterable[Round[S]]) -> None:
    """Tell the player in a seat of rounds that are over; of one that ended by a fault it is told at the end."""
    for played in rounds:
        if played.forfeit is None:
            player.saw(played.before, played.actions, played.after, seat)


@contextlib.contextmanager
def open_seat(game: AnyGame, program: Program, seed: int, settings: ChildSettings) -> Iterator[Seat[Any]]:
    """Open a seat with a seed of its own, and end all that it started on leaving. Raises OSError and ValueError.

    Exceptions of a built-in pass through; see `open_safely`.
    """
    if isinstance(program, str):
        yield open_builtin(game, program, seed, min(settings.timeout, game.move_seconds))
        return
    where = settings.surroundings.showing(str(source_of(game)))  # which a player may import
    with open_child(game.speaking(settings.wire), program, replace(settings, seed=seed, surroundings=where)) as seat:
        yield seat


@contextlib.contextmanager
def open_safely(game: AnyGame, program: Program, seed: int, settings: ChildSettings) -> Iterator[Seat[Any]]:
    """Open a seat that only fails as a player may: by its answers. Raises OSError if the machine cannot start it.

    Exceptions of ours in a game of one's own, such as those of `uct:N`, pass through: the game's bug costs no player.
    """
    with contextlib.ExitStack() as stack:
        seat: Seat[Any]
        try:
            seat = stack.enter_context(open_seat(game, program, seed, settings))
        except OSError as error:
            if error.errno in THE_MACHINE_S:
                raise
            seat = AbsentSeat(str(error))
        if isinstance(seat, BuiltinSeat):
            seat.raising = not is_ours(game) and not is_own(game, str(program))
        yield seat
