"""Reads what the server sends to one side, line by line, into what that side sees and remembers."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lost_cities.protocol.lines import (
    DRAW_QUESTION,
    ERROR,
    GAME_OVER,
    LETTERS,
    LineError,
    card_named,
    question_of,
)
from lost_cities.rules import DECK, SUITS, Card, Memory, Pile, View
from lost_cities.rules.game import remember_draw

_EVENT = re.compile(
    r"You(?P<other>r opponent)? (?P<verb>play|discard|draw|pick)s?(?: up)? "
    r"(?:the (?P<card>\w+)|a card from the deck)\.$"
)
MOST_HAND = 12
"""Cards that a hand may have: a server whose own program fails in the middle of a draw gives one more."""
MOST_DECK = 44
MOST_PILE = len(DECK) // len(SUITS)

_EMPTY: tuple[Pile, ...] = ((),) * len(SUITS)
_PILES = ("Opponent", "Discards", "You")


@dataclass
class _Board:
    """A board as far as its lines have come; those that cannot be read are left out."""

    piles: dict[tuple[str, int], Pile] = field(default_factory=dict)
    hand: Pile = ()
    deck: int = 0
    suit: int | None = None

    def add(self, label: str, text: str) -> None:
        """Take a line after the first. Raises LineError if it cannot be read."""
        if label in SUITS:
            self.suit = SUITS.index(label)
        elif label == "Deck":
            self.deck = _count(text)
        elif label == "Hand":
            self.hand = tuple(sorted(map(card_named, text.split())))
        elif label in _PILES and self.suit is not None:
            self.piles[label, self.suit] = _pile(text, self.suit)

    def is_whole(self) -> bool:
        """Tell whether all lines have come."""
        return self.deck > 0 and 0 < len(self.hand) <= MOST_HAND and len(self.piles) == len(_PILES) * len(SUITS)

    def side(self, label: str) -> tuple[Pile, ...]:
        """Return the piles of this label by suit."""
        return tuple(self.piles[label, suit] for suit in range(len(SUITS)))


@dataclass
class Reader:
    """The lines of one game. The board is the truth; only what it does not show is kept from what happened before.

    `feed` returns what a line asks for: "question", "error" after a rejected answer, "over" after the last line, "".
    A line that cannot be read is skipped, and costs at most the board in which it stands.
    """

    hand: tuple[Card, ...] = ()
    expeditions: list[tuple[Pile, ...]] = field(default_factory=lambda: [_EMPTY, _EMPTY])  # ours first
    discards: tuple[Pile, ...] = _EMPTY
    deck: int | None = None
    drawing: bool = False
    discarded: int | None = None
    streak: int = 0
    memories: list[Memory] = field(default_factory=lambda: [Memory(), Memory()])
    unread: int = 0
    """Questions and errors since the last whole board."""
    result: list[str] = field(default_factory=list)
    """The lines that end the game, as far as they have come."""
    _board: _Board = field(default_factory=_Board)

    def feed(self, line: str) -> str:
        """Take a line without its newline."""
        if self.result or line.startswith(GAME_OVER):
            self.result.append(line.rstrip())
            return "over" if len(self.result) == 3 else ""
        if line.startswith(ERROR):
            self.unread += 1
            return "error"
        with suppress(LineError):
            event = _EVENT.match(line)
            if event:
                self._happened(event)
            else:
                self._read(line)
        question = question_of(line)
        if question is None:
            return ""
        self.drawing = question == DRAW_QUESTION
        board, self._board = self._board, _Board()
        if board.is_whole():
            self._take(board)
            self.unread = 0
        else:
            self.unread += 1
        return "question"

    def view(self) -> View | None:
        """Return what this side sees, by the last whole board; None before there is one."""
        if self.deck is None:
            return None
        return View(
            hand=self.hand,
            expeditions=(self.expeditions[0], self.expeditions[1]),
            discards=self.discards,
            deck=self.deck,
            drawing=self.drawing,
            discarded=self.discarded if self.drawing else None,
            streak=self.streak,
            memories=(self.memories[0], self.memories[1]),
        )

    def _read(self, line: str) -> None:
        label, colon, text = line.strip().partition(":")
        if not colon:
            return
        if label == SUITS[0]:
            self._board = _Board()
        self._board.add(label, text)

    def _take(self, board: _Board) -> None:
        """Believe a whole board; what is remembered against it is forgotten."""
        self.hand, self.deck = board.hand, board.deck
        self.expeditions = [board.side("You"), board.side("Opponent")]
        self.discards = board.side("Discards")
        shown = Counter([*self.hand, *(card for pile in board.piles.values() for card in pile)])
        for seat, possible in enumerate((Counter(self.hand), Counter(DECK) - shown)):
            known = self.memories[seat].known
            self.memories[seat] = replace(
                self.memories[seat], known=tuple(sorted((Counter(known) & possible).elements()))
            )

    def _happened(self, event: re.Match[str]) -> None:
        seat, verb = int(event["other"] is not None), event["verb"]
        card = card_named(event["card"]) if event["card"] else None
        if verb in ("play", "discard") and card:
            known = self.memories[seat].known
            if card in known:
                place = known.index(card)
                kept = (*known[:place], *known[place + 1 :])
                self.memories[seat] = Memory(kept, self.memories[seat].pickups, self.memories[seat].passes)
            if verb == "play":
                self.expeditions[seat] = _put(self.expeditions[seat], card)
            else:
                self.discards = _put(self.discards, card)
            self.discarded = card.suit if verb == "discard" else None
        elif verb in ("draw", "pick"):
            self._drew(seat, card)

    def _drew(self, seat: int, card: Card | None) -> None:
        suit = None if card is None else card.suit
        if suit is not None and (not self.discards[suit] or self.discards[suit][-1] != card):
            raise LineError(f"expected the top of a discard pile to be picked up, got {card} from {self.discards}")
        self.memories[seat] = remember_draw(
            self.memories[seat], self.expeditions[seat], self.discards, self.discarded, suit
        )
        self.streak = 0 if suit is None else self.streak + 1
        if suit is not None:
            self.discards = _with(self.discards, suit, self.discards[suit][:-1])
        self.discarded = None


def _with(piles: tuple[Pile, ...], suit: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:suit], pile, *piles[suit + 1 :])


def _put(piles: tuple[Pile, ...], card: Card) -> tuple[Pile, ...]:
    """Return the piles with a card more; a pile that has a whole suit takes none: lines without end cost no memory."""
    pile = piles[card.suit]
    return _with(piles, card.suit, (*pile, card)) if len(pile) < MOST_PILE else piles


def _pile(text: str, suit: int) -> Pile:
    """Return the cards of `Inv 4 9 (-14)` or `Inv 2 `. Raises LineError."""
    names = text.partition("(")[0].split()
    return tuple(card_named(name + LETTERS[suit].upper()) for name in names)


def _count(text: str) -> int:
    """Return the number of `## (2)`. Raises LineError."""
    number = text.rpartition("(")[2].rstrip(") ")
    if not (number.isascii() and number.isdecimal() and len(number) <= 2 and 0 < int(number) <= MOST_DECK):
        raise LineError(f"expected Deck: with 1 to {MOST_DECK} cards, got {text!r:.80}")
    return int(number)
