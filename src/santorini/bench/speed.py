"""Boards a second that the search looks at, and how deep it gets, with each value, from two boards."""

import argparse
import time

from gamekit.game import AnyGame
from santorini.bench.perft import middle, start
from santorini.policy.searching import VALUES
from santorini.rules import State
from santorini.search import core
from santorini.search.decision import read_value

HELP = "boards a second, and depth"

PAIRS = ((None, None), ("Apollo", "Prometheus"), ("Artemis", "Demeter"))


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--seconds", type=float, default=1.0, help="for a board (1)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met."""
    for value in VALUES:
        for mover, other in PAIRS:
            for name, board in (("start", start(mover, other)), ("middle", _unwon(mover, other))):
                engine = core.Engine(read_value(value))
                began = time.process_time()
                found = engine.search(core.encode(board), board.seat, core.Limits(seconds=arguments.seconds))
                spent = time.process_time() - began
                assert found is not None
                print(
                    f"{value:8} {mover or 'base'}-{other or 'base'} {name:6} depth {found.depth}, "
                    f"{found.nodes} boards, {found.nodes / spent / 1e6:.2f} million a CPU second"
                )
    return True


def _unwon(mover: str | None, other: str | None) -> State:
    """Return the board from the middle with one level more where the mover would win at once."""
    state = middle(mover, other)
    levels = list(state.levels)
    levels[13] = 4
    levels[17] = 2
    return State(state.mover, state.other, tuple(levels), state.turn)
