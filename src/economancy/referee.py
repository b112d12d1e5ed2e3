"""One refereed game: asks the seats in the real referee's order, and ends at the first fault."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from economancy.policy import Policy
from economancy.protocol import TIMEOUT_MARK, Dialect, ProtocolError, decode_action, encode_state
from economancy.rules.game import MAX_DAYS, apply, legal_actions, players_to_move, reveal
from economancy.rules.state import Action, Attacking, End, Fault, Investing, Observation, State
from gamekit.deadline import Deadline
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_child import ChildPlayer
from gamekit.wire.json_stream import dumps

MOVE_TIMEOUT = 10.0
"""Seconds that a player has for an answer, its start included in the first (the real referee's default)."""


class Seat(Protocol):
    """A player at the table, wherever it runs."""

    def ask(self, observation: Observation) -> Answer | Failure:
        """Return its answer, or how it failed to give one."""

    def tell(self, state: State, seat: int) -> None:
        """Send the last state of the game, addressed to its seat."""


@dataclass(frozen=True, slots=True)
class BuiltinSeat:
    """A built-in policy, called in this process."""

    policy: Policy
    rng: Random
    clock: Callable[[], float]
    move_seconds: float

    def ask(self, observation: Observation) -> Answer:
        started = self.clock()
        action = self.policy(observation, self.rng, Deadline(self.clock, started + self.move_seconds))
        return Answer([action], self.clock() - started)

    def tell(self, state: State, seat: int) -> None:
        """Do nothing: a policy keeps nothing that has to end."""


@dataclass(frozen=True, slots=True)
class ChildSeat:
    """A player in a process of its own, speaking JSON."""

    child: ChildPlayer
    timeout: float = MOVE_TIMEOUT
    dialect: Dialect = "referee"

    def ask(self, observation: Observation) -> Answer | Failure:
        return self.child.ask(_line(observation.state, observation.seat, self.dialect), self.timeout)

    def tell(self, state: State, seat: int) -> None:
        self.child.tell(_line(state, seat, self.dialect))


@dataclass(slots=True)
class Game:
    """A game as it was played: its last state, and for each seat the seconds of every answer."""

    state: State
    days: int = 1
    moves: int = 0
    seconds: list[list[float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TraceWriter:
    """Writes a game down as the referee prints it: `write` takes the lines, without their ends, as they come."""

    write: Callable[[bytes], None]
    dialect: Dialect = "referee"

    def state(self, state: State, seat: int | None = None) -> None:
        """Write a state, as it was shown to a seat or as the last one."""
        self.write(_line(state, seat, self.dialect))

    def answer(self, answer: Answer | Failure) -> None:
        """Write an answer as it came; a dead player has none, and a mark stands for one that came too late or never."""
        if isinstance(answer, Answer):
            self.write(dumps(answer.value))
        elif answer.kind not in ("dead", "closed"):
            self.write(dumps(TIMEOUT_MARK))


def play(state: State, seats: Sequence[Seat], *, max_days: int = MAX_DAYS, trace: TraceWriter | None = None) -> Game:
    """Play from a state in which somebody moves to the end, or to the first fault; every seat is told the last state.

    Days are counted from the state on.
    """
    game = Game(state, seconds=[[] for _ in seats])
    while movers := players_to_move(game.state):
        actions: dict[int, Action] = {}
        shown = game.state
        for seat in movers:
            action = _ask(game, Observation(shown, seat), seats[seat], trace)
            if isinstance(action, Fault):
                game.state = replace(shown, phase=action)
                break
            actions[seat] = action
            shown = reveal(shown, seat, action)
        else:
            day = game.state.day
            game.state = apply(game.state, actions, last_day=game.days >= max_days)
            game.days += game.state.day != day and not isinstance(game.state.phase, End)
    if trace:
        trace.state(game.state)
    for seat, player in enumerate(seats):
        player.tell(game.state, seat)
    return game


def _ask(game: Game, observation: Observation, player: Seat, trace: TraceWriter | None) -> Action | Fault:
    """Return a seat's legal action, or its fault."""
    state, seat = observation.state, observation.seat
    if trace:
        trace.state(state, seat)
    answer = player.ask(observation)
    game.seconds[seat].append(answer.seconds)
    if trace:
        trace.answer(answer)
    game.moves += isinstance(answer, Answer)
    return judge(observation, answer)


def judge(observation: Observation, answer: Answer | Failure) -> Action | Fault:
    """Return the legal action that an answer names, or the fault that it is."""
    state, seat = observation.state, observation.seat
    if isinstance(answer, Failure):
        return Fault(seat, answer.reason)
    try:
        action = decode_action(answer.value)
    except ProtocolError as error:
        return Fault(seat, f"wrong shape: {error}")
    legal = legal_actions(state, seat)
    return action if action in legal else Fault(seat, f"illegal move: {_expected(state, legal, action)}")


def _expected(state: State, legal: Sequence[Action], action: Action) -> str:
    """Return what would have been legal, in words."""
    got = dumps(action).decode()
    if isinstance(state.phase, Investing):
        return f"expected a bid from 0 to {legal[-1]}, got {got}"
    what = "a card's index" if isinstance(state.phase, Attacking) else "a card's name"
    return f"expected {what} out of {dumps(list(legal)).decode()}, got {got}"


def _line(state: State, seat: int | None, dialect: Dialect) -> bytes:
    return dumps(encode_state(state, seat, dialect))


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat in the game with this seed: different for every pair."""
    return seed * 4 + seat


def outcome(state: State, names: Mapping[int, str] | Sequence[str]) -> str:
    """Return in words how a game ended."""
    match state.phase:
        case End(None):
            return "draw"
        case End(winner):
            assert winner is not None
            alive = [player for player in state.players if not player.out]
            points = sorted((player.points for player in alive), reverse=True)
            how = "the only one left" if len(alive) == 1 else f"{points[0]} points to {points[1]}"
            return f"seat {winner} ({names[winner]}) wins: {how}"
        case Fault(forfeit, reason):
            return f"seat {forfeit} ({names[forfeit]}) forfeits: {reason}"
    raise ValueError(f"the game goes on: {state.phase}")
