"""The command `analyse`: what a board says: the best turns, their chances, proofs and lines."""

import argparse
import os
import sys
import time

from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.deadline import Deadline
from gamekit.game import AnyGame
from gamekit.numbers import seconds
from gamekit.wire.decoding import ProtocolError
from gamekit.wire.json_stream import Malformed, read_values
from santorini.pages.questions import turn_text
from santorini.protocol import decode
from santorini.rules import State, successors
from santorini.search import analysis, core

HELP = "the best turns in a board, their chances and lines"
DESCRIPTION = """Reads boards as JSON from a file or standard input and prints, for each, the best turns: what is
expected of them, whether a win or loss is proven, and the line of turns that follows."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", help="boards; - is standard input")
    parser.add_argument("--seconds", type=seconds, default=4.0, help="time for a board (4)")
    parser.add_argument("--turns", type=int, default=analysis.MOST, help=f"how many turns to show ({analysis.MOST})")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Analyse; return the exit status."""
    if not core.available:
        return complain(game, "analyse", "expected the compiled core: no C compiler is here")
    try:
        file = sys.stdin.buffer if arguments.file == "-" else open(arguments.file, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        return complain(game, "analyse", f"{arguments.file}: {error.strerror}")
    status = int(Status.FINE)
    with file:
        for item in read_values(lambda count: os.read(file.fileno(), count)):
            try:
                if isinstance(item, Malformed):
                    raise ProtocolError(item.message)
                state = decode(item.data)
                if state.placing or not successors(state):
                    raise ProtocolError("expected a board with a legal turn")
            except ProtocolError as error:
                status = complain(game, "analyse", f"line {item.line}: {error}")
                continue
            _print(state, arguments.seconds, arguments.turns)
    return status


def _print(state: State, allowed: float, most: int) -> None:
    print(f"turn {state.turn}, {len(successors(state))} legal turns")
    for each in analysis.ranked(state, Deadline.after(allowed, time.monotonic), most):
        print(f"  {turn_text(state, each.after)}: {each.text}")
        before = each.after
        for after in each.line:
            print(f"      {turn_text(before, after)}")
            before = after
