"""The interface between a game and everything that plays, watches and measures games.

A game is a subclass of `Game` whose instances have no state, and one instance of it. The members without a default are
required; the others are optional. `tests/gamekit/nim.py` is a whole game in turns, `tests/gamekit/goofspiel.py` is one
with simultaneous moves, chance and hidden bids. `gamekit.probes.contract` tests whether a game keeps what stands here.

**States** are immutable values that compare by value. `apply` is a function of its arguments alone: all chance of a
game lies in its first state (a shuffled deck, the order of prizes, the seed of dice), drawn by `new_game` from the
generator it is given. So a first state and the actions are the whole game, and the same deal can be played again with
the seats exchanged. `observe` removes what a seat must not see.

**Actions** are hashable values with an order (`<`). `legal_actions` returns them sorted, as a sequence that may be a
`range` too long to enumerate: test membership, index, and pick from it. A seat that is not to move has none.

**Seats** are numbered from 0. When several seats move at once they choose in secret, in any order, unless `reveal`
shows the choice of one to the seats that are asked after it.

Learning libraries also ask for a finite numbering of actions and for observations as arrays. There is room for both
beside `legal_actions` and `observe`, as optional methods: a count of all actions with the two conversions between an
action and its number (None for a game without such a numbering), and an array for an observation with its shape.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gamekit.deadline import Deadline

if TYPE_CHECKING:  # only tools draw, and only tools ask children
    from rich.console import RenderableType

    from gamekit.answer import Reply
    from gamekit.probes.probe import Suite
    from gamekit.web.play_page import PlayPage

S = TypeVar("S")
"""A state."""
A = TypeVar("A")
"""An action."""

YOU = "You"
"""The name of the reader's own seat wherever one is told to a person: "You: take 2"."""


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


