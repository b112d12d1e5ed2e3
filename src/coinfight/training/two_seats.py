"""Make tables/two_seats.bin: every position solved; lost ones played against a mixture of models of opponents.

A lost position is lost only against exact play. The models are styles: alpha-beta of each depth by coin weights, tree
searchers, exact play with noise, rule players. Each game's opponent is one of them all along, so the position itself
tells which: the belief in a model is its share times the chance that it leads there. Choices and beliefs are improved
in turns (a local optimum); in between the searchers are watched more closely where the choices lead.
"""

import ctypes
from pathlib import Path
from typing import NamedTuple

import numpy as np

from coinfight.search.two_seats import POSITIONS, TABLE
from gamekit.compiled import load
from gamekit.files import replace_file

EXACT, COIN_WEIGHTS, OLD_WEIGHTS, RULE, SEARCHER = range(5)
GREEDY, COINAGE, NOT_AI = 2, 3, 7
SEARCHERS = (
    (1000, 500, 0.0003, 0.5), (5000, 30, 0.004, 0.1),
    (-1000, 20, 0.001, 0.05), (-5000, 20, 0.001, 0.05), (-30_000, 80, 0.0005, 0.25),
)  # fmt: skip
"""Iterations of the tree searchers that are modelled, below 0 leaves of alpha-beta; how many searches are made at a
position that is always come to; how seldom a position may be come to and still be searched on; share (all guessed)."""
ROUNDS = 24
"""After about twenty, few positions are searched on any more."""
SEED_ROUNDS = 5
"""To find what the seed may choose; after four, few positions are searched on any more."""
MOST = 6
"""Steps in which the choices of a round are improved, at most (guessed)."""
PRIOR = 0.02
"""How much of a model's share stays, whatever the choices before say (guessed)."""
WIDTH = 40
MOST_SEARCHES = 1e9
"""Fewer are made at a position (guessed)."""
MARGIN = 0.02
"""In a lost position the seed chooses among moves whose chance to win, the mean over the models, is below the best by
this at most (guessed: matches went as well as with the best alone)."""


class Model(NamedTuple):
    """A style of opponent; `number` is a depth, a rule player or a searcher, `noise` its share of random moves."""

    kind: int
    number: int = 0
    weight: float = 0.0
    noise: float = 0.0


def mixture() -> list[Model]:
    """Return the models; their shares are guessed, then kept because the matches in FIGURES.txt went well."""
    depths = [(COIN_WEIGHTS, depth) for depth in (5, 6, 7, 8, 9, 10, 11, 12, 14)]
    depths += [(OLD_WEIGHTS, depth) for depth in (7, 9, 11)]
    return [
        *(Model(SEARCHER, slot, searcher[3], 0.01) for slot, searcher in enumerate(SEARCHERS)),
        *(Model(kind, depth, 0.05 / len(depths), 0.02) for kind, depth in depths),
        *(Model(EXACT, weight=0.05, noise=error) for error in (1, 0.3)),
        *(Model(RULE, style, 0.033, 0.1) for style in (GREEDY, COINAGE, NOT_AI)),
    ]


