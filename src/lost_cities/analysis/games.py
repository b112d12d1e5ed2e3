"""Games recorded over the quiz's server, to be analysed."""

from collections.abc import Iterator, Sequence
from typing import Any

from gamekit.analysis.sources import Recording
from gamekit.answer import Answer
from gamekit.game import AnyGame
from gamekit.table import Round, Step
from gamekit.wire.json_stream import MalformedInput, Value
from lost_cities import recorded
from lost_cities.protocol.lines import RejectedError, decode_action
from lost_cities.rules import State, apply


def read_recorded(game: AnyGame, items: Sequence[Value | MalformedInput]) -> list[Recording] | None:
    """Return the games of a file; None if its first value is no recorded game. Raises ValueError for others in it."""
    if not items or not isinstance(items[0], Value) or not recorded.is_recorded(items[0].data):
        return None
    for item in items:
        if isinstance(item, MalformedInput):
            raise ValueError(f"line {item.line}: {item.message}")
    return [
        Recording(f"game {number}", ("Player 1", "Player 2"), tuple(_rounds(item.data)))
        for number, item in enumerate(items, 1)
        if isinstance(item, Value)
    ]


def _rounds(value: Any) -> Iterator[Round[State]]:
    """Yield the rounds of a recorded game, without the answers that the server rejected."""
    for state, line in recorded.questions(value):
        try:
            action = decode_action(line, state)
        except RejectedError:
            continue
        yield Round(state, (Step(state, state.mover, Answer(line, 0.0), action),), apply(state, action))
