"""A player program that misbehaves on purpose: `python tests/economancy/bad_players.py KIND [ARGUMENT]`."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from economancy.protocol import decode_observation, encode_action, is_over
from economancy.rules.game import legal_actions
from gamekit.wire.json_stream import Value, dumps, read_values

FOREVER = 600.0  # seconds; longer than any test


def requests() -> Iterator[object]:
    """Yield the states to answer, until the last message or the end of input."""
    for item in read_values(lambda count: os.read(0, count)):
        assert isinstance(item, Value)
        if is_over(item.data):
            return
        yield item.data


def say(text: bytes) -> None:
    os.write(1, text)


def legal(state: object) -> bytes:
    observation = decode_observation(state)
    return dumps(encode_action(legal_actions(observation.state, observation.seat)[0]))


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
        say(b'["Nonesuch"]')


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
