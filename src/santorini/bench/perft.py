"""Counts of the boards that may follow two given ones, by the plain rules or by the core, beside the known ones."""

import argparse
import time

from gamekit.game import AnyGame
from santorini.rules import PlayerState, State, successors
from santorini.search import core

HELP = "count the boards that may follow, beside the known counts"

LEVELS = (0, 0, 0, 0, 2, 1, 1, 2, 0, 0, 1, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 4)

KNOWN: dict[tuple[str | None, str | None], tuple[tuple[int, ...], tuple[int, ...]]] = {
    (None, None): ((80, 6176, 426384), (63, 1250, 60708)),
    ("Apollo", "Atlas"): ((80, 12352), (66, 2436)),
    ("Artemis", "Demeter"): ((120, 29456), (121, 8630)),
    ("Atlas", "Minotaur"): ((160, 12156), (116, 2778)),
    ("Demeter", "Pan"): ((254, 19396), (221, 4421)),
    ("Hephastus", "Artemis"): ((160, 19836), (107, 4523)),
    ("Minotaur", "Apollo"): ((80, 6536), (63, 1591)),
    ("Pan", "Prometheus"): ((80, 41880), (34, 2059)),
    ("Prometheus", "Hephastus"): ((584, 89576), (446, 13722)),
}
"""By the mover's and the other's card: the counts after 1, 2, ... turns from `start` and from `middle`."""


def start(mover: str | None, other: str | None) -> State:
    """Return the first of the two boards: no levels."""
    return State(PlayerState((6, 18), mover), PlayerState((8, 16), other))


def middle(mover: str | None, other: str | None) -> State:
    """Return the second of the two boards, from the middle of a game."""
    return State(PlayerState((7, 18), mover), PlayerState((9, 14), other), LEVELS, 18)


def count(state: State, depth: int) -> int:
    """Return how many boards may stand so many turns later, by the plain rules; one that is won counts as one."""
    if state.won or depth == 0:
        return 1
    following = successors(state)
    return len(following) if depth == 1 else sum(count(after, depth - 1) for after in following)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--plain", action="store_true", help="by the plain rules as well, not by the core alone")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Count; return whether every count is the known one."""
    wrong = 0
    spent, total = 0.0, 0
    for (mover, other), known in KNOWN.items():
        for name, board, counts in zip(("start", "middle"), (start, middle), known, strict=True):
            state = board(mover, other)
            began = time.perf_counter()
            found = [core.perft(core.encode(state), depth) for depth in range(1, len(counts) + 1)]
            spent, total = spent + time.perf_counter() - began, total + sum(found)
            if arguments.plain:
                plain = [count(state, depth) for depth in range(1, len(counts) + 1)]
                found = plain if plain != list(counts) else found
            verdict = "ok" if tuple(found) == counts else f"expected {counts} in {state}"
            wrong += verdict != "ok"
            print(f"{name:6} {mover or 'base'}-{other or 'base'}: {found} {verdict}")
    print(f"{total / spent / 1e6:.1f} million boards a second by the core")
    return not wrong
