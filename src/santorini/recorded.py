"""Games in a compact spelling, one a line of JSON: cards, winner, and every board as digits.

A board is `mmmm oooo LLLLLLLLLLLLLLLLLLLLLLLLL`: the tokens of the player to move and of the other, each row and column
from 1, and 25 levels row by row. Board n has turn n.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gamekit.wire.json_stream import loads
from santorini.rules import PlayerState, State, successors
from santorini.rules.board import SIZE

_BOARD = re.compile(r"([1-5]{4}) ([1-5]{4}) ([0-4]{25})")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it was written down."""

    states: tuple[State, ...]
    players: tuple[str, str]
    winner: int


@dataclass(frozen=True, slots=True)
class Breach:
    """A turn against the rules, or a wrong result: the turn, and what is wrong with it in words.

    `passed`: the referee of that game let it pass, and the game says nothing against our rules.
    """

    turn: int
    player: str
    what: str
    passed: bool = False


def is_recorded(line: bytes) -> bool:
    """Tell whether a line of a trace is such a game."""
    return line.startswith(b'{"cards":') and b'"boards":' in line


def parse(line: bytes) -> RecordedGame:
    """Return the game of a line. Raises ValueError."""
    match loads(line):
        case {"cards": [a, b], "players": [str(first), str(second)], "winner": (0 | 1) as winner, "boards": [*boards]}:
            cards = (a if isinstance(a, str) else None, b if isinstance(b, str) else None)
            states = tuple(_board(text, turn, cards) for turn, text in enumerate(boards))
            return RecordedGame(states, (first, second), int(winner))
    raise ValueError('expected an object with "cards", "players", "winner" and "boards"')


def _board(text: object, turn: int, cards: tuple[str | None, str | None]) -> State:
    found = _BOARD.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise ValueError(f'expected "mmmm oooo" and 25 levels at $.boards[{turn}], got {text!r}')
    mover, other = (tuple(sorted(_space(tokens[:2]) for tokens in (two[:2], two[2:]))) for two in found.groups()[:2])
    levels = tuple(int(level) for level in found[3])
    own, rival = cards if turn % 2 == 0 else cards[::-1]
    return State(PlayerState(mover, own), PlayerState(other, rival), levels, turn)


def _space(digits: str) -> int:
    return (int(digits[0]) - 1) * SIZE + int(digits[1]) - 1


def breaches(game: RecordedGame) -> Iterator[Breach]:
    """Yield every turn that the rules do not know, and a result that they do not give."""
    won: int | None = None
    for before, after in zip(game.states, game.states[1:], strict=False):
        followed = next((state for state in successors(before) if state.told == after), None)
        who = game.players[before.seat]
        if won is not None:
            yield Breach(before.turn, who, "a turn after the game was won")
        if followed is None:
            card = f" as {before.mover.card}" if before.mover.card else ""
            yield Breach(before.turn, who, f"a turn{card} that is not legal: the referee let it pass", passed=True)
        elif followed.won:
            won = before.seat
    last = game.states[-1]
    if won is None and not successors(last):
        won = 1 - last.seat
    if won is not None and won != game.winner:
        yield Breach(last.turn, game.players[won], "won by the rules, but the other is written down as the winner")
