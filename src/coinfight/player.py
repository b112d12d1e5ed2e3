"""The program of one turn: read a state to the end of the input, write two lines, end. Nothing is imported beyond need.

It has the same answers as player/coinfight, the compiled program, which is quicker to start; this one is its model and
plays where there is no compiler.
"""

import os
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable

from coinfight.protocol import LineError, decode_state, encode_action, show, table_faces
from coinfight.rules.state import Action, State, seat_to_move

MOVE_SECONDS = 0.25
GAME_SECONDS = 27.0
"""Of the framework's 30 s a game, for all turns together; the rest is for starting and for a loaded machine."""
SEARCH_SHARE = 0.8
"""Of a turn's budget; a busy machine gets the rest."""


def main(name: str | None = None) -> int:
    """Answer the state on standard input, as a built-in if one is named; return the exit status: 2 for bad input.

    Raises ValueError for no built-in.
    """
    choose = _ours if name is None else _builtin(name)
    started = time.monotonic()
    data = sys.stdin.buffer.read().removeprefix(BOM_UTF8).decode("latin-1")
    try:
        state = decode_state(data)
    except LineError as error:
        _complain(str(error))
        return 2
    answer = encode_action(state, _decide(choose, state), table_faces(data))
    sys.stdout.write(answer)
    sys.stdout.flush()
    if path := os.environ.get("COINFIGHT_LOG"):
        _log(path, data, answer, time.monotonic() - started)
    return 0


def _log(path: str, data: str, answer: str, seconds: float) -> None:
    """Append a line of JSON with the state, the answer and the seconds; what prevents it is said."""
    import json  # noqa: PLC0415 - after the answer

    from gamekit.settings import open_log  # noqa: PLC0415

    if log := open_log("coinfight", path):
        log(json.dumps({"state": data, "answer": answer, "seconds": round(seconds, 6)}).encode() + b"\n")


def _builtin(name: str) -> Callable[[State], Action]:
    from random import Random  # noqa: PLC0415 - our own program starts without

    from coinfight.policy import Observation, builtin  # noqa: PLC0415
    from gamekit.deadline import Deadline  # noqa: PLC0415

    policy = builtin(name)

    def choose(state: State) -> Action:
        seconds = budget(state, os.environ.get("COINFIGHT_MOVE_SECONDS"))
        rng = Random(seed(os.environ.get("COINFIGHT_SEED")))
        return policy(Observation(state, seat_to_move(state)), rng, Deadline.after(seconds, time.monotonic))

    return choose


def _ours(state: State) -> Action:
    from coinfight.search import two_seats  # noqa: PLC0415 - after bad input is told

    number = seed(os.environ.get("COINFIGHT_SEED"))
    if two_seats.applies(state):
        return two_seats.choose(state, number)
    from random import Random  # noqa: PLC0415 - two seats don't need it

    from coinfight.policy.ours import choose  # noqa: PLC0415

    seconds = SEARCH_SHARE * budget(state, os.environ.get("COINFIGHT_MOVE_SECONDS"))
    return choose(state, Random(number), seconds)


def _decide(choose: Callable[[State], Action], state: State) -> Action:
    """Return what is chosen. A bug of ours costs the quality of a move, not the game, unless COINFIGHT_STRICT is 1."""
    try:
        return choose(state)
    except Exception as error:
        if os.environ.get("COINFIGHT_STRICT") == "1":
            raise
        _complain(f"our bug, taking nothing: {type(error).__name__}: {error} in {state}")
        hand = state.hands[seat_to_move(state)]
        coin = next(face for face, count in zip(state.denominations, hand, strict=True) if count)
        return Action(coin, (0,) * len(hand))


def seed(text: str | None) -> int:
    """Return the seed that is asked for (its last 64 bits), else one of the system's randomness."""
    if text is not None:
        if text.isascii() and text.isdecimal() and len(text) <= 4000:
            return int(text) & (1 << 64) - 1
        shown = show(os.fsencode(text).decode("latin-1"))
        _complain(f"expected whole number >= 0 in COINFIGHT_SEED, got {shown}; using any")
    return int.from_bytes(os.urandom(8), "little")


def budget(state: State, text: str | None) -> float:
    """Return the seconds for a turn: as asked for or 0.25, but no more than all turns that may come leave of a game.

    Turns so far are T // P, each charged with its full budget; turns to come are at most the value of the hand.
    """
    seconds = MOVE_SECONDS
    if text is not None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < 1e6:
            shown = show(os.fsencode(text).decode("latin-1"))
            _complain(f"expected number > 0 in COINFIGHT_MOVE_SECONDS, got {shown}; using {MOVE_SECONDS}")
            seconds = MOVE_SECONDS
    hand = state.hands[seat_to_move(state)]
    worth = sum(map(int.__mul__, state.denominations, hand))
    had = min(state.turn // len(state.hands), 1_000_000)
    left = (GAME_SECONDS - had * seconds) / min(max(worth, 1), 1_000_000)
    return min(seconds, max(left, 0.02))


def _complain(line: str) -> None:
    sys.stderr.write(f"coinfight: {line}\n")


if __name__ == "__main__":
    sys.exit(main())
