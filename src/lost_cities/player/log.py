"""The log of a player: each question and its answer, a line of JSON each; `lost-cities analyse` reads it."""

from collections.abc import Callable

from gamekit.wire.json_stream import dumps
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.values import encode_state
from lost_cities.rules import Action, View


def logger(write: Callable[[bytes], None]) -> Callable[[View, Action, float], None]:
    """Return what writes down a question, its answer and the seconds."""

    def log(view: View, answer: Action, seconds: float) -> None:
        record = {"state": encode_state(view), "answer": encode_action(answer), "seconds": round(seconds, 6)}
        write(dumps(record) + b"\n")

    return log
