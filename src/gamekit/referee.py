"""The referee of any game: asks the seats in order, judges their answers, and measures their time."""

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

from gamekit.deadline import Deadline
from gamekit.game import A, Fault, Game, Observation, Policy, S, Seat
from gamekit.text import escaped
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_stream import dumps

NO_ANSWER = "timeout"
"""Written in a trace in place of an answer that came too late or did not come."""


@dataclass(slots=True)
class BuiltinSeat(Generic[S, A]):
    """A built-in policy, called in this process. An exception is its failure; with `raising` it passes through."""

    game: Game[S, A]
    policy: Policy[S, A]
    rng: Random
    move_seconds: float
    raising: bool = False
    clock: Callable[[], float] = time.monotonic
    errors: str = field(default="", init=False)

    def ask(self, observation: Observation[S]) -> Answer | Failure:
        started = self.clock()
        try:
            action = self.policy(observation, self.rng, Deadline(self.clock, started + self.move_seconds))
        except Exception as error:
            if self.raising:
                raise
            self.errors = traceback.format_exc()
            return Failure("dead", f"our bug: {type(error).__name__}: {error}", self.clock() - started)
        return Answer(self.game.encode_action(action), self.clock() - started)

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        """Do nothing: a policy keeps nothing that has to end."""


@dataclass(slots=True)
class Match(Generic[S]):
    """A game as it was played: its last state, the faults (the last one ended it, if `forfeit`), every answer in
    order (None where none came), and the seconds of every answer by seat.
    """

    state: S
    seats: int
    forfeit: Fault | None = None
    faults: list[Fault] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    moves: int = 0
    seconds: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        self.seconds = [[] for _ in range(self.seats)]


@dataclass(frozen=True, slots=True)
class TraceWriter(Generic[S]):
    """Writes a game down, a JSON value a line: `write` takes the lines, without their ends, as they come."""

    game: Game[S, Any]
    write: Callable[[bytes], None]

    def start(self, state: S) -> None:
        """Write the whole first state of a game with hidden information, which observations do not have."""
        if not self.game.perfect_information:
            self.write(dumps({"meta": "start", "state": self.game.encode_state(state)}))

    def observation(self, observation: Observation[S]) -> None:
        """Write what a seat was shown."""
        self.write(dumps(self.game.encode_observation(observation)))

    def answer(self, answer: Answer | Failure, *, goes_on: bool = False) -> None:
        """Write an answer as it came, or a mark for none; no mark where a dead player ended the game."""
        if isinstance(answer, Answer):
            self.write(dumps(answer.value))
        elif goes_on or answer.kind not in ("dead", "closed"):
            self.write(dumps(NO_ANSWER))

    def end(self, state: S, fault: Fault | None) -> None:
        """Write how the game ended."""
        self.write(dumps(self.game.encode_end(state, fault)))


def play(game: Game[S, Any], state: S, seats: Sequence[Seat[S]], *, trace: TraceWriter[S] | None = None) -> Match[S]:
    """Play from a state in which somebody moves to the end, or to a fault that ends the game; tell all seats how."""
    table = _Table(game, seats, trace, Match(state, len(seats)))
    match = table.match
    if trace:
        trace.start(state)
    while match.forfeit is None and (movers := game.players_to_move(match.state)):
        table.play_round(movers)
    if trace:
        trace.end(match.state, match.forfeit)
    for seat, player in enumerate(seats):
        player.tell(match.state, seat, match.forfeit)
    return match


def play_builtins(
    game: Game[S, Any], state: S, names: Sequence[str], seed: int, *, trace: TraceWriter[S] | None = None
) -> Match[S]:
    """Play from a state among built-ins by name; their exceptions pass through. Raises ValueError for other names."""
    seats = [
        BuiltinSeat(game, game.policy(name), Random(seat_seed(game, seed, seat)), game.move_seconds, raising=True)
        for seat, name in enumerate(names)
    ]
    return play(game, state, seats, trace=trace)


def seat_seed(game: Game[Any, Any], seed: int, seat: int) -> int:
    """Return the seed of a seat in the match with this seed: different for every pair."""
    return seed * game.seats[-1] + seat


@dataclass(frozen=True, slots=True)
class _Table(Generic[S]):
    """A match under way, and who plays it."""

    game: Game[S, Any]
    seats: Sequence[Seat[S]]
    trace: TraceWriter[S] | None
    match: Match[S]

    def play_round(self, movers: Sequence[int]) -> None:
        """Ask all who are to move, and bring the match to the state after it."""
        game, match = self.game, self.match
        actions: dict[int, Any] = {}
        shown = match.state
        for seat in movers:
            answer = self._ask(shown, seat)
            action = judge(game, shown, seat, answer)
            if isinstance(action, Fault):
                self._fault(shown, answer, action)
                return
            if self.trace:
                self.trace.answer(answer)
            actions[seat] = action
            shown = game.reveal(shown, seat, action)
        match.state = game.apply(match.state, actions)

    def _ask(self, shown: S, seat: int) -> Answer | Failure:
        """Return a seat's answer; one that comes after all its time for the game is too late."""
        game, match = self.game, self.match
        observation = Observation(game.observe(shown, seat), seat)
        if self.trace:
            self.trace.observation(observation)
        answer = self.seats[seat].ask(observation)
        match.seconds[seat].append(answer.seconds)
        match.answers.append(answer.value if isinstance(answer, Answer) else None)
        if isinstance(answer, Answer):
            match.moves += 1
            if game.game_seconds is not None and sum(match.seconds[seat]) > game.game_seconds:
                return Failure("late", f"took more than {game.game_seconds:g} s in all", answer.seconds)
        return answer

    def _fault(self, shown: S, answer: Answer | Failure, fault: Fault) -> None:
        """Let the game go on after a fault, or end it there, in the state that the seat was shown."""
        match = self.match
        after = self.game.after_fault(shown, fault.seat, answer.value if isinstance(answer, Answer) else None)
        match.faults.append(fault)
        if after is None:
            match.forfeit = fault
        match.state = shown if after is None else after
        if self.trace:
            self.trace.answer(answer, goes_on=after is not None)


def judge(game: Game[S, A], state: S, seat: int, answer: Answer | Failure) -> A | Fault:
    """Return the legal action that an answer names, or the fault that it is."""
    if isinstance(answer, Failure):
        return Fault(seat, answer.reason)
    try:
        action = game.decode_action(answer.value)
    except ValueError as error:
        return Fault(seat, f"wrong shape: {error}")
    if action in game.legal_actions(state, seat):
        return action
    return Fault(seat, f"illegal move: expected {game.expected_text(state, seat)}, got {dumps(answer.value).decode()}")


def outcome(game: Game[S, Any], match: Match[S], names: Sequence[str]) -> str:
    """Return in words how a match ended."""
    if match.forfeit is None:
        return game.outcome(match.state, names)
    seat = match.forfeit.seat
    return f"seat {seat} ({names[seat]}) forfeits: {escaped(match.forfeit.reason)}"
