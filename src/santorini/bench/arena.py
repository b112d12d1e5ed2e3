"""Matches between two searches inside this process: both with the same time or nodes, from random starts, in pairs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from gamekit.bench.scores import Score
from santorini.rules import SPACES
from santorini.search.core import Engine, Limits, children
from santorini.training.self_play import MOST_TURNS, PAIRS, random_start

INNER = tuple(space for space in SPACES if 0 < space // 5 < 4 and 0 < space % 5 < 4)
"""The inner nine spaces."""


@dataclass(frozen=True, slots=True)
class Side:
    """A search as it takes part: its value, its limits, and the library of another core, if it has one."""

    value: bytes | None
    limits: Limits
    core: Path | None = None


def pairs_of(kind: str, rng: Random) -> Iterator[tuple[int, int]]:
    """Yield cards for one pair of games after another: none (`base`), or all 28 pairs of cards in turn (`cards`)."""
    known = [(0, 0)] if kind == "base" else [pair for pair in PAIRS if pair[0] < pair[1]]
    while True:
        yield from rng.sample(known, len(known))


def play(sides: tuple[Side, Side], start: bytes) -> int:
    """Return who wins from a board: 0, the first to move, or 1."""
    engines = [Engine(side.value, 18 if side.limits.nodes else 20, side.core) for side in sides]
    record, seat = start, 0
    for _ in range(MOST_TURNS):
        found = engines[seat].search(record, seat, sides[seat].limits)
        if found is None:
            return 1 - seat
        if found.child[:25] == record[:25]:
            return seat
        record, seat = found.child, 1 - seat
    raise RuntimeError(f"expected a game of at most {MOST_TURNS} turns from {start!r}")


def playable_start(cards: tuple[int, int], rng: Random, spaces: Sequence[int] = SPACES) -> bytes:
    """Return a random board with turns to play, its tokens on these spaces."""
    start = random_start(rng, cards, spaces)
    while not children(start):
        start = random_start(rng, cards, spaces)
    return start


def starts_of(kind: str, rng: Random, spaces: Sequence[int] = SPACES) -> Iterator[bytes]:
    """Yield random boards with turns to play, tokens on these spaces: without cards, or with all pairs in turn."""
    for cards in pairs_of(kind, rng):
        yield playable_start(cards, rng, spaces)


def match(sides: tuple[Side, Side], starts: Iterator[bytes], games: int, tell: Callable[[Score], None]) -> Score:
    """Return what the first side wins: each start is played twice, seats and cards exchanged."""
    score = Score()
    for pair, start in enumerate(starts):
        for first in (0, 1):
            winner = play(sides if first == 0 else sides[::-1], start)
            score.add(float(winner == first), pair)
        tell(score)
        if score.games >= games:
            break
    return score
