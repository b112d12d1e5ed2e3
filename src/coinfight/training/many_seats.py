"""Make tables/many_seats.bin: networks for four to six seats that learn from the games they play."""

import ctypes
import time
from pathlib import Path

from coinfight.search.core import NETWORKS
from gamekit.compiled import load
from gamekit.files import replace_file

GAMES = 600_000
"""Of each number of seats; guessed: the differences no longer fell much."""
BLOCK = 10_000
ERROR = 0.3
"""Of all players, as at three seats."""
SHARE = 0.5
"""Of the games: one seat against rule players."""
LAMBDA = 0.7
RATES = (0.01, 0.0004)
"""The first and the last; between them each block has the same part of the one before."""


class Trainer:
    """The compiled trainer. Raises OSError where there is no compiler."""

    def __init__(self) -> None:
        library = load(Path(__file__).with_suffix(".c"))
        library.cf_many_train.restype = ctypes.c_double
        library.cf_many_train.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_double, ctypes.c_double]
        library.cf_many_begin.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_uint64]
        library.cf_many_weights.restype = ctypes.c_size_t
        library.cf_many_weights.argtypes = [ctypes.c_void_p]
        self._library = library

    def begin(self, seats: int, seed: int = 1) -> None:
        """Begin anew at so many seats; those of other numbers stay."""
        self._library.cf_many_begin(seats, ERROR, seed)

    def train(self, games: int, rate: float) -> float:
        """Play and learn; return the mean of the squared differences from what was expected."""
        found: float = self._library.cf_many_train(games, SHARE, LAMBDA, rate)
        return found

    def weights(self) -> bytes:
        """Return all networks as the core reads them."""
        out = ctypes.create_string_buffer(self._library.cf_many_weights(None))
        self._library.cf_many_weights(out)
        return out.raw


def main(games: int = GAMES, numbers: tuple[int, ...] = (4, 5, 6)) -> None:
    """Write the networks after each number of seats, saying how it went."""
    trainer, blocks = Trainer(), games // BLOCK
    started = time.monotonic()
    for seats in numbers:
        trainer.begin(seats)
        for block in range(blocks):
            found = trainer.train(BLOCK, RATES[0] * (RATES[1] / RATES[0]) ** (block / max(1, blocks - 1)))
            if block % 10 == 9 or block == blocks - 1:
                print(
                    f"{seats} seats, {(block + 1) * BLOCK} games, {time.monotonic() - started:.0f} s: {found:.5f}",
                    flush=True,
                )
        replace_file(NETWORKS, trainer.weights())
