"""Probes that ask for legal moves, one by one and in whole games: under the rules, by the clock, for their memory."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gamekit.answer import Answer, Failure
from gamekit.builtins import policy_of
from gamekit.game import AnyGame, Fault, Observation, Seat
from gamekit.probes.bench import FOR_ALL, FOR_GAMES, AnyBench, Run
from gamekit.probes.samples import random_observations, variants_for
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.seeds import deal_seed, seat_seed
from gamekit.text.counts import counted

SHARE_OF_LIMIT = 0.1
"""An answer should take no more of the time limit: a busy machine may be ten times slower (guessed)."""

MEMORY_MIB = 1024
"""Four players of this size fit a common machine (guessed)."""

_SEED = 0

AnyRun = Run[Any, Any]
Situations = Callable[[], Sequence[Observation[Any]]]
"""Builds observations to ask about, each of a fresh process of the player."""


def first_move(bench: AnyBench) -> str:
    """Expect a legal answer to a game's first question."""
    return legal_answers(lambda: [bench.samples.first], bench)


def legal_answers(situations: Situations, bench: AnyBench) -> str:
    """Expect a legal answer to each observation, each from a fresh process."""
    asked = situations()
    for number, observation in enumerate(asked):
        if number and bench.time_is_up():
            return f"{number} of {len(asked)} states, time was up"
        with bench.player() as run:
            run.move(observation)
    return ""


def legal_answers_at_random(bench: AnyBench) -> str:
    """Expect legal answers wherever random play of all numbers of seats leads to."""
    return legal_answers(lambda: random_observations(bench.game, bench.game.seats), bench)


@dataclass(frozen=True, slots=True)
class _Table:
    """A game to play: the number of seats, the seat of the tested player, the opponent, the variant."""

    game: AnyGame
    seats: int
    seat: int
    opponent: str
    variant: str

    def __str__(self) -> str:
        variant = f", {self.variant} {self.game.variant_noun}" if self.game.variants[1:] else ""
        return f"{self.seats} players{variant}, as player {self.seat} against {self.opponent}: "

    def command(self, player: Sequence[str]) -> str:
        """Return the command line that plays the same game, with the same chance on the opponents' side."""
        seats = [self.opponent] * self.seats
        seats[self.seat] = shlex.join(player)
        return self.game.command_line("referee", *self._variant(), "--seed", str(_SEED), *seats)

    def _variant(self) -> list[str]:
        for option, variants in self.game.variant_options.items():
            if variants == (self.variant,):
                return [option]
        return [f"--{self.game.variant_noun}", self.variant] if self.game.variants[1:] else []


class _TimeIsUp(Exception):  # noqa: N818 - no error
    """A game is broken off."""


@dataclass(slots=True)
class _TestedSeat(Seat[Any]):
    """The tested player at a table; keeps the seconds of its answers, and why it gave none."""

    run: AnyRun
    time_is_up: Callable[[], bool]
    seconds: list[float] = field(default_factory=list)
    failure: Failure | None = None

    def ask(self, observation: Observation[Any]) -> Answer | Failure:
        if self.seconds and self.time_is_up():
            raise _TimeIsUp
        answer = self.run.answer(observation)
        self.seconds.append(answer.seconds)
        self.failure = answer if isinstance(answer, Failure) else None
        return answer

    def tell(self, state: object, seat: int, fault: Fault | None) -> None:
        """Do nothing: other probes watch how it ends."""

    @property
    def errors(self) -> str:
        return self.run.errors()


def _schedule(bench: AnyBench, seats: int) -> Iterator[_Table]:
    """Yield the games of so many seats: every seat against each opponent, all variants at the smallest table."""
    game = bench.game
    variants = variants_for(game, seats)
    for seat in range(seats):
        for number, opponent in enumerate(bench.opponents):
            for variant in variants if seats == game.seats[0] else [variants[(seat + number) % len(variants)]]:
                yield _Table(game, seats, seat, opponent, variant)


def _play(bench: AnyBench, run: AnyRun, table: _Table, share: float = FOR_GAMES) -> tuple[list[float], bool]:
    """Play a game till this share of the time is up; return the seconds of each answer, and whether it came to its end.

    Raises Flaw when the tested player commits a fault.
    """
    game = bench.game
    tested = _TestedSeat(run, partial(bench.time_is_up, share))
    thinking = min(bench.timeout, game.move_seconds)
    chances = [Random(seat_seed(_SEED, seat)) for seat in range(table.seats)]
    players: list[Seat[Any]] = [
        BuiltinSeat(game, policy_of(game, table.opponent), chance, thinking, raising=True, clock=bench.clock)
        for chance in chances
    ]
    players[table.seat] = tested
    try:
        ended = play(game, game.new_game(table.seats, table.variant, Random(deal_seed(_SEED))), players)
    except _TimeIsUp:
        return tested.seconds, False
    if faults := ended.faults:
        reason = run.explain(tested.failure) if tested.failure else faults[0].reason
        raise run.flaw(f"{table}{reason}", f"Play it again and read the last lines: {table.command(bench.typed)}")
    return tested.seconds, True


def games(seats: int, bench: AnyBench) -> str:
    """Expect no fault in whole games of so many players."""
    played, moves = 0, 0
    schedule = list(_schedule(bench, seats))
    for table in schedule:
        with bench.player() as run:
            seconds, ended = _play(bench, run, table)
        moves, played = moves + len(seconds), played + ended
        if played < len(schedule) and bench.time_is_up(FOR_GAMES):
            return f"{played} of {len(schedule)} games, {counted(moves, 'moves')}: time was up"
    return f"{played} games, {counted(moves, 'moves')}"


def _measured(bench: AnyBench, seats: int, seat: int) -> _Table:
    """Return a game against the best opponent in the last variant."""
    return _Table(bench.game, seats, seat, bench.opponents[-1], variants_for(bench.game, seats)[-1])


def speed(situations: Situations, bench: AnyBench) -> str:
    """Expect every answer within a tenth of the time limit; note the slowest first one and the slowest other.

    Asked are the first seat of the smallest table, the last one of the largest, and what is known to take long.
    """
    first: list[float] = []
    others: list[float] = []
    fewest, most = bench.game.seats[0], bench.game.seats[-1]
    for table in (_measured(bench, fewest, 0), _measured(bench, most, most - 1)):
        with bench.player() as run:
            seconds, _ = _play(bench, run, table, FOR_ALL)
            first += seconds[:1]
            others += seconds[1:]
    for observation in situations():
        if bench.time_is_up(FOR_ALL):
            break
        with bench.player() as run:
            first.append(run.move(observation).seconds)
    found = f"first answer {max(first):.2f} s (with the start), slowest other {max(others, default=0.0):.2f} s"
    if max(first + others) > SHARE_OF_LIMIT * bench.timeout:
        raise run.flaw(f"{found}; the limit is {bench.timeout:g} s")
    return found


def memory(most_mib: int, bench: AnyBench) -> str:
    """Expect a peak of memory of at most so many MiB in a game, over all processes of the player."""
    with bench.player() as run:
        _play(bench, run, _measured(bench, bench.game.seats[-1], 0), FOR_ALL)
        mib = sum(_peak_mib(pid) for pid in run.processes())
        if mib > most_mib:
            raise run.flaw(f"used {mib:.0f} MiB")
    return f"{mib:.0f} MiB"


def _peak_mib(pid: int) -> float:
    """Return the most memory that a process ever used (Linux: VmHWM), in MiB; 0 if it has gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)
