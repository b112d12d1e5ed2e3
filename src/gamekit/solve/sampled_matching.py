"""Regret matching of one player at one node of a tree search: it plays, and learns from what the search has seen.

Source: Lanctot, Lisy and Winands, "Monte Carlo tree search in simultaneous move games with applications to Goofspiel"
(2014), doi:10.1007/978-3-319-05428-5_3, one of the selections of Lisy, Kovarik, Lanctot and Bosansky, "Convergence of
Monte Carlo tree search in simultaneous move games" (2013), arXiv:1310.8613.
"""

from collections.abc import Sequence
from random import Random

EXPLORATION = 0.2
"""The share of plays that try any action, each as likely (guessed)."""


class SampledMatcher:
    """Regret matching over a number of actions, which are known by their index."""

    __slots__ = ("_plays", "_regrets", "_sums", "_totals", "_visits")

    def __init__(self, actions: int) -> None:
        self._plays = 0
        self._regrets = [0.0] * actions
        self._sums = [0.0] * actions
        self._totals = [0.0] * actions
        self._visits = [0] * actions

    def play(self, rng: Random) -> int:
        """Return an action drawn from the strategy that matches the regrets, or with a share of EXPLORATION any."""
        number = len(self._regrets)
        positive = [max(0.0, regret) for regret in self._regrets]
        total = sum(positive)
        mix = [regret / total for regret in positive] if total else [1 / number] * number
        self._plays += 1
        for i, share in enumerate(mix):
            self._sums[i] += self._plays * share
        if rng.random() < EXPLORATION:
            return rng.randrange(number)
        return rng.choices(range(number), mix)[0]

    def learn(self, action: int, reward: float, means: Sequence[float | None]) -> None:
        """Take in what an action brought, and what each brought on average against the same choices of the others.

        Where that is None, as it was never played, the mean of all plays of the action stands in, if there are any.
        """
        self._totals[action] += reward
        self._visits[action] += 1
        played = means[action]
        assert played is not None
        for i, mean in enumerate(means):
            if mean is not None:
                self._regrets[i] += mean - played
            elif self._visits[i]:
                self._regrets[i] += self._totals[i] / self._visits[i] - played

    def average(self) -> list[float]:
        """Return the average strategy, later plays weighted by their number; the exploration does not count."""
        total = sum(self._sums)
        return [share / total if total else 1 / len(self._sums) for share in self._sums]
