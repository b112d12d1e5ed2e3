"""What a position and its moves are worth, by the search of our client, asked in a node process (appraise.js)."""

import json
import threading
from functools import cache
from random import Random

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, both, share_error, share_of
from thud.protocol import decode_move, encode_move, encode_state
from thud.protocol.node import Asker
from thud.rivals import weights
from thud.rules import MAX_MOVES, Move, State, points, side_to_move

MOST = 3
"""How many moves are looked at closely."""
NODES = 7_000
"""For all of them (measured: 13 ms of CPU time on average)."""

RAID, BLOCK = 19.0, 2.4
"""Points that trolls gain from the start, while dwarfs stand alone, and that dwarfs gain later, who stand together.
Fitted once, as what follows, by scripts that are not kept, to 5,314 positions of 664 games of thud:1000 against itself;
`bench calibration --seed 3` plays others."""
TROUBLE, SPREAD, NOISE = 2.4, 2.2, 0.05
"""Points for one logit more of the chance to win: at the start besides, in a whole game, and at its end."""
START_POWER = 26
"""The power of what is left of a game that the start lasts by."""
GAIN, LOSS = 0.42, 0.97
"""The part of the trolls that winning dwarfs kill in a whole game, and of the dwarfs that winning trolls kill."""
ERROR = 0.3
"""Standard error of the points after a move (measured once, by a script that is not kept: of 209 differences of moves
by 7,000 nodes 68 % are within 0.43 of those by 100,000; each of two has its part)."""

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
    for each in found:
        move = decode_move(each["move"])
        if played is not None and move == played._replace(declares=False):
            move = played
        line = tuple(decode_move(reply) for reply in each["line"])
        worth = _worth(state, each["score"] / 100, each["points"] / 100, each["depth"])
        candidates.append(Candidate(move, worth, line))
    return Appraisal(both(seat, candidates[0].worth), {seat: tuple(candidates)})


def _worth(state: State, score: float, ahead: float, depth: int) -> Worth:
    """Return the worth to who moves, by the score of a search so deep and the points of it by which he is ahead."""
    sign = 1 if side_to_move(state) == 0 else -1
    moves = state.max_moves - state.moves
    left = min(1.0, moves / MAX_MOVES)
    start = left**START_POWER
    spread = NOISE + SPREAD * left + TROUBLE * start
    share = share_of((sign * score - RAID * start + BLOCK * left) / spread)
    error = 0.0 if depth >= moves else ERROR
    margin = sign * _points(state, sign * ahead, share)
    return Worth(share if sign > 0 else 1 - share, Basis.SEARCH, depth, share_error(share, error / spread), margin)


def _points(state: State, ahead: float, share: float) -> float:
    """Return the points by which the dwarfs are expected to end ahead, who are so many ahead now and win so often.

    Trolls kill one dwarf a turn at most, on average; where it is not sure who wins, they kill fewer.
    """
    dwarfs, trolls = points(state)
    ahead = min(dwarfs, max(-trolls, ahead))
    moves = state.max_moves - state.moves
    gain = GAIN * min(1.0, moves / MAX_MOVES) * (dwarfs - ahead)
    loss = min(LOSS * (ahead + trolls), moves / 2)
    return ahead + share * gain - (1 - share) ** 2 * loss
