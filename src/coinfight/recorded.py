"""Games of the public framework that others wrote down, replayed under our rules: the format of recorded games.

A game is a JSON object: `players`, `moves` ([seat, coin, counts taken], with "fault" as a fourth item for a fault),
`ranking` (the winner first), `sha256` of the texts of all states before moves, and perhaps `states`, those texts.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from coinfight.protocol import encode_state
from coinfight.rules import Action, State, after_fault, apply, is_over, new_game, seat_to_move
from coinfight.rules.limits import too_large


class RecordedTurn(NamedTuple):
    """A state, the seat to move, and what it did; a fault is marked."""

    state: State
    seat: int
    action: Action
    fault: bool


def is_recorded(value: object) -> bool:
    """Tell whether a JSON value is a game in this format."""
    return isinstance(value, dict) and {"players", "moves", "ranking", "sha256"} <= value.keys()


def steps(game: dict[str, Any]) -> Iterator[RecordedTurn]:
    """Yield the steps of a game, and last the state at its end with a seat of -1. Raises ValueError where it leaves
    the rules.
    """
    state = _first(game)
    for number, (seat, coin, change, *fault) in enumerate(game["moves"]):
        if is_over(state) or seat != seat_to_move(state):
            raise ValueError(f"move {number}: it is not the turn of seat {seat}")
        action = Action(coin, tuple(change))
        yield RecordedTurn(state, seat, action, bool(fault))
        state = after_fault(state, action if coin else None) if fault else apply(state, action)
    yield RecordedTurn(state, -1, Action(0, ()), False)


def _first(game: dict[str, Any]) -> State:
    state = new_game(len(game["players"]))
    if excess := too_large(state):
        raise ValueError(f"expected {excess.expected}, got {len(state.hands)} players")
    return state


def verify(game: dict[str, Any]) -> None:
    """Replay a game. Raises ValueError where a move, a text, or the ranking is not what the rules give."""
    texts, out, last = [], [], _first(game)
    for number, step in enumerate(steps(game)):
        out += [seat for seat, hand in enumerate(last.hands) if any(hand) and not any(step.state.hands[seat])]
        last = step.state
        if step.seat >= 0:
            texts.append(encode_state(step.state))
            if number < len(game.get("states", ())) and game["states"][number] != texts[-1]:
                raise ValueError(f"move {number}: expected the state {game['states'][number]!r}, got {texts[-1]!r}")
    if hashlib.sha256("".join(texts).encode()).hexdigest() != game["sha256"]:
        raise ValueError("the texts of the states have another hash")
    ranking = [seat for seat, hand in enumerate(last.hands) if any(hand)] + out[::-1]
    if not is_over(last) or ranking != game["ranking"]:
        raise ValueError(f"expected the ranking {game['ranking']}, got {ranking}")
