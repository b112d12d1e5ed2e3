"""Make tables/two_seats.bin: every position solved; lost ones played against a mixture of models of opponents.

A lost position is lost only against exact play. The models are styles: alpha-beta of each depth by coin weights, a
few plies over playouts, tree searchers, exact play with noise, rule players. Each game's opponent is one of them all
along, so the position itself tells which: the belief in a model is its share times the chance that it leads there.
Choices and beliefs are improved in turns until they stand still (a local optimum).
"""

import ctypes
from pathlib import Path
from typing import NamedTuple

from coinfight.search.two_seats import POSITIONS, TABLE
from gamekit.compiled import load

EXACT, COIN_WEIGHTS, OLD_WEIGHTS, PLAYOUTS, RULE, SEARCHER = range(6)
GREEDY_TO_NOT_AI = range(2, 8)
WIDTH = 40
SEARCHES = ((1000, 3), (5000, 1))
"""Iterations of the tree searchers that are modelled, and how many searches a position."""


class Model(NamedTuple):
    """A style of opponent; `number` is a depth, a rule player or a searcher, `noise` its share of random moves."""

    kind: int
    number: int = 0
    temperature: float = 0.0
    weight: float = 0.0
    noise: float = 0.0


def mixture(
    alpha_beta: float = 0.3, playouts: float = 0.3, searchers: float = 1.0, noisy: float = 0.5, rules: float = 0.3
) -> list[Model]:
    """Return the models with these shares; shares and ranges are chosen by the matches in README.txt."""
    depths = range(4, 15)
    return [
        *(Model(kind, k, weight=alpha_beta / 2 / len(depths), noise=0.02) for k in depths for kind in (1, 2)),
        *(Model(PLAYOUTS, k, 0.03, playouts / 5) for k in (1, 2, 3, 5, 7)),
        *(Model(SEARCHER, slot, weight=searchers / len(SEARCHES)) for slot in range(len(SEARCHES))),
        *(Model(EXACT, weight=noisy / 3, noise=e) for e in (1, 0.3, 0.1)),
        *(Model(RULE, style, weight=rules / 6, noise=0.1) for style in GREEDY_TO_NOT_AI),
    ]


class Solver:
    """The compiled solver. Raises OSError where there is no compiler."""

    def __init__(self) -> None:
        library = load(Path(__file__).with_suffix(".c"))
        if library is None:
            raise OSError("solving two seats needs a C compiler: cc, gcc, or what CC names")
        self._library = library
        self._library.two_iterate.restype = ctypes.c_double
        self._library.two_sampled.restype = ctypes.c_void_p
        self.positions: int = self._library.two_setup()

    def exact(self) -> tuple[bytes, bytes]:
        """Return whether the mover wins, and the plies to the end, of every index."""
        won, plies = ctypes.create_string_buffer(POSITIONS), ctypes.create_string_buffer(POSITIONS)
        self._library.two_exact(won, plies)
        return won.raw, plies.raw

    def sample(self, slot: int, cache: Path | None = None) -> None:
        """Find out what a tree searcher of `SEARCHES` chooses, or read it from a file that is kept."""
        at, size = self._library.two_sampled(slot), POSITIONS * WIDTH * 4
        if cache and cache.exists():
            ctypes.memmove(at, cache.read_bytes(), size)
            return
        self._library.two_sample(slot, *SEARCHES[slot], 77 + slot)
        if cache:
            cache.write_bytes(ctypes.string_at(at, size))

    def improve(self, models: list[Model], prior: float = 0.05, most: int = 30) -> tuple[list[float], list[float]]:
        """Improve the choices until they stand still; return the mean chance to win a round and each model's last."""
        total = sum(model.weight for model in models)
        self._library.two_clear()
        for kind, number, temperature, weight, noise in models:
            doubles = map(ctypes.c_double, (temperature, weight / total, noise))
            self._library.two_add_type(kind, number, *doubles)
        values = (ctypes.c_double * len(models))()
        means: list[float] = []
        while len(means) < most and (len(means) < 2 or abs(means[-1] - means[-2]) > 1e-5):
            means.append(self._library.two_iterate(not means, ctypes.c_double(prior), values))
        return means, list(values)

    def table(self) -> bytes:
        """Return the table of the last choices."""
        table = ctypes.create_string_buffer(POSITIONS)
        self._library.two_choices(table)
        return table.raw


def main(cache: str | None = None) -> None:
    """Write the table, saying how each round went; searchers' moves are kept in the folder `cache` if it is given."""
    solver = Solver()
    for slot in range(len(SEARCHES)):
        solver.sample(slot, Path(cache, f"searcher-{slot}.bin") if cache else None)
    means, values = solver.improve(mixture())
    print(*(f"{mean:.4f}" for mean in means))
    print(*(f"{value:.2f}" for value in values))
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_bytes(solver.table())
