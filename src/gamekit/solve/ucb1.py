"""UCB1: which arm of a multi-armed bandit to pull next (Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002)."""

from collections.abc import Sequence
from math import inf, log, sqrt


def next_pulls(visits: Sequence[int], means: Sequence[float], pulls: int, exploration: float) -> list[int]:
    """Return the arms that UCB1 pulls next if each of these pulls brings its arm's mean so far.

    Arms never pulled come first, in order; of arms that are as good the first is pulled. The bound of an arm is its
    mean + exploration * sqrt(ln(all visits) / visits of the arm).
    """
    counts = [*visits]
    arms: list[int] = []
    for number in range(sum(visits), sum(visits) + pulls):
        bounds = [
            mean + exploration * sqrt(log(number) / count) if count else inf
            for mean, count in zip(means, counts, strict=True)
        ]
        arms.append(bounds.index(max(bounds)))
        counts[arms[-1]] += 1
    return arms
