"""Games of the search against itself, as data to learn values from; played by compiled code, self_play.c."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from gamekit import compiled
from gamekit.files.arrays import ROWS, ArrayFile, Form, packed
from santorini.rules import CARDS, SPACES
from santorini.rules.board import CAP, TOP
from santorini.search.core import RECORD

SOURCE = Path(__file__).with_name("self_play.c")

PAIRS: tuple[tuple[int, int], ...] = ((0, 0), *permutations(range(1, len(CARDS) + 1), 2))
"""Pairs of cards by number: none, then all pairs of different ones."""

MOST_TURNS = 150
"""A longer game is given up; a board has room for fewer than 100 builds."""

TABLE_BITS = 15

_POSITION = np.dtype(
    [("record", np.uint8, RECORD), ("score", np.int16), ("result", np.int8), ("side", np.int8), ("game", np.int32)]
)


@dataclass(frozen=True, slots=True)
class Positions:
    """Boards and what became of them, from the view of the player to move."""

    records: NDArray[np.uint8]  # [N, 32]
    scores: NDArray[np.int16]  # [N] of the search
    results: NDArray[np.int8]  # [N] 1 won, 0 lost

    def __len__(self) -> int:
        return len(self.records)

    def packed(self) -> bytes:
        """Return them as the bytes of a file, for `load`."""
        arrays = {"records": self.records, "scores": self.scores, "results": self.results}
        return packed(arrays, compressed=True)

    @classmethod
    def load(cls, paths: list[Path]) -> "Positions":
        """Return the positions of several files, in order. Raises OSError, and ValueError for other files."""
        parts = [cls._read(path) for path in paths]
        return cls(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in ("records", "scores", "results"))
        )

    @classmethod
    def _read(cls, path: Path) -> "Positions":
        with ArrayFile(path, "positions of `train play`") as file:
            records = file.array("records", Form(np.uint8, (ROWS, RECORD)))
            with file.saying("records"):
                check_records(records)
            scores = file.array("scores", Form(np.int16, (len(records),)))
            return cls(records, scores, file.array("results", Form(np.int8, (len(records),), 0, 1)))


def check_records(records: NDArray[np.uint8]) -> None:
    """Raise ValueError unless compiled code may take these for boards with all tokens placed, which looks at nothing.

    Records are [N, 32]: 25 levels, the tokens of the mover and of the other, a card of each by number, 0 for none.
    """
    board = len(SPACES)
    levels, tokens, cards = records[:, :board], records[:, board : board + 4], records[:, board + 4 : board + 6]
    good = (levels <= CAP).all(1) & (tokens < board).all(1) & (cards <= len(CARDS)).all(1)
    places = np.sort(tokens, axis=1)
    good &= (places[:, 1:] > places[:, :-1]).all(1)
    good &= (np.take_along_axis(levels, tokens.astype(np.intp) % board, 1) <= TOP).all(1)
    if not good.all():
        raise ValueError(f"expected boards with four tokens, got another in row {int(np.argmin(good))}")


def random_start(rng: Random, cards: tuple[int, int], spaces: Sequence[int] = SPACES) -> bytes:
    """Return a board with levels 0 and four tokens on random ones of these spaces."""
    tokens = rng.sample(spaces, 4)
    return bytes([0] * len(SPACES) + sorted(tokens[:2]) + sorted(tokens[2:]) + [*cards, 0])


@cache
def _library() -> ctypes.CDLL:
    library = compiled.load(SOURCE)
    handle, data = ctypes.c_void_p, ctypes.c_char_p
    library.sn_new.restype, library.sn_free.argtypes = handle, [handle]
    library.sn_value.argtypes = [handle, data, ctypes.c_int64]
    library.sn_games.restype = ctypes.c_int64
    library.sn_games.argtypes = [handle, ctypes.c_int, ctypes.c_int64, ctypes.c_double, ctypes.c_uint64, handle]
    return library


def play_games(value: bytes | None, games: int, nodes: int, seed: int, base: float = 0.2) -> Positions:
    """Return the quiet positions, in which nobody can win at once, of so many games, with so many boards a turn.

    Each begins with random tokens and 0 to 10 random turns. `base` is the share without cards. Raises RuntimeError
    without a C compiler, ValueError for a value that the core can't read.
    """
    library = _library()
    positions = np.zeros(games * MOST_TURNS, _POSITION)
    engine = library.sn_new(TABLE_BITS)
    try:
        if value is not None and library.sn_value(engine, value, len(value)):
            raise ValueError(f"expected a value that the core reads, got {len(value)} bytes")
        count = library.sn_games(engine, games, nodes, base, seed, positions.ctypes.data)
    finally:
        library.sn_free(engine)
    if count < 0:
        raise MemoryError(f"no memory for {games} games")
    kept = positions[:count]
    kept = kept[np.argsort(kept["game"], kind="stable")]
    return Positions(*(np.ascontiguousarray(kept[name]) for name in ("record", "score", "result")))