Policy = Callable[[Observation[S], Random, Deadline], A]
"""Chooses one of the seat's legal actions before the deadline; all its chance comes from the generator."""


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """A legal action in words: its name, a note about it, and the clicks that choose it on the page.

    Clicks name elements of `draw_page` by their attribute `data-click`: the action is chosen when all of its clicks
    have been made in this order. An action without clicks is a button on the page.
    """

    action: A
    label: str
    note: str = ""
    clicks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A decision for a person: the question, an explanation, and the options.

    Or, instead of options, `numbers`: the person types a whole number out of this range.
    """

    title: str
    help: str = ""
    options: tuple[Option[A], ...] = ()
    numbers: range | None = None


@dataclass(frozen=True, slots=True)
class Hint(Generic[A]):
    """What the analysis says about an action, in a few words; hints are sorted, the best first."""

    action: A
    text: str


@dataclass(frozen=True, slots=True)
class ChildSettings:
    """How a child process is asked: the name of the wire, seconds for an answer (its start included), the limit of its
    memory in bytes, its random seed, and whether a player of ours raises its errors instead of playing on.
    """

    wire: str
    timeout: float
    memory: int | None = None
    seed: int = 0
    strict: bool = True


class Seat(ABC, Generic[S]):
    """A player at the table, wherever it runs. Only `ask` is required."""

    @abstractmethod
    def ask(self, observation: Observation[S]) -> "Reply":
        """Return an answer, a value for `Game.decode_action`; or a choice, an action; or why there is neither.

        Never raises.
        """

    def saw(self, before: S, actions: Mapping[int, Any], after: S, seat: int) -> None:
        """Tell the player in this seat of a round: the legal actions, and the whole states around them.

        What the seat must not see is for this method to leave out.
        """

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        """Tell the player in this seat how the game ended."""

    @property
    def errors(self) -> str:
        """What the player wrote to its standard error last."""
        return ""


class Game(ABC, Generic[S, A]):
    """A game. Instances have no state: only the class of an instance is sent to other processes."""

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
    ours: str = "random"
    """The policy that our executable plays."""
    policy_names: tuple[str, ...] = ("random",)
    """All built-in policies, for help texts: "montecarlo:N" stands for a family."""
    wires: tuple[str, ...] = ("json",)
    """The protocols that players outside this process may speak; the first is the default."""
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
        """Return the state as a seat may see it, without what is hidden from it; an onlooker (None) sees everything."""
        return state

    def sample(self, observation: Observation[S], rng: Random) -> S | None:
        """Return a whole state that a seat cannot tell from the true one: what is hidden from it is drawn anew.

        By default the observed state if nothing is hidden, else None: the game does not say.
        """
        return observation.state if self.perfect_information else None

    def reveal(self, state: S, seat: int, action: A) -> S:
        """Return the state that is shown to the seats asked after this one has chosen; by default the same state."""
        return state

    def asked_at_once(self, state: S) -> bool:
        """Tell whether the seats that move now see nothing of each other's choices, so that all are asked at once.

        By default, if the game has no `reveal`.
        """
        return type(self).reveal is Game.reveal

    def after_fault(self, state: S, seat: int, answer: object | None) -> S | None:
        """Return the state in which the game goes on after a fault of a seat; None: the seat forfeits, the game ends.

        `answer` is the value that the seat gave, None if there was none. A game that goes on after faults must still
        end if every answer is a fault.
        """
        return None

    def expected_text(self, state: S, seat: int) -> str:
        """Return in words what a seat that moves now may answer, for messages about a wrong answer."""
        legal = self.legal_actions(state, seat)
        if isinstance(legal, range):
            return f"a whole number from {legal[0]} to {legal[-1]}"
        return "one of " + ", ".join(str(self.encode_action(action)) for action in legal)

    def length(self, state: S) -> int:
        """Return the length of the game so far, in `length_noun`."""
        return 0

    def with_limit(self, state: S, max_length: int) -> S:
        """Return the state with another limit for the length of the game, counted from this state on."""
        return state

    def opening(self, seats: int, variant: str, length: int, rng: Random) -> S | None:
        """Return a state after `length` rounds of random play from the start, None if the game ended before."""
        state = self.new_game(seats, variant, rng)
        for _ in range(length):
            movers = self.players_to_move(state)
            state = self.apply(state, {seat: rng.choice(self.legal_actions(state, seat)) for seat in movers})
            if not self.players_to_move(state):
                return None
        return state

    # Its values in traces and on the wire; decoders raise ValueError with the path and what was expected

    def speaking(self, wire: str) -> "Game[S, A]":
        """Return the game that encodes values for this wire; most games have one encoding for all wires."""
        return self

    @abstractmethod
    def encode_state(self, state: S) -> dict[str, object]:
        """Return a state, or an observed one, as a JSON object without the keys "seat" and "over"."""

    @abstractmethod
    def decode_state(self, value: object) -> S:
        """Return the state of such an object; unknown keys are ignored. Raises ValueError."""

    @abstractmethod
    def encode_action(self, action: A) -> object:
        """Return an action as a JSON value."""

    @abstractmethod
    def decode_action(self, value: object) -> A:
        """Return the action of a JSON value, legal or not. Raises ValueError."""

    def encode_observation(self, observation: Observation[S]) -> dict[str, object]:
        """Return the JSON object that a seat is sent when it is asked."""
        return {**self.encode_state(observation.state), "seat": observation.seat}

    def decode_observation(self, value: object) -> Observation[S]:
        """Return the observation of such an object. Raises ValueError."""
        seat = value.get("seat") if isinstance(value, dict) else None
        if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
            raise ValueError(f"expected an object with a seat, a whole number >= 0, at $.seat, got {value!r:.80}")
        state = self.decode_state(value)
        if seat >= self.seats_of(state):
            raise ValueError(f"expected one of {self.seats_of(state)} seats, from 0, at $.seat, got {seat}")
        return Observation(state, seat)

    def is_note(self, value: object) -> bool:
        """Tell whether a value in a stream of traces is a note, such as the names of the players, and not a state."""
        return isinstance(value, dict) and "meta" in value

    def resume(self, value: object) -> S:
        """Return the state from which a game can go on, given an encoded observation or an encoded state.

        Raises ValueError, also if the value lacks something that the game needs to go on.
        """
        return self.decode_state(value)

    def encode_end(self, state: S, fault: Fault | None, seat: int | None = None) -> dict[str, object]:
        """Return the last value of a game, for a seat or a trace (None): its state, and the returns or the fault."""
        over: dict[str, object] = (
            {"returns": list(self.returns(state))} if fault is None else {"forfeit": fault.seat, "reason": fault.reason}
        )
        return {**self.encode_state(state), **({} if seat is None else {"seat": seat}), "over": over}

    def decode_end(self, value: object) -> tuple[S, Fault | None] | None:
        """Return the state and the fault of such a value, None if it is not the last value of a game.

        Raises ValueError if the value looks like a last one but has no valid state.
        """
        over = value.get("over") if isinstance(value, dict) else None
        if not isinstance(over, dict):
            return None
        state = self.decode_state(value)
        if "forfeit" not in over:
            return state, None
        seat = over["forfeit"]
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(self.seats_of(state)):
            raise ValueError(
                f"expected one of {self.seats_of(state)} seats, from 0, at $.over.forfeit, got {seat!r:.80}"
            )
        return state, Fault(seat, str(over.get("reason", "")))

    # Who plays it

    @abstractmethod
    def policy(self, name: str) -> Policy[S, A]:
        """Return a built-in policy for one seat of one game: some remember what they observe.

        Raises ValueError, which lists the names.
        """

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[S]] | None:
        """Start a player in another process; leaving the context ends it and all that it started. Raises OSError.

        None: the player speaks JSON values over its pipes, one process a game (see `gamekit.wire.json_seat`):
        `encode_observation` to it, `decode_action` from it, `encode_end` last.
        """
        return None

    def probes(self) -> "Suite | None":
        """Return what `check` does with a player: the probes by name, and the bench that talks to it.

        None: `gamekit.probes.standard.standard_suite`, for players that speak JSON values.
        """
        return None

    # How it is shown to people. `names` has a name for each seat; the reader's own seat may be YOU.

    def action_text(self, action: A) -> str:
        """Return an action in a word or two."""
        return str(action)

    def draw_text(self, observation: Observation[S], names: Sequence[str]) -> "RenderableType":
        """Return the state for a terminal of 80 columns."""
        return repr(observation.state)

    def draw_page(self, observation: Observation[S], names: Sequence[str]) -> str:
        """Return the state as a fragment of HTML without scripts; empty: the page shows `draw_text`.

        Everything that comes from names must be escaped (`html.escape`).
        """
        return ""

    def page_style(self) -> str:
        """Return the CSS that `draw_page` needs; the page sets --ink, --paper, --line and --accent, light and dark.

        On the page for playing, an element has the class `clickable` while a click on it continues a move, and the
        class `picked` after such a click.
        """
        return ""

    def question(self, observation: Observation[S], names: Sequence[str]) -> Question[A]:
        """Return the question to the seat; by default the choice among its legal actions."""
        assert observation.seat is not None
        legal = self.legal_actions(observation.state, observation.seat)
        if isinstance(legal, range):
            return Question("Your move", numbers=legal)
        return Question("Your move", options=tuple(Option(action, self.action_text(action)) for action in legal))

    def story(self, before: S, actions: Mapping[int, A], after: S, names: Sequence[str]) -> list[str]:
        """Return sentences about what happened between two states, which are given as one reader observes them.

        The last sentence of the round that ends the game says how it ended. A game whose choices stay secret leaves
        them out.
        """
        lines = [f"{names[seat]}: {self.action_text(action)}" for seat, action in actions.items()]
        return lines if self.players_to_move(after) else [*lines, self.outcome(after, names)]

    def outcome(self, state: S, names: Sequence[str]) -> str:
        """Return in words how a game that is over ended."""
        shares = win_shares(self.returns(state))
        winners = [names[seat] for seat, share in enumerate(shares) if share]
        if len(winners) > 1:
            return f"draw of {', '.join(winners)}"
        return f"{winners[0]} {'win' if winners[0] == YOU else 'wins'}"

    def hints(self, observation: Observation[S], rng: Random, deadline: Deadline) -> Sequence[Hint[A]]:
        """Return what an analysis says about the seat's actions, the best first; () if there is no analysis."""
        return ()

    def play_page(self) -> "PlayPage | None":
        """Return the game's own page for playing; None: gamekit's page, made from the methods above."""
        return None

    def watch_page(self, title: str, trace: bytes) -> str | None:
        """Return the game's own page for a trace, one self-contained HTML document; None: gamekit's page."""
        return None

    def __reduce__(self) -> tuple[type["Game[Any, Any]"], tuple[()]]:
        return type(self), ()


AnyGame = Game[Any, Any]
"""A game of any state and action type."""


def win_shares(returns: Sequence[float]) -> tuple[float, ...]:
    """Return the score of each seat for these returns, of sum 1: the highest return wins, equal highest ones share."""
    best = max(returns)
    winners = sum(each == best for each in returns)
    return tuple((each == best) / winners for each in returns)
