"""The questions and answers of games that were written down: a player's log, a referee's trace, recorded games."""

from collections.abc import Iterator, Sequence
from typing import Any

from gamekit.game import AnyGame
from gamekit.traces import replay, split_games
from gamekit.wire.json_stream import Malformed, Value
from lost_cities import golden
from lost_cities.analysis.judging import Answered
from lost_cities.protocol.lines import RejectedError, decode_action
from lost_cities.protocol.values import decode_action as decode_answer
from lost_cities.protocol.values import decode_state
from lost_cities.rules import State, View, observe


def read_games(game: AnyGame, items: Sequence[Value | Malformed]) -> Iterator[list[Answered]]:
    """Yield the games of a file, which its first value tells the kind of. Raises ValueError and traces.Mismatch."""
    for item in items:
        if isinstance(item, Malformed):
            raise ValueError(f"line {item.line}: {item.message}")
    values = [item for item in items if isinstance(item, Value)]
    if not values:
        raise ValueError("expected a log, a trace or recorded games, got nothing")
    if golden.is_golden(values[0].data):
        yield from (_recorded(value.data) for value in values)
    elif isinstance(values[0].data, dict) and "answer" in values[0].data:
        yield from _log(values)
    else:
        for trace in split_games(game, values):
            yield [
                Answered(step.seat, observe(step.state, step.seat), step.action)
                for played in replay(game, trace)
                for step in played.steps
                if step.action is not None
            ]


def _log(values: Sequence[Value]) -> Iterator[list[Answered]]:
    """Yield the games of a log; a new one begins where the deck has grown."""
    answers: list[Answered] = []
    for value in values:
        match value.data:
            case {"state": state, "answer": answer}:
                view = decode_state(state)
                if not isinstance(view, View):
                    raise ValueError(f"line {value.line}: expected what one seat sees at $.state")
                if answers and view.deck > answers[-1].view.deck:
                    yield answers
                    answers = []
                answers.append(Answered(0, view, decode_answer(answer)))
            case _:
                raise ValueError(f'line {value.line}: expected an object with "state" and "answer"')
    yield answers


def _recorded(game: Any) -> list[Answered]:
    answers = []
    for state, line in golden.questions(game):
        try:
            answers.append(Answered(state.mover, _seen(state), decode_action(line, state)))
        except RejectedError:
            continue
    return answers


def _seen(state: State) -> View:
    return observe(state, state.mover)
