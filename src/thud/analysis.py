"""What a position and its moves are worth, by the search of our client, asked in a node process (appraise.js)."""

import json
import math
import threading
from functools import cache
from random import Random

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth
from thud.protocol import decode_move, encode_move, encode_state
from thud.protocol.node import Asker
from thud.rivals import weights
from thud.rules import Move, State, side_to_move

MOST = 4
"""How many moves are looked at closely."""
NODES = 2_000
"""For each of them (guessed: a game of 300 moves takes 10 seconds)."""
POINTS_A_LOGIT = 6.0
"""Points by which a side is ahead for one logit more of its chance to win (guessed; `bench calibration` judges it)."""

_LOCK = threading.Lock()


@cache
def _asker() -> Asker:
    """Return this process's node process. Raises NodeError without node."""
    options = {str(seat): weights.load(side) for seat, side in enumerate(("dwarf", "troll"))}
    return Asker("appraise.js", json.dumps(options))


def appraise(state: State, played: Move | None, rng: Random, deadline: Deadline) -> Appraisal[Move]:
    """Return the worth of a position in which somebody moves. Points are the score expected at the end."""
    seat = side_to_move(state)
    question = {
        "state": encode_state(state),
        "seat": seat,
        "most": MOST,
        "nodes": NODES if deadline.remaining() > 0.02 else NODES // 4,
        "played": played and encode_move(played)[:4],
    }
    with _LOCK:
        found = _asker().ask(question)
    candidates = []
    for each in found:
        move = decode_move(each["move"])
        if played is not None and move == played._replace(declares=False):
            move = played
        line = tuple(decode_move(reply) for reply in each["line"])
        candidates.append(Candidate(move, _worth(each["score"] / 100, each["depth"]), line))
    best = candidates[0].worth
    other = Worth(1 - best.share, best.basis, best.amount, points=-best.points)
    return Appraisal((best, other) if seat == 0 else (other, best), {seat: tuple(candidates)})


def _worth(points: float, depth: int) -> Worth:
    return Worth(1 / (1 + math.exp(-points / POINTS_A_LOGIT)), Basis.SEARCH, depth, points=points)
