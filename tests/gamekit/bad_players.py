"""A player of Nim that misbehaves on purpose: `python tests/gamekit/bad_players.py KIND [ARGUMENT]`.

It imports nothing of ours: many tests start it.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

FOREVER = 600.0  # seconds; longer than any test


def requests() -> Iterator[Any]:
    """Yield the states to answer, until the last message or the end of input."""
    for line in sys.stdin.buffer:
        state = json.loads(line)
        if "over" in state:
            return
        yield state


def say(text: bytes) -> None:
    os.write(1, text)


def legal(state: Any) -> bytes:
    """Return the first legal action: a stick of the first heap that has one."""
    heap = next(heap for heap, left in enumerate(state["heaps"]) if left)
    return f"[{heap}, 1]\n".encode()


def good(_: str) -> None:
    for state in requests():
        say(legal(state))


def silent(_: str) -> None:
    for _state in requests():
        pass


def slow(seconds: str) -> None:
    for state in requests():
        time.sleep(float(seconds or 2))
        say(legal(state))


def dead_at_once(_: str) -> None:
    sys.exit("no licence found")


def dead_later(_: str) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for number, state in enumerate(requests()):
        if number:
            os.kill(os.getpid(), signal.SIGSEGV)
        say(legal(state))


def garbage(_: str) -> None:
    for _state in requests():
        say(b"thinking...\n")


def flood_stdout(_: str) -> None:
    for _state in requests():
        say(b"[")
        while True:
            say(b"0, " * 10_000)


def flood_stderr(_: str) -> None:
    for state in requests():
        for _line in range(100):
            os.write(2, b"much ado about nothing\n" * 1000)
        say(legal(state))


def forks_child(_: str) -> None:
    """Start two sleepers that keep the pipes open, one in a session of its own; tell their ids."""
    sleepers = [subprocess.Popen(["sleep", str(FOREVER)], start_new_session=new) for new in (False, True)]
    os.write(2, f"{sleepers[0].pid} {sleepers[1].pid}\n".encode())
    good("")


def illegal_move(_: str) -> None:
    for _state in requests():
        say(b"[9, 9]\n")


def ignores_end(_: str) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    good("")
    time.sleep(FOREVER)


def half_json(_: str) -> None:
    for _state in requests():
        say(b"[0, ")


def answers_twice(_: str) -> None:
    for state in requests():
        say(2 * legal(state))


def wrong_shape(text: str) -> None:
    for _state in requests():
        say((text or "0").encode() + b"\n")


def closes_output(_: str) -> None:
    os.close(1)
    silent("")


def never_reads(_: str) -> None:
    time.sleep(FOREVER)


KINDS: dict[str, Callable[[str], None]] = {
    kind.__name__: kind
    for kind in (
        good,
        silent,
        slow,
        dead_at_once,
        dead_later,
        garbage,
        flood_stdout,
        flood_stderr,
        forks_child,
        illegal_move,
        ignores_end,
        half_json,
        answers_twice,
        wrong_shape,
        closes_output,
        never_reads,
    )
}

if __name__ == "__main__":
    KINDS[sys.argv[1]](sys.argv[2] if len(sys.argv) > 2 else "")
