"""How fast and how close the solvers of matrix games are: `python tests/gamekit/bench_matrix_game.py`.

Batches of random 8x8 games, payoffs uniform in [0, 1), float32. The least of several rounds is reported; before every
timing runs a fixed calibration loop, so that a busy machine shows: divide by it to compare two runs.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np

from gamekit.solve.matrix_game import Solution, nash_conv, solve, solve_by_regret_matching
from gamekit.solve.regret_matching import Floats, solve_n

ROUNDS = 15
ITERATIONS = 200


def milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def calibration() -> None:
    """Small numpy calls and large ones, about half the time each."""
    small, large = np.ones(64, np.float32), np.ones(100_000, np.float32)
    for _ in range(1000):
        np.multiply(small, small, out=small)
    for _ in range(50):
        np.multiply(large, large, out=large)


def report(name: str, work: Callable[[], object], closeness: str) -> None:
    """Print the least times of the work and of the calibration that it took turns with."""
    rounds = [(milliseconds(calibration), milliseconds(work)) for _ in range(ROUNDS)]
    calibrated, worked = (min(times) for times in zip(*rounds, strict=True))
    print(f"{name:<42}{worked:9.2f} ms{calibrated:9.2f} ms{worked / calibrated:9.2f}   {closeness}")


def exploitability(payoffs: Floats, solution: Solution) -> str:
    values = nash_conv(payoffs.astype(float), solution.row.astype(float), solution.column.astype(float)) / 2
    return f"exploitability mean {values.mean():.1e}, max {values.max():.1e}"


def main() -> None:
    rng = np.random.default_rng(0)
    print(f"{'':<42}{'least':>12}{'calibration':>12}{'ratio':>9}")
    for batch in (1, 100, 1000):
        payoffs = rng.random((batch, 8, 8), np.float32)
        averages = partial(solve_by_regret_matching, payoffs, ITERATIONS, tolerance=0)
        report(f"{batch} games, exact", partial(solve, payoffs), exploitability(payoffs, solve(payoffs)))
        report(f"{batch} games, {ITERATIONS} iterations", averages, exploitability(payoffs, averages()))
    for players, actions in ((3, 6), (4, 6), (4, 8)):
        payoffs = rng.random((10, players, *[actions] * players), np.float32)
        joint = partial(solve_n, payoffs, ITERATIONS)
        regrets = joint().regrets
        closeness = f"product's regret mean {regrets.mean():.1e}, max {regrets.max():.1e}"
        report(f"10 games, {players} players, {actions} actions, {ITERATIONS} iterations", joint, closeness)


if __name__ == "__main__":
    main()
