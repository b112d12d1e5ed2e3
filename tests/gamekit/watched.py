"""Played games of the little games as traces, and what their pages to watch hold."""

import json
import re
from random import Random
from typing import Any

from gamekit.game import AnyGame
from gamekit.pages.watch import watch_page
from gamekit.referee import play_builtins
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import dumps
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM

GAMES: list[AnyGame] = [NIM, GOOFSPIEL]
A_WHILE = 0.3
"""Seconds for what moves were worth: enough for all of Nim."""


def played(game: AnyGame, *names: str, seed: int = 1) -> bytes:
    """Return the trace of a game between built-ins."""
    lines: list[bytes] = []
    start = game.new_game(len(names), "standard", Random(seed))
    play_builtins(game, start, names, seed, trace=TraceWriter(game, lines.append))
    return b"".join(line + b"\n" for line in lines)


def players(*names: str) -> bytes:
    return dumps({"meta": "players", "names": names}) + b"\n"


def data_of(game: AnyGame, trace: bytes) -> dict[str, Any]:
    """Return what the page of a trace holds, as its script reads it."""
    found = re.search(r'id="trace">(.*?)</script>', watch_page(game, "a game", trace, seconds=0), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data
