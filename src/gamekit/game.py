"""The one interface between a game and all that plays, watches and measures games.

A game is a subclass of `Game` without state of its own, and one instance of it. What has no default here must be
given; everything else may be. `tests/gamekit/nim.py` is a whole game in turns, `tests/gamekit/goofspiel.py` one with
simultaneous moves, chance and hidden bids.

**States** are immutable values that compare by value. `apply` is a function of its arguments alone: all chance of a
game lies in its first state (a shuffled deck, the order of prizes, the seed of dice), drawn by `new_game` from the
generator it is given. So a first state and the actions are the whole game, and the same deal can be played again with
the seats exchanged. What a seat must not see, `observe` takes out.

**Actions** are hashable values. `legal_actions` returns them sorted, as a sequence that may be a `range` too long to
enumerate: test membership, index, and pick from it.

**Seats** are numbered from 0. When several are to move at once they choose in secret, in any order, unless `reveal`
shows what one has chosen to those asked after it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from gamekit.deadline import Deadline

if TYPE_CHECKING:  # only tools draw, and only tools ask children
    from rich.console import RenderableType

    from gamekit.probes.probe import Suite
    from gamekit.web.play_page import PlayPage
    from gamekit.wire.answer import Answer, Failure

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
    """A legal action in words: its name, what is good to know about it, and the clicks that choose it on the page.

    Clicks name elements of `draw_page` by their attribute `data-click`: an action is chosen once all of its clicks
    have been made in this order. Without clicks the page offers it as a button.
    """

    action: A
    label: str
    note: str = ""
    clicks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A decision put to a person: what is asked, how it works, and the options.

    Or, instead of options, `numbers`: the range of whole numbers of which one is to be typed.
    """

    title: str
    help: str = ""
    options: tuple[Option[A], ...] = ()
    numbers: range | None = None


@dataclass(frozen=True, slots=True)
class Hint(Generic[A]):
    """What the analysis says of an action, in a few words; hints come best first."""

    action: A
    text: str


@dataclass(frozen=True, slots=True)
class ChildSettings:
    """How a child process is asked: the wire's name, seconds for an answer (its start included), the limit of its
    memory in bytes, the seed of its chance, and whether ours is to raise its errors instead of playing on.
    """

    wire: str
    timeout: float
    memory: int | None = None
    seed: int = 0
    strict: bool = True


class Seat(Protocol[S]):
    """A player at the table, wherever it runs."""

    def ask(self, observation: Observation[S]) -> "Answer | Failure":
        """Return its answer, a value for `Game.decode_action`, or how it failed to give one. Never raises."""

    def tell(self, state: S, seat: int, fault: Fault | None) -> None:
        """Tell the player in this seat how the game ended."""

    @property
    def errors(self) -> str:
        """What the player wrote to its standard error last."""


