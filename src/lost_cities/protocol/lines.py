"""The wire: the lines that the quiz's server sends and the answers it takes, written and read.

A line is text without its newline. The server sends a board before each answer of the mover and one line to each side
after it; the last line of a board ends with the question.
"""

import re

from lost_cities.rules import (
    INVESTMENT,
    SUITS,
    Action,
    Card,
    Discard,
    Draw,
    Pile,
    Play,
    State,
    View,
    can_follow,
    legal_draws,
    observe,
    score,
    scores,
)

LETTERS = "domjv"
"""What stands for a suit on the wire, in the order of `SUITS`."""

PLAY_QUESTION, DRAW_QUESTION = "Your play?", "Draw from?"
GAME_OVER = "Game over."
ERROR = "Error:"

_VALUES = {"Inv": INVESTMENT, **{str(value): value for value in range(2, 11)}}
_PLAY = re.compile(r"(d?)\s*([i2-9]|10)\s*([domjv])", re.ASCII)


class LineError(ValueError):
    """A line that is not what the protocol asks for; the message says what was expected."""


class RejectedError(ValueError):
    """An answer that the server does not accept; the message is what it says after `Error:`."""


def card_name(card: Card) -> str:
    """Return a card as the server names it: `InvD`, `10V`."""
    return value_name(card) + LETTERS[card.suit].upper()


def value_name(card: Card) -> str:
    """Return the value of a card as the board shows it: `Inv` or a number."""
    return "Inv" if card.value == INVESTMENT else str(card.value)


def card_named(name: str) -> Card:
    """Return the card that the server calls so. Raises LineError."""
    value, letter = _VALUES.get(name[:-1]), name[-1:].lower()
    if not letter or letter not in LETTERS or value is None:
        raise LineError(f"expected a card such as InvD or 10V, got {name!r:.80}")
    return Card(LETTERS.index(letter), value)


def encode_action(action: Action) -> str:
    """Return the answer of an action: `5o`, `dij`, `n`."""
    if isinstance(action, Draw):
        return "n" if action.suit is None else LETTERS[action.suit]
    value = "i" if action.card.value == INVESTMENT else str(action.card.value)
    return ("d" if isinstance(action, Discard) else "") + value + LETTERS[action.card.suit]


def decode_action(line: str, state: State | View) -> Action:
    """Return the action of an answer to the question that is asked. Raises RejectedError as the server does."""
    text = line.strip().lower()
    if state.drawing:
        return _decode_draw(text, state)
    match = _PLAY.fullmatch(text)
    if not match:
        raise RejectedError("Invalid play.")
    discarded, value, letter = match.groups()
    card = Card(LETTERS.index(letter), INVESTMENT if value == "i" else int(value))
    mine = state if isinstance(state, View) else observe(state, state.mover)
    if card not in mine.hand:
        raise RejectedError("No such card.")
    action: Action = Discard(card) if discarded else Play(card)
    if isinstance(action, Play) and not can_follow(card, mine.expeditions[0][card.suit]):
        raise RejectedError("You can't play that card.")
    return action


def _decode_draw(text: str, state: State | View) -> Action:
    if len(text) != 1 or text not in "n" + LETTERS:
        raise RejectedError("Invalid draw.")
    draw = Draw(None if text == "n" else LETTERS.index(text))
    if draw not in legal_draws(state.discards, state.discarded):
        raise RejectedError("No cards there.")
    return draw


def board(observation: View) -> list[str]:
    """Return the 23 lines of the board of the seat that is asked, the question at the end of the last one."""
    mine, theirs = observation.expeditions
    lines = []
    for suit, name in enumerate(SUITS):
        lines += [
            f"{name}:",
            f"  Opponent:  {_expedition(theirs[suit])}",
            f"  Discards:  {''.join(value_name(card) + ' ' for card in observation.discards[suit])}",
            f"       You:  {_expedition(mine[suit])}",
        ]
    totals = [sum(map(score, expeditions)) for expeditions in (mine, theirs)]
    question = DRAW_QUESTION if observation.drawing else PLAY_QUESTION
    return [
        *lines,
        f" Deck:  {'#' * observation.deck} ({observation.deck})",
        f" Hand:  {' '.join(map(card_name, observation.hand))}",
        f"Score:  {totals[0]} (You) vs. {totals[1]} (Opponent).  {question}",
    ]


def _expedition(pile: Pile) -> str:
    return f"{' '.join(map(value_name, pile))} ({score(pile)})" if pile else ""


def told(action: Action, card: Card | None) -> tuple[str, str]:
    """Return what the mover and what the other seat are told of an action; `card` is the one that a pile gave."""
    match action:
        case Play(played):
            return f"You play the {card_name(played)}.", f"Your opponent plays the {card_name(played)}."
        case Discard(laid):
            return f"You discard the {card_name(laid)}.", f"Your opponent discards the {card_name(laid)}."
        case Draw(None):
            return "You draw a card from the deck.", "Your opponent draws a card from the deck."
    assert card is not None
    return f"You pick up the {card_name(card)}.", f"Your opponent picks up the {card_name(card)}."


def result(state: State, seat: int) -> list[str]:
    """Return the three lines that end a game for a seat."""
    points = scores(state)
    mine, theirs = points[seat], points[1 - seat]
    verdict = "The game is a draw."
    if mine != theirs:
        verdict = "Congratulations, you win." if mine > theirs else "I'm sorry, you lose."
    return [GAME_OVER, f"Final Score:  {mine} (You) vs. {theirs} (Opponent).", verdict]


def picked_up(state: State, action: Action) -> Card | None:
    """Return the card that a draw takes from a discard pile; None for any other action."""
    return state.discards[action.suit][-1] if isinstance(action, Draw) and action.suit is not None else None


def question_of(line: str) -> str | None:
    """Return the question that a line ends with, else None; blanks may follow it."""
    text = line.rstrip()
    return next((question for question in (PLAY_QUESTION, DRAW_QUESTION) if text.endswith(question)), None)
