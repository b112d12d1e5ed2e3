"""Coverage-guided fuzzing of the reader and the decoder: python -m tests.economancy.fuzz [--runs N]

The corpus begins with states of the traces that the repository brings, grows in a temp folder, and is not kept.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from types import FunctionType

from economancy.protocol import decode_action, decode_observation, encode_action, encode_state, is_over
from economancy.rules.game import legal_actions
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import JsonSplitter, MalformedInput, Value, dumps, loads
from tests.economancy.processes import requests, traces

RUNS = 600_000  # of each target: more than a million in all
MOST_BYTES = 2000
ODD: list[object] = [
    None,
    True,
    -1,
    0,
    3,
    10**30,
    1.5,
    "",
    "Pass",
    "Ghost",
    "x" * 99,
    [],
    [[]],
    {},
    {"name": "end"},
    {"name": "buy"},
]
"""Values to put where a state has another one."""

STATES = [dumps(state) for trace in traces() for state in requests(trace.read_bytes())[::7]]

Container = dict[str, object] | list[object]


def fuzz_reader(data: bytes) -> None:
    """Fail unless a stream gives the same items however it is cut, and values that can be written and read again.

    Where values are too long, what is said of them may differ with the cuts.
    """
    whole = items(data, [])
    cuts = sorted(Random(data).choices(range(len(data) + 1), k=3))
    assert items(data, cuts) == whole
    for item in [*whole, *items(data, cuts, max_bytes=20)]:
        if isinstance(item, MalformedInput):
            assert "\n" not in item.message
        else:
            text = dumps(item.data)
            assert dumps(loads(text)) == text


def items(data: bytes, cuts: list[int], max_bytes: int = MOST_BYTES) -> list[Value | MalformedInput]:
    """Return what comes of a stream that arrives in pieces."""
    splitter = JsonSplitter(max_bytes)
    found: list[Value | MalformedInput] = []
    for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        found += splitter.feed(data[start:end])
    return [*found, *splitter.close()]


def fuzz_decoder(data: bytes) -> None:
    """Fail unless a state with odd parts is refused in one line, or survives the wire and so do its legal actions."""
    state = changed(data)
    is_over(state)
    try:
        observation = decode_observation(state)
    except ProtocolError as error:
        if "\n" in str(error):
            raise AssertionError("more than a line") from error
        return
    assert decode_observation(loads(dumps(encode_state(observation.state, observation.seat)))) == observation
    for action in legal_actions(observation.state, observation.seat)[:50]:
        assert decode_action(encode_action(action)) == action


def changed(data: bytes) -> object:
    """Return a state with parts replaced or taken out, as the bytes say: which state, then three bytes a change."""
    if not data:
        return None
    state: object = json.loads(STATES[data[0] % len(STATES)])
    for start in range(1, len(data) - 2, 3):
        where, which, change = data[start : start + 3]
        containers = containers_of(state)
        if not containers:
            return state
        container = containers[where % len(containers)]
        if isinstance(container, dict):
            key = list(container)[which % len(container)]
            container[key] = deepcopy(ODD[change % len(ODD)])
            if change >= 0xF0:
                del container[key]
        else:
            container[which % len(container)] = deepcopy(ODD[change % len(ODD)])
            if change >= 0xF0:
                del container[which % len(container)]
    return state


def containers_of(value: object) -> list[Container]:
    """Return the objects and arrays in a value that hold something, itself first."""
    if not isinstance(value, dict | list) or not value:
        return []
    parts = value.values() if isinstance(value, dict) else value
    return [value, *(container for part in parts for container in containers_of(part))]


TARGETS: dict[str, Callable[[bytes], None]] = {"reader": fuzz_reader, "decoder": fuzz_decoder}


def fuzz(target: str, runs: int, seed: int, corpus: str) -> None:
    """Fuzz one target; does not return. The exit status is 0 if nothing failed."""
    import atheris  # noqa: PLC0415 - in a process of its own, which it ends

    for number, state in enumerate(STATES):
        Path(corpus, str(number)).write_bytes(state if target == "reader" else bytes([number % 256, 1, 2, 3]))
    for module in ("gamekit.wire.json_stream", "economancy.protocol"):
        for member in vars(sys.modules[module]).values():
            for function in vars(member).values() if isinstance(member, type) else [member]:
                if isinstance(function, FunctionType) and function.__module__ == module:
                    atheris.instrument_func(function)
    options = [f"-runs={runs}", f"-seed={seed}", f"-max_len={MOST_BYTES}", "-timeout=10", "-rss_limit_mb=2000"]
    options.append(f"-artifact_prefix={corpus}/")
    atheris.Setup([sys.argv[0], *options, corpus], TARGETS[target])
    atheris.Fuzz()


def main() -> int:
    """Fuzz the targets, print how many inputs each was given, and return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=RUNS, help="inputs for each target (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="where chance comes from (%(default)s)")
    parser.add_argument("--target", choices=TARGETS, help=argparse.SUPPRESS)
    parser.add_argument("--corpus", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.target:
        fuzz(arguments.target, arguments.runs, arguments.seed, arguments.corpus)
    total = 0
    for target in TARGETS:
        with tempfile.TemporaryDirectory() as corpus:
            own = ["--target", target, "--corpus", corpus, "--runs", str(arguments.runs), "--seed", str(arguments.seed)]
            done = subprocess.run(
                [sys.executable, "-m", "tests.economancy.fuzz", *own],
                capture_output=True,
                text=True,
                check=False,
            )
            kept = len(list(Path(corpus).iterdir()))
        if done.returncode:
            print(done.stdout, done.stderr[-2000:], file=sys.stderr)
            return 1
        runs = sum(int(number) for number in re.findall(r"^Done (\d+) runs", done.stderr, re.MULTILINE))
        print(f"{target}: {runs:,} inputs, none of which failed; {kept} kept for what they reach", flush=True)
        total += runs
    print(f"{total:,} inputs in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