class TwoSeatSolver:
    """The compiled solver. Raises OSError where there is no compiler."""

    def __init__(self) -> None:
        library = load(Path(__file__).with_suffix(".c"))
        self._library = library
        self._library.cf_two_iterate.restype = ctypes.c_double
        self._library.two_sampled.restype = ctypes.c_void_p
        self._library.two_searches.restype = ctypes.c_void_p
        self.positions: int = self._library.cf_two_setup()

    def exact(self) -> tuple[bytes, bytes]:
        """Return whether the mover wins, and the plies to the end, of every index."""
        won, plies = ctypes.create_string_buffer(POSITIONS), ctypes.create_string_buffer(POSITIONS)
        self._library.cf_two_exact(won, plies)
        return won.raw, plies.raw

    def sample(self, known: bytes | None = None) -> None:
        """Find out what the tree searchers choose, once everywhere, or take what is known from `read_cache`."""
        if known is not None:
            for slot in range(len(SEARCHERS)):
                for at, size in self._memory(slot):
                    ctypes.memmove(at, known[:size], size)
                    known = known[size:]
            return
        for slot, like in ((0, None), (1, 0), (2, None), (3, 2), (4, 3)):
            if like is None:
                self._library.cf_two_sample(slot, SEARCHERS[slot][0], 1, 77)
            else:
                self._library.cf_two_copy(like, slot)

    def _memory(self, slot: int) -> list[tuple[int, int]]:
        """Return where a searcher's choices and their number are, and how many bytes."""
        return [
            (self._library.two_sampled(slot), POSITIONS * WIDTH * 4),
            (self._library.two_searches(slot), POSITIONS * 4),
        ]

    def refine(self, cache: Path | None = None) -> int:
        """Search on where the choices lead; return how many positions were looked at."""
        seen = sum(
            self._library.cf_two_refine(slot, size, times, ctypes.c_double(least))
            for slot, (size, times, least, _) in enumerate(SEARCHERS)
        )
        if cache:
            content = b"".join(
                ctypes.string_at(at, size) for slot in range(len(SEARCHERS)) for at, size in self._memory(slot)
            )
            replace_file(cache, content)
        return int(seen)

    def improve(self, models: list[Model]) -> tuple[list[float], list[float]]:
        """Improve the choices until they stand still; return the mean chance to win a round and each model's last."""
        total = sum(model.weight for model in models)
        self._library.two_clear()
        for kind, number, weight, noise in models:
            self._library.cf_two_add_type(kind, number, ctypes.c_double(weight / total), ctypes.c_double(noise))
        values = (ctypes.c_double * len(models))()
        means: list[float] = []
        while len(means) < MOST and (len(means) < 2 or abs(means[-1] - means[-2]) > 1e-4):
            means.append(self._library.cf_two_iterate(not means, ctypes.c_double(PRIOR), values))
        return means, list(values)

    def table(self) -> bytes:
        """Return the table of the last choices."""
        table = ctypes.create_string_buffer(4 * POSITIONS)
        self._library.cf_two_choices(table)
        return table.raw

    def keep(self, table: bytes, margin: float) -> None:
        """Keep the best moves of a table from now on; `improve` finds which others are less by the margin at most."""
        self._library.cf_two_keep(table, ctypes.c_double(margin))


def read_cache(path: Path) -> bytes:
    """Return what a file keeps of the searchers' choices. Raises OSError, and ValueError for a file of another kind."""
    wanted = len(SEARCHERS) * POSITIONS * (WIDTH + 1)
    if path.is_file() and path.stat().st_size == 4 * wanted:
        numbers = np.fromfile(path, np.float32)
        if len(numbers) == wanted and numbers.min() >= 0 and numbers.max() < MOST_SEARCHES:  # nan is neither
            return numbers.tobytes()
    raise ValueError(f"expected choices of searchers in {path}, {wanted:,} numbers from 0 on: remove it to begin anew")


def main(cache: Path | None = None, *, keep: bool = False) -> None:
    """Write the table of the best of the later rounds, saying how each went: our chance to win as first mover, then
    against each model; then the moves that the seed may choose beside the best ones. With `keep` the best moves are
    those of the table that is there. What the searchers chose is kept in the file `cache`, if given, to go on with.
    Raises OSError, and ValueError if that is another kind of file.
    """
    known = read_cache(cache) if cache and cache.exists() else None
    solver, models, best = TwoSeatSolver(), mixture(), 0.0
    solver.sample(known)
    for number in range(0 if keep else ROUNDS):
        means, values = solver.improve(models)
        print(f"round {number + 1}: {means[-1]:.3f};", " ".join(f"{each:.2f}" for each in values), flush=True)
        if number >= ROUNDS - 4 and means[-1] > best:  # by then the searchers are known where it matters
            best = means[-1]
            replace_file(Path(TABLE), solver.table())
        print(f"{solver.refine(cache)} positions searched on", flush=True)
    solver.keep(Path(TABLE).read_bytes(), MARGIN)
    for number in range(SEED_ROUNDS):
        means, values = solver.improve(models)
        print(f"by seed, {number + 1}: {means[-1]:.3f};", " ".join(f"{each:.2f}" for each in values), flush=True)
        Path(TABLE).write_bytes(solver.table())
        solver.refine(cache)
