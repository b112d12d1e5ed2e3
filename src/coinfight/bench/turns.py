"""`coinfight bench turns`: many turns by process in random positions; every answer is judged and timed."""

import argparse
import subprocess
import time
from random import Random

from coinfight.bench.start_up import states
from coinfight.protocol import ProtocolError, decode_action, encode_state
from coinfight.rules import fault_reason


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare PROGRAM and how often."""
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="the program, such as player/coinfight")
    parser.add_argument("--runs", type=int, default=1000, help="turns (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5, 6], help="seats, in turns (2 to 6)")
    parser.add_argument("--seed", type=int, default=1, help="what the states are drawn from (%(default)s)")
    parser.add_argument("--limit", type=float, default=0.35, help="seconds of wall time a turn (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Print faults, and mean, highest and too long wall times a number of seats; return 1 if there was a fault."""
    rng = Random(arguments.seed)
    faults = 0
    for seats in arguments.seats:
        seconds: list[float] = []
        for state in states(seats, arguments.runs // len(arguments.seats), rng):
            started = time.perf_counter()
            done = subprocess.run(
                arguments.program, input=encode_state(state).encode(), capture_output=True, check=False
            )
            seconds.append(time.perf_counter() - started)
            try:
                reason = fault_reason(state, decode_action(done.stdout.decode("latin-1"), state.denominations))
            except ProtocolError as error:
                reason = str(error)
            if reason or done.returncode or done.stderr:
                faults += 1
                print(f"fault: {reason}, status {done.returncode}, {done.stderr!r} in {state}")
        late = sum(each > arguments.limit for each in seconds)
        print(
            f"{seats} seats: {len(seconds)} turns, mean {1000 * sum(seconds) / len(seconds):.1f} ms, "
            f"highest {1000 * max(seconds):.1f} ms, {late} over {arguments.limit:g} s",
            flush=True,
        )
    print(f"{faults} faults")
    return 1 if faults else 0
