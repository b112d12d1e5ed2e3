"""Reads what the server sends to one side, line by line, into what that side sees and remembers."""

import re
from dataclasses import dataclass, field

from lost_cities.protocol.lines import (
    DRAW_QUESTION,
    ERROR,
    GAME_OVER,
    LETTERS,
    ProtocolError,
    card_named,
    question_of,
    value_name,
)
from lost_cities.rules import SUITS, Card, Memory, Pile, View
from lost_cities.rules.game import remember_draw

_EVENT = re.compile(
    r"You(?P<other>r opponent)? (?P<verb>play|discard|draw|pick)s?(?: up)? "
    r"(?:the (?P<card>\w+)|a card from the deck)\.$"
)
MOST_HAND = 12
"""Cards that a hand may have: a server whose own program fails in the middle of a draw gives one more."""

_EMPTY: tuple[Pile, ...] = ((),) * len(SUITS)


@dataclass
class Reader:
    """The lines of one game. The board is the truth; only what it does not show is kept from what happened before.

    `feed` returns what a line asks for: "answer" after a question or an `Error:`, "over" after the last line, "".
    """

    hand: tuple[Card, ...] = ()
    expeditions: list[tuple[Pile, ...]] = field(default_factory=lambda: [_EMPTY, _EMPTY])  # ours first
    discards: tuple[Pile, ...] = _EMPTY
    deck: int | None = None
    drawing: bool = False
    discarded: int | None = None
    streak: int = 0
    memories: list[Memory] = field(default_factory=lambda: [Memory(), Memory()])
    errors: int = 0
    """Rejected answers to the question that is open."""
    result: list[str] = field(default_factory=list)
    """The lines that end the game, as far as they have come."""
    _suit: int | None = None

    def feed(self, line: str) -> str:
        """Take a line without its newline. Lines that say nothing known are skipped. Raises ProtocolError."""
        if self.result or line.startswith(GAME_OVER):
            self.result.append(line.rstrip())
            return "over" if len(self.result) == 3 else ""
        if line.startswith(ERROR):
            self.errors += 1
            return "answer"
        event = _EVENT.match(line)
        if event:
            self._happened(event)
        else:
            self._board(line)
        question = question_of(line)
        if question is None:
            return ""
        self.errors, self.drawing = 0, question == DRAW_QUESTION
        return "answer"

    def view(self) -> View:
        """Return what this side sees at a question. Raises ProtocolError if no board came before it."""
        if not self.deck or not 0 < len(self.hand) <= MOST_HAND:
            raise ProtocolError("expected a board with a deck and a hand before the question")
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

    def _board(self, line: str) -> None:
        label, colon, text = line.strip().partition(":")
        if not colon:
            return
        if label in SUITS:
            self._suit = SUITS.index(label)
        elif label == "Deck":
            number = text.rpartition("(")[2].rstrip(") ")
            if not number.isdecimal() or not 0 < int(number) <= 44:
                raise ProtocolError(f"expected Deck: with 1 to 44 cards, got {line!r}")
            self.deck = int(number)
        elif label == "Hand":
            self.hand = tuple(sorted(map(card_named, text.split())))
        elif self._suit is not None and label in ("Opponent", "Discards", "You"):
            pile = _pile(text, self._suit)
            if label == "Discards":
                self.discards = _with(self.discards, self._suit, pile)
            else:
                seat = int(label == "Opponent")
                self.expeditions[seat] = _with(self.expeditions[seat], self._suit, pile)

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
                laid = self.expeditions[seat]
                self.expeditions[seat] = _with(laid, card.suit, (*laid[card.suit], card))
            else:
                self.discards = _with(self.discards, card.suit, (*self.discards[card.suit], card))
            self.discarded = card.suit if verb == "discard" else None
        elif verb in ("draw", "pick"):
            self._drew(seat, card)

    def _drew(self, seat: int, card: Card | None) -> None:
        suit = None if card is None else card.suit
        if suit is not None and (not self.discards[suit] or self.discards[suit][-1] != card):
            raise ProtocolError(f"expected the top of a discard pile to be picked up, got {card} from {self.discards}")
        self.memories[seat] = remember_draw(
            self.memories[seat], self.expeditions[seat], self.discards, self.discarded, suit
        )
        self.streak = 0 if suit is None else self.streak + 1
        if suit is not None:
            self.discards = _with(self.discards, suit, self.discards[suit][:-1])
        self.discarded = None


def _with(piles: tuple[Pile, ...], suit: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:suit], pile, *piles[suit + 1 :])


def _pile(text: str, suit: int) -> Pile:
    """Return the cards of `Inv 4 9 (-14)` or `Inv 2 `. Raises ProtocolError."""
    names = text.partition("(")[0].split()
    pile = tuple(card_named(name + LETTERS[suit].upper()) for name in names)
    if [value_name(card) for card in pile] != names:
        raise ProtocolError(f"expected the values of a pile, got {text!r}")
    return pile
