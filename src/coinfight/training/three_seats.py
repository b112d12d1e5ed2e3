"""Make tables/three_seats.bin: our moves at three seats, from the solution of all positions for players who err.

Every player is thought to choose its best move (equals evenly), but with probability ERROR any of the largest sets.
Kept are the decisions that largest sets of the others can lead to. Early in a game the seed chooses among moves whose
chances are nearly the best.
"""

import ctypes
from pathlib import Path

from coinfight.search.core import SOURCE
from gamekit.compiled import load
from gamekit.files import replace_file

TABLE = SOURCE.parents[1] / "tables" / "three_seats.bin"
SPARE = 1.23
"""Bytes a decision: below 1.222 a static function of this kind can't be built."""


ERROR = 0.3
"""Measured: other ways to err won fewer games; core.c solves late positions with the same."""


class ThreeSeatSolver:
    """The compiled solver; it takes 1.5 GB. Raises OSError where there is no compiler or no room."""

    def __init__(self) -> None:
        library = load(Path(__file__).with_suffix(".c"))
        if library.cf_three_setup():
            raise OSError("solving three seats needs 1.5 GB of memory")
        self._library = library

    def solve(self, error: float) -> tuple[float, float]:
        """Solve all positions; return the chances of the first and the second seat at the start."""
        start = (ctypes.c_double * 2)()
        self._library.cf_three_solve(ctypes.c_double(error), start)
        return start[0], start[1]

    def table(self) -> tuple[bytes, int]:
        """Return the packed decisions of ours after `solve`, and how many they are."""
        decisions: int = self._library.cf_three_mark()
        third = int(decisions * SPARE / 3) + 1
        while True:
            out = ctypes.create_string_buffer(4 + 3 * third)
            if not self._library.cf_three_pack(ctypes.c_uint32(third), out):
                return out.raw + self._early(), decisions
            third += third // 100 + 1

    def _early(self) -> bytes:
        """Return the early positions in which the seed chooses: their number, then of each the key and the moves."""
        number: int = self._library.cf_three_early(None)
        out = ctypes.create_string_buffer(16 * number)
        self._library.cf_three_early(out)
        return number.to_bytes(4, "little") + out.raw


def main() -> None:
    """Write the table, saying what was found."""
    solver = ThreeSeatSolver()
    first, second = solver.solve(ERROR)
    print(f"chances at the start: {first:.3f} {second:.3f} {1 - first - second:.3f}", flush=True)
    table, decisions = solver.table()
    replace_file(TABLE, table)
    print(f"{decisions} decisions in {len(table)} bytes")