class Game(ABC, Generic[S, A]):
    """A game. Nothing here keeps anything: an instance is sent to other processes as its class."""

    # What it is

    name: str
    """One word, the name of its command."""
    seats: range
    """How many may sit at a table."""
    variants: tuple[str, ...] = ("standard",)
    """Named ways to begin (two shops, pairs of cards); the first is the default. `new_game` may know more."""
    variant_noun: str = "variant"
    """What people call a variant."""
    variant_options: Mapping[str, tuple[str, ...]] = {}
    """Options of the command line that stand for variants: {"--both": ("simple", "base")}."""
    ours: str = "random"
    """The policy that our executable plays."""
    policy_names: tuple[str, ...] = ("random",)
    """All built-in policies, for help texts: "montecarlo:N" stands for a family."""
    wires: tuple[str, ...] = ("json",)
    """How players outside this process may be asked; the first is the default."""
    returns_noun: str = ""
    """What `returns` count, such as "points"; empty: they only say who won."""
    perfect_information: bool = True
    """Whether `observe` hides nothing; otherwise a trace begins with the whole first state."""

    # Its limits

    answer_seconds: float = 10.0
    """Seconds for an answer, unless said otherwise."""
    move_seconds: float = 1.0
    """Seconds that a built-in policy may think about a move."""
    game_seconds: float | None = None
    """Seconds for all answers of a seat in one game together; more is a fault. None: no such limit."""
    length_noun: str = "turns"
    """What `length` counts."""
    max_length: int | None = None
    """After so much the game ends by itself; None: it cannot go on for ever."""

    # Its rules

    @abstractmethod
    def new_game(self, seats: int, variant: str, rng: Random) -> S:
        """Return the first state in which somebody moves, all chance of the game drawn from the generator.

        Raises ValueError for a number of seats or a variant that there is not.
        """

    @abstractmethod
    def players_to_move(self, state: S) -> tuple[int, ...]:
        """Return the seats that choose now, in the order in which they are asked; none when the game is over."""

    @abstractmethod
    def seats_of(self, state: S) -> int:
        """Return how many seats the game has, those included that are out of it."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> Sequence[A]:
        """Return the actions of a seat that is to move, sorted; at least one. Works on what the seat observes."""

    @abstractmethod
    def apply(self, state: S, actions: Mapping[int, A]) -> S:
        """Return the state after an action of each seat that is to move.

        Raises ValueError, which names the offender, unless these are legal actions of exactly those seats.
        """

    @abstractmethod
    def returns(self, state: S) -> tuple[float, ...]:
        """Return what each seat got in a game that is over, in the game's own unit; who got most has won.

        Equal best returns are a draw among those seats. Works on what a seat observes of the last state, too.
        """

    def observe(self, state: S, seat: int | None) -> S:
        """Return the state as a seat may see it, what is hidden from it taken out; an onlooker (None) sees all."""
        return state

    def reveal(self, state: S, seat: int, action: A) -> S:
        """Return the state as it is shown to the seats asked after this one has chosen; by default no different."""
        return state

    def asked_at_once(self, state: S) -> bool:
        """Tell whether those who move now see nothing of each other's choices, so that a page asks them all at once.

        By default, if the game has no `reveal`.
        """
        return type(self).reveal is Game.reveal

    def after_fault(self, state: S, seat: int, answer: object | None) -> S | None:
        """Return how the game goes on after a fault of a seat, or None if that ends it: the seat forfeits.

        `answer` is the value that it gave, None if none came. A game in which a fault may come again and again
        must bound it.
        """
        return None

    def expected_text(self, state: S, seat: int) -> str:
        """Return in words what a seat that is to move may answer, for messages about what it did answer."""
        legal = self.legal_actions(state, seat)
        if isinstance(legal, range):
            return f"a whole number from {legal[0]} to {legal[-1]}"
        return "one of " + ", ".join(str(self.encode_action(action)) for action in legal)

    def length(self, state: S) -> int:
        """Return how long the game has lasted, in `length_noun`."""
        return 0

    def with_limit(self, state: S, max_length: int) -> S:
        """Return the state with a limit of its own for the game's length, counted from this state on."""
        return state

    def opening(self, seats: int, variant: str, length: int, rng: Random) -> S | None:
        """Return a state after so much random play from the start, None if the game was over before."""
        state = self.new_game(seats, variant, rng)
        for _ in range(length):
            movers = self.players_to_move(state)
            state = self.apply(state, {seat: rng.choice(self.legal_actions(state, seat)) for seat in movers})
            if not self.players_to_move(state):
                return None
        return state

    # Its values on paper and on the wire; what decodes raises ValueError with the path and what was expected

    def speaking(self, wire: str) -> "Game[S, A]":
        """Return the game whose values are spelt as this wire wants them; most games know one spelling."""
        return self

    @abstractmethod
    def encode_state(self, state: S) -> dict[str, object]:
        """Return a state, or an observed one, as a JSON object without the keys "seat" and "over"."""

    @abstractmethod
    def decode_state(self, value: object) -> S:
        """Return the state of such an object; keys that it does not know are ignored."""

    @abstractmethod
    def encode_action(self, action: A) -> object:
        """Return an action as a JSON value."""

    @abstractmethod
    def decode_action(self, value: object) -> A:
        """Return the action of a JSON value, legal or not."""

    def encode_observation(self, observation: Observation[S]) -> dict[str, object]:
        """Return what a seat is sent when it is asked."""
        return {**self.encode_state(observation.state), "seat": observation.seat}

    def decode_observation(self, value: object) -> Observation[S]:
        """Return the observation of such an object."""
        seat = value.get("seat") if isinstance(value, dict) else None
        if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
            raise ValueError(f"expected an object with a seat, a whole number >= 0, at $.seat, got {value!r:.80}")
        return Observation(self.decode_state(value), seat)

    def is_note(self, value: object) -> bool:
        """Tell whether a value in a stream of traces is a note, such as the names of the players, and no state."""
        return isinstance(value, dict) and "meta" in value

    def resume(self, value: object) -> S:
        """Return the state of a game that goes on from an observation, or from a state that is addressed to nobody.

        Raises ValueError, too, for one that does not say all that the game needs to go on.
        """
        return self.decode_state(value)

    def encode_end(self, state: S, fault: Fault | None, seat: int | None = None) -> dict[str, object]:
        """Return the last value of a game, sent to a seat or written down: its state, and the returns or the fault."""
        over: dict[str, object] = (
            {"returns": list(self.returns(state))} if fault is None else {"forfeit": fault.seat, "reason": fault.reason}
        )
        return {**self.encode_state(state), **({} if seat is None else {"seat": seat}), "over": over}

    def decode_end(self, value: object) -> tuple[S, Fault | None] | None:
        """Return the state and the fault of such a value, None if it is not the last value of a game."""
        over = value.get("over") if isinstance(value, dict) else None
        if not isinstance(over, dict):
            return None
        fault = Fault(over["forfeit"], str(over.get("reason", ""))) if "forfeit" in over else None
        return self.decode_state(value), fault

    # Who plays it

    @abstractmethod
    def policy(self, name: str) -> Policy[S, A]:
        """Return a built-in policy for one seat of one game: some remember what they see there.

        Raises ValueError, which lists the names.
        """

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[S]] | None:
        """Start a player outside this process, and end all of it on leaving. Raises OSError.

        None: it speaks JSON values over its pipes, one process a game (see `gamekit.wire.json_seat`):
        `encode_observation` to it, `decode_action` from it, `encode_end` last.
        """
        return None

    def probes(self) -> "Suite | None":
        """Return what `check` tries on a player: probes by name, and the bench that speaks to it.

        None: `gamekit.probes.standard.standard_suite`, for players that speak JSON values. Imported when asked for.
        """
        return None

    # How it is shown to people. Names are those of all seats; that of the seat whose player reads may be YOU.

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

        On the page to play on, elements have the class `clickable` while a click on them goes on with a move, and
        `picked` once they were clicked for it.
        """
        return ""

    def question(self, observation: Observation[S], names: Sequence[str]) -> Question[A]:
        """Return what the seat is asked; by default to name one of its legal actions."""
        assert observation.seat is not None
        legal = self.legal_actions(observation.state, observation.seat)
        if isinstance(legal, range):
            return Question("Your move", numbers=legal)
        return Question("Your move", options=tuple(Option(action, self.action_text(action)) for action in legal))

    def story(self, before: S, actions: Mapping[int, A], after: S, names: Sequence[str]) -> list[str]:
        """Return in sentences what happened between two states; an onlooker's `before` and `after`, or a seat's.

        Of the round that ends the game the last sentence says how. A game whose choices stay secret leaves them out.
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
        """Return what an analysis says of the seat's actions, best first; none if there is no analysis."""
        return ()

    def play_page(self) -> "PlayPage | None":
        """Return the game's own page to play on, if it brings one; None: gamekit's, made of the methods above."""
        return None

    def watch_page(self, title: str, trace: bytes) -> str | None:
        """Return the game's own page to watch a trace on, one self-contained HTML document; None: gamekit's."""
        return None

    def __reduce__(self) -> tuple[type["Game[Any, Any]"], tuple[()]]:
        return type(self), ()


AnyGame = Game[Any, Any]
"""A game of which only the interface matters."""


def win_shares(returns: Sequence[float]) -> tuple[float, ...]:
    """Return what each seat scores for these returns, in all 1: the best return wins, equal best ones share."""
    best = max(returns)
    winners = sum(each == best for each in returns)
    return tuple((each == best) / winners for each in returns)
