"""What a game is: its seats, variants and limits, and its rules as functions over immutable states."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

S = TypeVar("S")
"""A state."""
A = TypeVar("A")
"""An action."""


@dataclass(frozen=True, slots=True)
class Observation(Generic[S]):
    """What a seat is shown when it has to act: the state as it may see it, and its seat (None: an onlooker)."""

    state: S
    seat: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat broke the protocol or the rules, came too late, or died; the reason is one line for a person."""

    seat: int
    reason: str


class Rules(ABC, Generic[S, A]):
    """The rules of a game. What has no default is required."""

    # What it is

    name: str
    """One word, the name of its command."""
    seats: range
    """The possible numbers of seats."""
    variants: tuple[str, ...] = ("standard",)
    """Named ways to set the game up (a set of cards, a board); the first is the default. `new_game` may know more."""
    variant_noun: str = "variant"
    """What a variant of this game is called, in help texts: "shop"."""
    variant_options: Mapping[str, tuple[str, ...]] = {}
    """Options of the command line that select variants: {"--both": ("simple", "base")}."""
    returns_noun: str = ""
    """What `returns` count, such as "points"; empty: they only say who won."""
    perfect_information: bool = True
    """Whether `observe` hides nothing; otherwise a trace begins with the whole first state."""

    # Its limits

    answer_seconds: float = 10.0
    """The default limit for an answer, in seconds."""
    move_seconds: float = 1.0
    """Seconds that a built-in policy may think about a move."""
    game_seconds: float | None = None
    """Seconds for all answers of a seat in one game together; more is a fault. None: no such limit."""
    length_noun: str = "turns"
    """What `length` counts."""
    max_length: int | None = None
    """The length, in `length_noun`, at which the rules end the game; None: the rules need no limit."""

    # Its rules

    @abstractmethod
    def new_game(self, seats: int, variant: str, rng: Random) -> S:
        """Return the first state in which somebody moves, all chance of the game drawn from the generator.

        Raises ValueError for a number of seats or a variant that does not exist.
        """

    @abstractmethod
    def players_to_move(self, state: S) -> tuple[int, ...]:
        """Return the seats that choose now, in the order in which they are asked; () when the game is over."""

    @abstractmethod
    def seats_of(self, state: S) -> int:
        """Return the number of seats of the game, including those that are out of it."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> Sequence[A]:
        """Return the actions of a seat, sorted, each once: at least one if it moves now, else none.

        Works on what the seat observes, too.
        """

    @abstractmethod
    def apply(self, state: S, actions: Mapping[int, A]) -> S:
        """Return the state after an action of each seat that moves now.

        Raises ValueError, which names the wrong action, unless these are legal actions of exactly those seats.
        """

    @abstractmethod
    def returns(self, state: S) -> tuple[float, ...]:
        """Return the result of each seat in a game that is over, in the game's own unit; the highest return wins.

        Equal highest returns are a draw among those seats. Works on what a seat observes of the last state, too.
        """

    def observe(self, state: S, seat: int | None) -> S:
        """Return the state as a seat may see it, without what is hidden from it; an onlooker (None) sees everything.

        Pages show the last state so, too: a game that lays all open at its end returns it whole then.
        """
        return state

    def length(self, state: S) -> int:
        """Return the length of the game so far, in `length_noun`."""
        return 0

    def with_limit(self, state: S, max_length: int) -> S:
        """Return the state with another limit for the length of the game, counted from this state on.

        Raises ValueError for a limit that the game refuses, whatever the state.
        """
        return state

    def opening(self, seats: int, variant: str, length: int, rng: Random) -> S | None:
        """Return a state after `length` rounds of random play from the start, None if the game ended before."""
        state = self.new_game(seats, variant, rng)
        for _ in range(length):
            movers = self.players_to_move(state)
            state = self.apply(state, {seat: any_of(self.legal_actions(state, seat), rng) for seat in movers})
            if not self.players_to_move(state):
                return None
        return state

    # Optional: what is hidden, and what a fault costs

    def sample(self, observation: Observation[S], rng: Random) -> S | None:
        """Return a whole state that a seat cannot tell from the true one: what is hidden from it is drawn anew.

        By default the observed state if nothing is hidden, else None: the game does not say, and has neither `uct:N`
        nor values of positions. A game says it for all observations of seats or for none.
        """
        return observation.state if self.perfect_information else None

    def reveal(self, state: S, seat: int, action: A) -> S:
        """Return the state that is shown to the seats asked after this one has chosen; by default the same state."""
        return state

    def asked_at_once(self, state: S) -> bool:
        """Tell whether the seats that move now see nothing of each other's choices, so that all are asked at once.

        By default, if the game has no `reveal`.
        """
        return type(self).reveal is Rules.reveal

    def after_fault(self, state: S, seat: int, answer: object | None) -> S | None:
        """Return the state in which the game goes on after a fault of a seat; None: the seat forfeits, the game ends.

        `answer` is the value that the seat gave, None if there was none. A game that goes on after faults must still
        end if every answer is a fault.
        """
        return None


def any_of(legal: Sequence[A], rng: Random) -> A:
    """Return any of these actions, of a `range` however long."""
    if isinstance(legal, range):
        return rng.randrange(legal.start, legal.stop, legal.step)  # type: ignore[return-value]
    return rng.choice(legal)


def win_shares(returns: Sequence[float]) -> tuple[float, ...]:
    """Return the score of each seat for these returns; they sum to 1: the highest wins, equal highest ones share."""
    best = max(returns)
    winners = sum(each == best for each in returns)
    return tuple((each == best) / winners for each in returns)
