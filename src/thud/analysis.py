"""What a position and its moves are worth, by the search of our client, asked in a node process (appraise.js)."""

import json
import math
import threading
from functools import cache
from random import Random

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, both, share_error, share_of
from thud.protocol import decode_move, encode_move, encode_state
from thud.protocol.node import Asker
from thud.rivals import weights
from thud.rules import DWARF, MAX_MOVES, START, Move, State, side_to_move

MOST = 3
"""How many moves are looked at closely."""
NODES = 7_000
"""For all of them (measured: 13 ms of CPU time on average)."""

RAID, BLOCK = 12.9, 4.7
"""Points that trolls gain from the start, while dwarfs stand alone, and that dwarfs gain later, who stand together.
Fitted once, as what follows, by a script that is not kept, to 2,220 positions of 219 games of thud:1000 against itself,
which `bench calibration` does not play."""
TROUBLE, SPREAD, NOISE = 1.7, 1.4, 0.05
"""Points for one logit more of the chance to win: at the start besides, in a whole game, and at its end."""
START_POWER = 15
"""The power of what is left of a game that the start lasts by."""
GAIN = 4.7
"""Points that dwarfs who win gain in a whole game."""
WIPED, DOUBT = 9.6, 7.7
"""How far behind dwarfs are killed to the last: by so many points less of all for each time that the game is e times as
long; and the standard deviation of that in a whole game."""
ERROR = 0.3
"""Standard error of the points after a move (measured once, by a script that is not kept: of 209 differences of moves
by 7,000 nodes 68 % are within 0.43 of those by 100,000; each of two has its part)."""

ALL = START.count(DWARF)

_LOCK = threading.Lock()


@cache
def _asker() -> Asker:
    """Return this process's node process. Raises NodeError without node.

    It sees with the trolls' eyes, who count what is there and threatened: what dwarfs hope for from their shape tells
    less of how games end (log loss 0.049 instead of 0.043; measured once, by a script that is not
    kept, nor is it known in how many positions).
    """
    return Asker("appraise.js", json.dumps(weights.load("troll")))


def appraise(state: State, played: Move | None, rng: Random, deadline: Deadline) -> Appraisal[Move]:
    """Return the worth of a position in which somebody moves. Points are the score expected at the end."""
    seat = side_to_move(state)
    question = {
        "state": encode_state(state),
        "seat": seat,
        "most": MOST,
        "nodes": NODES if deadline.remaining() > 0.03 else NODES // 4,
        "played": played and encode_move(played)[:4],
    }
    with _LOCK:
        found = _asker().ask(question)
    candidates = []
    left = (state.max_moves - state.moves) / MAX_MOVES
    for each in found:
        move = decode_move(each["move"])
        if played is not None and move == played._replace(declares=False):
            move = played
        line = tuple(decode_move(reply) for reply in each["line"])
        error = 0.0 if each["depth"] >= state.max_moves - state.moves else ERROR
        candidates.append(Candidate(move, _worth(each["score"] / 100, each["depth"], seat, left, error), line))
    return Appraisal(both(seat, candidates[0].worth), {seat: tuple(candidates)})


def _worth(ahead: float, depth: int, seat: int, left: float, error: float) -> Worth:
    """Return the worth to a seat that is so many points ahead, by this error, with so large a part of a game left."""
    sign = 1 if seat == 0 else -1
    left = min(1.0, left)
    start = left**START_POWER
    spread = NOISE + SPREAD * left + TROUBLE * start
    share = share_of((sign * ahead - RAID * start + BLOCK * left) / spread)
    points = sign * _points(sign * ahead, share, left)
    doubt = share_error(share, error / spread)
    return Worth(share if seat == 0 else 1 - share, Basis.SEARCH, depth, doubt, points)


def _points(ahead: float, share: float, left: float) -> float:
    """Return the points by which the dwarfs are expected to end ahead: where they are too weak, none is left."""
    least = -ALL - WIPED * math.log(max(1 - left, 1 / MAX_MOVES))
    expected = ahead + GAIN * left * share
    wiped = (1 + math.erf((least - ahead) / (NOISE + DOUBT * left) / math.sqrt(2))) / 2
    return expected - wiped * (ALL + expected)
