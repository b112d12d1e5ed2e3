"""The page of a game that has just been played, analysed in a few seconds."""

import time

from economancy.analysis.analyst import HINT_ROLLOUTS, Analyst, source_of
from economancy.analysis.appraisal import appraise
from economancy.analysis.trace import read_trace
from economancy.pages.page import page
from economancy.rules.position import Position
from economancy.rules.state import Action
from gamekit.game import Game
from gamekit.wire.json_stream import JsonSplitter

WATCH_SECONDS = 5.0
"""How long the finished game is analysed (guessed: nobody likes to wait longer)."""


def watch_page(rules: Game[Position, Action], title: str, trace: bytes) -> str:
    """Return the page to watch a trace on. Raises Mismatch if there is nothing to be shown."""
    splitter = JsonSplitter()
    games = read_trace(rules, [*splitter.feed(trace), *splitter.close()])
    analyst = Analyst(1, HINT_ROLLOUTS)
    deadline = time.monotonic() + WATCH_SECONDS
    appraisals = appraise(games.games, analyst, time.monotonic, deadline, analyst.rollouts_for)
    return page(title, games, appraisals, source_of(appraisals))
