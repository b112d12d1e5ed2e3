"""States and answers as JSON values: in traces, in logs, and for players that speak JSON."""

from collections.abc import Sequence

from gamekit.wire.decoding import as_integer
from lost_cities import rules
from lost_cities.protocol.lines import LETTERS, LineError, card_name, card_named, encode_action
from lost_cities.rules import Action, Card, Discard, Draw, Memory, Pile, Play, State, View
from lost_cities.rules.complete import is_complete, surplus

Seen = State | View
"""A whole state, or what one seat sees of it."""


def encode_state(state: Seen) -> dict[str, object]:
    """Return a state as a JSON object: "hands" of a whole one, "hand" of what a seat sees."""
    common: dict[str, object] = {
        "expeditions": [[_names(pile) for pile in side] for side in state.expeditions],
        "discards": [_names(pile) for pile in state.discards],
        "drawing": state.drawing,
        "discarded": None if state.discarded is None else LETTERS[state.discarded],
        "streak": state.streak,
        "memories": [[_names(each.known), each.pickups, each.passes] for each in state.memories],
    }
    if isinstance(state, View):
        return {**common, "hand": _names(state.hand), "deck": state.deck, "asked": state.asked}
    hands = [_names(hand) for hand in state.hands]
    return {**common, "hands": hands, "deck": _names(state.deck), "mover": state.mover}


def decode_state(value: object) -> Seen:
    """Return the state of an object with "hands", or what a seat sees from one with "hand". Raises ProtocolError."""
    match value:
        case {
            "expeditions": [[*mine], [*theirs]],
            "discards": [*discards],
            "drawing": bool(drawing),
            "discarded": discarded,
            "streak": streak,
            "memories": [first, second],
            "deck": deck,
        }:
            common = (
                (_piles(mine, "$.expeditions[0]"), _piles(theirs, "$.expeditions[1]")),
                _piles(discards, "$.discards"),
            )
            memories = _memory(first, "$.memories[0]"), _memory(second, "$.memories[1]")
            suit, count = _suit(discarded), as_integer(streak, "$.streak")
            match value:
                case {"hand": hand, "asked": bool(asked)} if isinstance(deck, int):
                    cards, left = _cards(hand, "$.hand"), as_integer(deck, "$.deck", 0, len(rules.DECK))
                    assert isinstance(value, dict)
                    seat = int(value.get("seat") == 1)
                    return _checked(View(cards, *common, left, drawing, suit, count, memories, asked, seat))
                case {"hands": [one, other], "mover": mover}:
                    hands = _cards(one, "$.hands[0]"), _cards(other, "$.hands[1]")
                    pile, first = _cards(deck, "$.deck"), as_integer(mover, "$.mover", 0, 1)
                    return _checked(State(pile, hands, *common, first, drawing, suit, count, memories))
    raise LineError(f"expected an object of a state of Lost Cities at $, got {value!r:.80}")


def _checked(state: Seen) -> Seen:
    """Return a state whose cards are a whole game's, or can be. Raises LineError."""
    if card := surplus(state):
        raise LineError(f"expected each card as often as in a game at $, got too many of {card_name(card)}")
    if not is_complete(state):
        raise LineError(f"expected {len(rules.DECK)} cards, {rules.HAND - 1} or {rules.HAND} in a hand, at $")
    return state


def decode_action(value: object) -> Action:
    """Return the action of an answer as on the wire, legal or not. Raises ProtocolError."""
    if isinstance(value, str):
        for action in _ANSWERS:
            if encode_action(action) == value.strip().lower():
                return action
    raise LineError(f"expected an answer such as 5o, dij, n or v at $, got {value!r:.80}")


_ANSWERS: tuple[Action, ...] = (
    *(kind(card) for card in sorted(set(rules.DECK)) for kind in (Play, Discard)),
    Draw(),
    *(Draw(suit) for suit in range(len(rules.SUITS))),
)


def _names(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def _cards(value: object, path: str) -> Pile:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise LineError(f"expected an array of cards at {path}, got {value!r:.80}")
    try:
        return tuple(map(card_named, value))
    except LineError as error:
        raise ValueError(f"{error} at {path}") from error


def _piles(value: list[object], path: str) -> tuple[Pile, ...]:
    if len(value) != len(rules.SUITS):
        raise LineError(f"expected {len(rules.SUITS)} piles at {path}, got {len(value)}")
    piles = tuple(_cards(pile, f"{path}[{suit}]") for suit, pile in enumerate(value))
    for suit, pile in enumerate(piles):
        if any(card.suit != suit for card in pile):
            raise LineError(f"expected cards of {rules.SUITS[suit]} at {path}[{suit}], got {_names(pile)!r:.80}")
    return piles


def _memory(value: object, path: str) -> Memory:
    match value:
        case [known, pickups, passes]:
            counts = as_integer(pickups, f"{path}[1]"), as_integer(passes, f"{path}[2]")
            return Memory(_cards(known, f"{path}[0]"), *counts)
    raise LineError(f"expected known cards, pickups and passes at {path}, got {value!r:.80}")


def _suit(value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != 1 or value not in LETTERS:
        raise LineError(f"expected null or one of {', '.join(LETTERS)} at $.discarded, got {value!r:.80}")
    return LETTERS.index(value)
