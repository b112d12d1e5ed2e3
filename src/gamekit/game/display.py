"""How a game is shown to people: its states, the decision of a seat, what happened, what an analysis says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from gamekit.deadline import Deadline
from gamekit.game.rules import A, Observation, Rules, S, win_shares

if TYPE_CHECKING:  # only tools draw
    from rich.console import RenderableType

YOU = "You"
"""The name of the reader's own seat wherever one is told to a person: "You: take 2"."""


def does(name: str, verb: str) -> str:
    """Return that somebody does something: "Ann wins", and "You win" of the reader."""
    plain, of_others = _IRREGULAR.get(verb, (verb, f"{verb}s"))
    return f"{name} {plain if name == YOU else of_others}"


_IRREGULAR = {"be": ("are", "is"), "have": ("have", "has"), "pass": ("pass", "passes")}


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """A legal action in words: its name, a note about it, and the clicks that choose it on the page.

    Clicks name elements of `draw_page` by their attribute `data-click`: the action is chosen when all of its clicks
    have been made in this order, or in any other if no other action has the same. One without clicks is a button.
    """

    action: A
    label: str
    note: str = ""
    clicks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A decision for a person: the question, an explanation, and the options.

    Or, instead of options, `numbers`: the person types a whole number out of this range. With `any_order`, the clicks
    of an option mean the same in any order.
    """

    title: str
    help: str = ""
    options: tuple[Option[A], ...] = ()
    numbers: range | None = None
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class Hint(Generic[A]):
    """What the analysis says about an action, in a few words; hints are sorted, the best first."""

    action: A
    text: str


@dataclass(frozen=True, slots=True)
class Change(Generic[S, A]):
    """A round as one reader observes it: the states around it, and the actions by seat."""

    before: S
    actions: Mapping[int, A]
    after: S


@dataclass(frozen=True, slots=True)
class Section(Generic[S]):
    """A part of the rules in plain words: paragraphs, a list, and a picture, which is a state that the game draws.

    `names` are those of the seats in the picture; `last` is the last move in it.
    """

    title: str
    lines: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    picture: Observation[S] | None = None
    names: tuple[str, ...] = ()
    caption: str = ""
    last: tuple[Change[S, Any], ...] = ()


class Display(Rules[S, A], Generic[S, A]):
    """The drawings and words of a game. All of it has a default.

    `names` has a name for each seat; the reader's own seat may be YOU.
    """

    @property
    def title(self) -> str:
        """What people call the game: "Coin Fight"."""
        return self.name.capitalize()

    def rules_text(self) -> Sequence[Section[S]]:
        """Return the rules for a person who does not know the game, the goal first; (): they are not written down."""
        return ()

    def action_text(self, action: A, state: S | None = None) -> str:
        """Return an action in a few words, whole ones where the state is given in which a reader sees it chosen."""
        return str(action)

    def draw_text(self, observation: Observation[S], names: Sequence[str]) -> "RenderableType":
        """Return the state for a terminal of 80 columns."""
        return repr(observation.state)

    def draw_page(self, observation: Observation[S], names: Sequence[str], last: Sequence[Change[S, A]] = ()) -> str:
        """Return the state as a fragment of HTML without scripts and ids; empty: the page shows `draw_text`.

        `last` are the rounds that led here and are to be marked, in order. What came in the last of them from where
        something with the attribute `data-click` is drawn says so in its attribute `data-from`. Everything that comes
        from names must be escaped (`html.escape`). A line of text is an element or a part of one: pages that hold many
        drawings keep equal lines once. An element of the class `wide` in it has the page give it its whole width.
        """
        return ""

    def page_style(self) -> str:
        """Return the CSS that `draw_page` needs; the page sets --ink, --paper, --line and --accent, light and dark.

        On the page for playing, an element has the class `clickable` while a click on it continues a move, the class
        `picked` after such a click, and `hinted` while it belongs to a move that is hinted at.
        """
        return ""

    def page_script(self) -> str:
        """Return JavaScript that draws what `draw_page` gives, where HTML and CSS cannot: empty for most games.

        It is the body of a function that returns a function, which pages call to draw: with an element, the text of
        `draw_page`, and an object: the `names` of all seats; what is decided in the state, if anything is, by `seat`,
        `action` as on the wire, and `words`; `forfeit`, the seat that has just forfeited; `playing`, on the page to
        play on, where nothing more is given. On the page to watch games there are `room`, the width and height in
        pixels that the board may fill, null where the page is scrolled; `drawings`, a function that returns the texts
        of all states of the same length of the game.
        """
        return ""

    def moment_text(self, state: S) -> str:
        """Return when in a game a state is, as a title."""
        return f"{self.length_noun.removesuffix('s').capitalize()} {self.length(state) + 1}"

    def question(self, observation: Observation[S], names: Sequence[str]) -> Question[A]:
        """Return the question to the seat; by default the choice among its legal actions."""
        assert observation.seat is not None
        legal = self.legal_actions(observation.state, observation.seat)
        if isinstance(legal, range):
            return Question("Your move", numbers=legal)
        return Question(
            "Your move",
            options=tuple(Option(action, self.action_text(action, observation.state)) for action in legal),
        )

    def choice_text(self, observation: Observation[S], action: A, names: Sequence[str]) -> str:
        """Return an action of the seat that observes in words: by default as its question offers it."""
        labels = (one.label for one in self.question(observation, names).options if one.action == action)
        return next(labels, None) or self.action_text(action, observation.state)

    def story(self, before: S, actions: Mapping[int, A], after: S, names: Sequence[str]) -> list[str]:
        """Return sentences about what happened between two states, which are given as one reader observes them.

        The last sentence of the round that ends the game says how it ended. A game whose choices stay secret leaves
        them out.
        """
        lines = [f"{names[seat]}: {self.action_text(action, before)}" for seat, action in actions.items()]
        return lines if self.players_to_move(after) else [*lines, self.outcome(after, names)]

    def outcome(self, state: S, names: Sequence[str]) -> str:
        """Return in words how a game that is over ended."""
        shares = win_shares(self.returns(state))
        winners = [names[seat] for seat, share in enumerate(shares) if share]
        if len(winners) > 1:
            return f"draw of {', '.join(winners)}"
        return does(winners[0], "win")

    def hints(self, observation: Observation[S], rng: Random, deadline: Deadline) -> Sequence[Hint[A]]:
        """Return what an analysis says about the seat's actions, the best first; () if there is no analysis."""
        return ()

    def protocol_chapters(self) -> Any:
        """Return how players of this game speak, a sequence of `gamekit.pages.protocol.parts.Chapter`.

        None: gamekit's chapters, for players that speak JSON values.
        """
        return None
