"""What `check` tries on a player of the course's wire: set-ups and boards, a game that ends without a message."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gamekit.game import AnyGame, Observation
from gamekit.probes import conduct, place
from gamekit.probes.json_bench import JsonBench
from gamekit.probes.place import Ending
from gamekit.probes.probe import Suite
from gamekit.probes.standard import CONDUCT, advice, measured, whole_games
from gamekit.wire.json_stream import dumps
from santorini import protocol
from santorini.rules import State

ENDINGS: Mapping[str, Ending] = {name: end for name, end in conduct.ENDINGS.items() if name != "the end"}
"""How a player's process comes to its end: nobody tells it that the game is over."""

LEFT_OUT = ("end", "fault", "leaves-nothing", "files", "extra-keys", "bad-input")
"""Probes of the last message, which is never sent, and those that have their own form below."""

BAD_LINES = (
    b"this is no JSON",
    b"{]",
    b"{}",
    b"42",
    b'{"players":[[[1,1],[1,1]],[[2,2],[3,3]]],"spaces":[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],'
    b'[0,0,0,0,0]],"turn":4}',
)


class SantoriniBench(JsonBench[State, State]):
    """Speaks the course's wire to the player."""

    opponents = ("random", "greedy")

    def line(self, observation: Observation[State]) -> bytes:
        return dumps(protocol.encode(observation.state)) + b"\n"

    def describe(self, observation: Observation[State]) -> str:
        state = observation.state
        cards = f" with {state.mover.card} against {state.other.card}" if state.mover.card else ""
        return f"asked {'to place tokens' if state.placing else f'for turn {state.turn}'}{cards}"


def _more_keys(value: Any) -> Any:
    """Return a message with a key more in every object that has keys."""
    if isinstance(value, dict):
        return {**{key: _more_keys(each) for key, each in value.items()}, "style": "shiny"}
    return [_more_keys(each) for each in value] if isinstance(value, list) else value


def suite(game: AnyGame) -> Suite:
    """Return the probes by name, in the order of running."""
    common = {
        name: replace(probe, needs=tuple(need for need in probe.needs if need not in ("end", "leaves-nothing")))
        for name, probe in CONDUCT.items()
    }
    own = (
        replace(common["files"], run=partial(place.leaves_no_files, ENDINGS)),
        replace(common["extra-keys"], run=partial(conduct.extra_keys, _more_keys)),
        replace(common["bad-input"], run=partial(conduct.bad_input, BAD_LINES)),
    )
    kept = {name: probe for name, probe in common.items() if name not in LEFT_OUT}
    tables = whole_games(game.name, game.seats, ("next-state",))
    return Suite({**kept, **tables, **advice(own), **measured(tables)}, SantoriniBench)
