"""Games over the quiz's server that others wrote down: the format of recorded games.

A game is a JSON object with `hands` and `deck` as dealt, `first` (the side that moves first), `answers` ([side, line],
wrong ones too), `score`, and `streams`: for each side the number of bytes that it was sent, their sha256, and perhaps
their text. The sides are "server" and "client".
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from lost_cities.protocol.lines import card_named
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import State, new_game, players_to_move, scores

SIDES = ("server", "client")


def is_recorded(value: object) -> bool:
    """Tell whether a JSON value is such a game."""
    return isinstance(value, dict) and {"hands", "deck", "first", "answers", "streams"} <= value.keys()


def questions(game: Mapping[str, Any]) -> Iterator[tuple[State, str]]:
    """Yield each state in which a side was asked, and the line that it answered. Raises ValueError as `replay`."""
    table = _table(game)
    for number, (side, line) in enumerate(game["answers"]):
        yield table.state, line
        _answer(table, number, side, line)


def replay(game: Mapping[str, Any]) -> ServedGame:
    """Return the table after all answers, its lines not taken. Raises ValueError where it leaves the rules."""
    table = _table(game)
    for number, (side, line) in enumerate(game["answers"]):
        _answer(table, number, side, line)
    return table


def verify(game: Mapping[str, Any]) -> None:
    """Replay a game. Raises ValueError where a turn, a byte sent to a side, or the score is not what was written."""
    table = replay(game)
    for seat, side in enumerate(SIDES):
        sent = "".join(f"{line}\n" for line in table.lines[seat]).encode()
        stream = game["streams"][side]
        if "text" in stream and stream["text"].encode() != sent:
            raise ValueError(_difference(side, stream["text"].splitlines(), table.lines[seat]))
        if (len(sent), hashlib.sha256(sent).hexdigest()) != (stream["bytes"], stream["sha256"]):
            raise ValueError(
                f"expected {stream['bytes']} bytes for the {side}, {stream['sha256']}, got {len(sent)} others"
            )
    found = dict(zip(SIDES, scores(table.state), strict=True))
    if players_to_move(table.state) or found != game["score"]:
        raise ValueError(f"expected the score {game['score']} at the end, got {found}")


def _table(game: Mapping[str, Any]) -> ServedGame:
    hands = [tuple(map(card_named, game["hands"][side])) for side in SIDES]
    return ServedGame(new_game(hands, map(card_named, game["deck"]), SIDES.index(game["first"])))


def _answer(table: ServedGame, number: int, side: str, line: str) -> None:
    if not players_to_move(table.state) or side != SIDES[table.state.mover]:
        raise ValueError(f"answer {number}: it is not the turn of the {side}")
    table.answer(line)


def _difference(side: str, expected: list[str], sent: list[str]) -> str:
    pairs = zip([*expected, None], [*sent, None], strict=False)
    number, (wanted, got) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {number} for the {side}: expected {wanted!r}, got {got!r}"
