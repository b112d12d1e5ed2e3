"""Games of the search against itself, as data to learn values from."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from gamekit.output import writing
from santorini.rules import CARDS, SPACES
from santorini.search.core import RECORD, Engine, Limits, children, wins

PAIRS: tuple[tuple[int, int], ...] = ((0, 0), *permutations(range(1, len(CARDS) + 1), 2))
"""Pairs of cards by number: none, then all pairs of different ones."""

BASE_SHARE = 0.2
"""How many games are without cards (guessed, as all below; the rest are spread over the pairs of cards)."""

MOST_RANDOM_TURNS = 8
MOST_TURNS = 150
"""A longer game is given up; a board has room for fewer than 100 builds."""

TABLE_BITS = 15


@dataclass(frozen=True, slots=True)
class Positions:
    """Boards and what became of them, from the view of the player to move."""

    records: NDArray[np.uint8]  # [N, 32]
    scores: NDArray[np.int16]  # [N] of the search
    results: NDArray[np.int8]  # [N] 1 won, 0 lost

    def __len__(self) -> int:
        return len(self.records)

    def save(self, path: Path) -> None:
        """Write them to a file; nobody sees half of it."""
        beside = path.with_suffix(".new.npz")
        with writing(path):
            np.savez_compressed(beside, records=self.records, scores=self.scores, results=self.results)
            beside.replace(path)

    @classmethod
    def load(cls, paths: list[Path]) -> "Positions":
        """Return the positions of several files, in order."""
        files = [np.load(path) for path in paths]
        return cls(*(np.concatenate([file[name] for file in files]) for name in ("records", "scores", "results")))


def random_start(rng: Random, cards: tuple[int, int]) -> bytes:
    """Return a board with levels 0 and four tokens on random spaces."""
    tokens = rng.sample(SPACES, 4)
    return bytes([0] * len(SPACES) + sorted(tokens[:2]) + sorted(tokens[2:]) + [*cards, 0])


def _opening(rng: Random, cards: tuple[int, int]) -> tuple[bytes, int] | None:
    """Return a board after some random turns and the seat to move, None if the game is over or a turn from it."""
    record, seat = random_start(rng, cards), 0
    for _ in range(rng.randrange(MOST_RANDOM_TURNS + 1)):
        following = [child for child, won in children(record) if not won]
        if not following or wins(record):
            return None
        record, seat = rng.choice(following), 1 - seat
    return record, seat


def play_game(engine: Engine, rng: Random, nodes: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the record, score and result of each quiet position of one game: nobody can win at once in it."""
    cards = (0, 0) if rng.random() < BASE_SHARE else rng.choice(PAIRS[1:])
    opening = None
    while opening is None:
        opening = _opening(rng, cards)
    record, seat = opening
    engine.forget()
    limits = Limits(nodes=nodes)
    seen: list[tuple[bytes, int, int]] = []
    for _ in range(MOST_TURNS):
        found = engine.search(record, seat, limits)
        if found is None:  # no turn: who moved last has won
            winner = 1 - seat
            break
        if not wins(record, 0) and not wins(record, 1):
            seen.append((record, seat, found.score))
        if found.proven:
            winner = seat if found.proven > 0 else 1 - seat
            break
        record, seat = found.child, 1 - seat
    else:
        return
    for position, mover, score in seen:
        yield position, score, int(mover == winner)


def play_games(value: bytes | None, games: int, nodes: int, seed: int) -> Positions:
    """Return the quiet positions of so many games, with so many nodes a turn."""
    engine, rng = Engine(value, TABLE_BITS), Random(seed)
    rows = [row for _ in range(games) for row in play_game(engine, rng, nodes)]
    return Positions(
        np.frombuffer(b"".join(row[0] for row in rows), np.uint8).reshape(-1, RECORD),
        np.array([row[1] for row in rows], np.int16),
        np.array([row[2] for row in rows], np.int8),
    )


def chance(score: float) -> float:
    """Return the chance to win that a score stands for."""
    return 1 / (1 + math.exp(-score / 256))
