"""A person's hint is computed while a bot moves, each in a thread."""

import subprocess
import sys
import time
from random import Random
from threading import Thread

from coinfight.game import GAME
from coinfight.rules import State, apply, new_game
from coinfight.search.core import Core
from coinfight.search.two_seats import moves
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import Observation


def position(seats: int, turns: int) -> State:
    """Return the position after so many random turns."""
    rng, state = Random(2), new_game(seats)
    for _ in range(turns):
        state = apply(state, rng.choice(moves(state)))
    return state


def hint_then_move(state: State) -> None:
    """Ask for a hint, and let a bot move 50 ms later."""
    seen = Observation(state, state.turn % len(state.hands))
    hint = Thread(target=lambda: GAME.hints(seen, Random(1), Deadline.after(0.4, time.monotonic)))
    hint.start()
    time.sleep(0.05)
    for _ in range(3):
        GAME.policy("coinfight:500")(seen, Random(1), NO_DEADLINE)
    hint.join()


def test_a_hint_and_a_move_at_once_leave_the_memory_whole(compiled: Core) -> None:
    code = (
        "from tests.coinfight.test_at_once import hint_then_move, position; "
        "[hint_then_move(position(3, turns)) for turns in (24, 30, 36)]"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_one_thread_asks_does_not_change_what_another_is_answered(compiled: Core) -> None:
    seen = Observation(position(5, 12), 2)

    def answer() -> object:
        return GAME.policy("coinfight:400")(seen, Random(3), NO_DEADLINE)

    alone = answer()
    other = Thread(target=hint_then_move, args=(new_game(4),))
    other.start()
    at_once = []
    while other.is_alive():
        at_once.append(answer())
    assert set(at_once) == {alone}
