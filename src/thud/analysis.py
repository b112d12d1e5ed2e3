"""What a position and its moves are worth, by the search of our client, asked in a node process (appraise.js)."""

import json
import math
import threading
from functools import cache
from random import Random

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth, both
from thud.protocol import decode_move, encode_move, encode_state
from thud.protocol.node import Asker
from thud.rivals import weights
from thud.rules import DWARF, MAX_MOVES, START, Move, State, side_to_move

MOST = 3
"""How many moves are looked at closely."""
NODES = 1_000
"""For each of them (measured: a game of 490 moves takes 11 s of CPU time, one of 120 moves 4)."""
DRIFT = 7.0
"""Points that the trolls gain in a whole game between equals (fitted, as what follows, to 1,270 positions of 127 games
of thud:1000 against itself, which `bench calibration` does not play)."""
SPREAD, NOISE = 2.3, 0.3
"""Points for one logit more of the chance to win: so many in a whole game, and so many at its end."""

MOST_LOGIT = 30.0
"""Beyond which a share is as good as certain."""
ALL = START.count(DWARF)

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
    left = min(1.0, (state.max_moves - state.moves) / MAX_MOVES)
    for each in found:
        move = decode_move(each["move"])
        if played is not None and move == played._replace(declares=False):
            move = played
        line = tuple(decode_move(reply) for reply in each["line"])
        candidates.append(Candidate(move, _worth(each["score"] / 100, each["depth"], seat, left), line))
    return Appraisal(both(seat, candidates[0].worth), {seat: tuple(candidates)})


def _worth(points: float, depth: int, seat: int, left: float) -> Worth:
    """Return the worth to a seat that is so many points ahead with so large a part of a game left.

    Where dwarfs lose, the trolls go on to take all that they can.
    """
    sign = 1 if seat == 0 else -1
    ahead = sign * points  # of the dwarfs
    share = 1 / (1 + math.exp(min(MOST_LOGIT, (DRIFT * left - ahead) / (NOISE + SPREAD * left))))
    expected = ahead - (1 - share) * left**2 * (ALL + ahead)
    return Worth(share if seat == 0 else 1 - share, Basis.SEARCH, depth, points=sign * expected)
