"""Probes that play whole games: under the rules, against the clock, and for their memory."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from economancy.policy import builtin
from economancy.probes.bench import Bench, Run
from economancy.probes.states import full_hands
from economancy.referee import BuiltinSeat, Seat, play, seat_seed
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import new_game, new_shop
from economancy.rules.state import Fault, Observation, State
from gamekit.wire.answer import Answer, Failure

GAMES_SECONDS = 60.0
"""After so long no further game is started, lest a slow player be checked for an hour (guessed)."""

SHARE_OF_LIMIT = 0.1
"""An answer should take no more of the time limit: a busy machine may be ten times slower (guessed)."""

MEMORY_MIB = 1024
"""Four players of this size fit a common machine (guessed)."""

_SEED = 0


@dataclass(frozen=True, slots=True)
class _Game:
    """A game to play: whom against, where the tested player sits, what is sold."""

    seats: int
    seat: int
    opponent: str
    cards: Sequence[str]

    def __str__(self) -> str:
        shop = "base" if self.cards is BASE else "simple"
        return f"{self.seats} players, {shop} shop, as player {self.seat} against {self.opponent}: "

    def command(self, player: Sequence[str]) -> str:
        """Return the command line that plays the same game, with the same chance on the opponents' side."""
        seats = [self.opponent] * self.seats
        seats[self.seat] = shlex.join(player)
        shop = "--base" if self.cards is BASE else "--simple"
        return shlex.join(["economancy", "referee", shop, "--seed", str(_SEED), *seats])


@dataclass(slots=True)
class _TestedSeat:
    """The tested player at a table; keeps the seconds of its answers, and why it gave none."""

    run: Run
    line: Callable[[Observation], bytes]
    seconds: list[float] = field(default_factory=list)
    failure: Failure | None = None

    def ask(self, observation: Observation) -> Answer | Failure:
        answer = self.run.ask(self.line(observation))
        self.seconds.append(answer.seconds)
        self.failure = answer if isinstance(answer, Failure) else None
        return answer

    def tell(self, state: State, seat: int) -> None:
        """Do nothing: other probes watch how it ends."""


def _schedule(seats: int) -> Iterator[_Game]:
    """Yield the games of so many seats: every seat against `random` and `decent`, two players in both shops."""
    for seat in range(seats):
        for number, opponent in enumerate(("random", "decent")):
            for cards in (SIMPLE, BASE) if seats == 2 else ((SIMPLE, BASE)[(seat + number) % 2],):
                yield _Game(seats, seat, opponent, cards)


def _play(bench: Bench, run: Run, game: _Game) -> list[float]:
    """Play a game; return the seconds of each answer. Raises Flaw when the tested player forfeits."""
    tested = _TestedSeat(run, bench.line)
    players: list[Seat] = [
        BuiltinSeat(builtin(game.opponent), Random(seat_seed(_SEED, seat)), bench.clock, bench.timeout)
        for seat in range(game.seats)
    ]
    players[game.seat] = tested
    phase = play(new_game(game.seats, new_shop(game.seats, game.cards)), players).state.phase
    if isinstance(phase, Fault):
        reason = run.explain(tested.failure) if tested.failure else phase.reason
        raise run.flaw(f"{game}{reason}", f"Play it again and read the last lines: {game.command(bench.command)}")
    return tested.seconds


def games(seats: int, bench: Bench) -> str:
    """Expect no fault in whole games of so many players."""
    started, played, moves = bench.clock(), 0, 0
    schedule = list(_schedule(seats))
    for game in schedule:
        if bench.clock() - started > GAMES_SECONDS:
            return f"{played} of {len(schedule)} games, for want of time"
        with bench.player() as run:
            moves += len(_play(bench, run, game))
        played += 1
    return f"{played} games, {moves} moves"


def speed(bench: Bench) -> str:
    """Expect every answer within a tenth of the time limit; note the slowest first one and the slowest other."""
    first, others = [], []
    for game in (_Game(2, 0, "decent", BASE), _Game(4, 3, "decent", BASE)):
        with bench.player() as run:
            seconds = _play(bench, run, game)
            first.append(seconds[0])
            others += seconds[1:]
    for observation in full_hands():
        with bench.player() as run:
            first.append(run.move(observation).seconds)
    found = f"first answer {max(first):.2f} s (with the start), slowest other {max(others, default=0.0):.2f} s"
    if max(*first, *others) > SHARE_OF_LIMIT * bench.timeout:
        raise run.flaw(f"{found}; the limit is {bench.timeout:g} s")
    return found


def memory(bench: Bench) -> str:
    """Expect a bounded peak of memory in a game, over all processes of the player."""
    with bench.player() as run:
        _play(bench, run, _Game(4, 0, "decent", BASE))
        mib = sum(_peak_mib(pid) for pid in run.processes())
        if mib > MEMORY_MIB:
            raise run.flaw(f"used {mib:.0f} MiB")
    return f"{mib:.0f} MiB"


def _peak_mib(pid: int) -> float:
    """Return the most memory that a process ever used (Linux: VmHWM), in MiB; 0 if it has gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)
