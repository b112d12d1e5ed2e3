"""What a game consists of at one moment, what a seat sees of it, and what can be answered."""

from dataclasses import dataclass, field
from functools import total_ordering
from typing import TypeAlias

from lost_cities.rules.cards import Card, Pile


@total_ordering
class _Ordered:
    """Plays sort before discards and those before draws; cards as they do; the deck before the discard piles."""

    __slots__ = ()

    def _rank(self) -> tuple[int, ...]:
        raise NotImplementedError

    def __lt__(self, other: "_Ordered") -> bool:
        return self._rank() < other._rank()


@dataclass(frozen=True, slots=True)
class Play(_Ordered):
    """Lay a card onto one's own expedition of its suit."""

    card: Card

    def _rank(self) -> tuple[int, ...]:
        return (0, *self.card)


@dataclass(frozen=True, slots=True)
class Discard(_Ordered):
    """Lay a card onto the discard pile of its suit."""

    card: Card

    def _rank(self) -> tuple[int, ...]:
        return (1, *self.card)


@dataclass(frozen=True, slots=True)
class Draw(_Ordered):
    """Take the top card of a suit's discard pile, or of the deck if there is no suit."""

    suit: int | None = None

    def _rank(self) -> tuple[int, ...]:
        return (2, -1 if self.suit is None else self.suit)


Action: TypeAlias = Play | Discard | Draw


@dataclass(frozen=True, slots=True)
class Memory:
    """What everybody has seen a seat do and its board no longer shows."""

    known: tuple[Card, ...] = ()
    """Cards picked up from discard piles that are still in its hand, sorted."""
    pickups: int = 0
    """How often it drew from a discard pile."""
    passes: int = 0
    """How often it drew from the deck although a pile's top could go onto an expedition that it had begun."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment. Everything is indexed by seat (0 and 1) or by suit (0 to 4)."""

    deck: tuple[Card, ...]
    """The card drawn next comes first; without a card the game is over."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Each sorted: eight cards, seven between a play and its draw and after the last draw of the other."""
    expeditions: tuple[tuple[Pile, ...], tuple[Pile, ...]]
    discards: tuple[Pile, ...]
    mover: int
    drawing: bool = False
    """Whether the mover is asked to draw; else to play."""
    discarded: int | None = None
    """While drawing: the suit of the pile that this turn's card was discarded on, which is not to be drawn from."""
    streak: int = 0
    """How many draws in a row, of both seats together, came from discard piles."""
    memories: tuple[Memory, Memory] = (Memory(), Memory())


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; `expeditions` and `memories` have its own first, then the other seat's."""

    hand: tuple[Card, ...]
    expeditions: tuple[tuple[Pile, ...], tuple[Pile, ...]]
    discards: tuple[Pile, ...]
    deck: int
    drawing: bool = False
    discarded: int | None = None
    streak: int = 0
    memories: tuple[Memory, Memory] = (Memory(), Memory())
    asked: bool = True
    """Whether this seat is the one that is asked."""
    seat: int = field(default=0, compare=False)
    """Which seat it is; only those who tell of the game need it."""
