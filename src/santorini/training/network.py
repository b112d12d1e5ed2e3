"""The network: rows of numbers summed over what each token sees, and a small second layer; fitted by Adam.

Rows of a token's owner's card and of the rival's card are sums of a part that all cards share and one of their own. The
board is turned and mirrored at random. (Kingma, Ba 2014 for Adam.)
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import EllipsisType

import numpy as np
from numpy.typing import NDArray

from santorini.arrays.windows import COLUMNS, KINDS, OFF_BOARD, PLACES, SLOTS, SYMMETRIES, Windows
from santorini.training.linear import pair_batches
from santorini.training.weights import HIDDEN, NAMES, SECOND, BoardValue

FloatArray = NDArray[np.float32]

BATCH = 512
RATE = 2e-3
LAST_RATE = 5e-5
DECAY = 1e-3
"""How much a step at rate 1 takes from the rows that belong to a card (guessed)."""
BOUNDS = {"shared": 1.2, "cards": 0.6, "second": 16.0}
"""Sums of 25 rows stay within 16 bits."""

_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
_SLOT_START = PLACES + KINDS * np.arange(SLOTS)


@dataclass
class _Adam:
    """Moments of one array, of which any part may be stepped on its own."""

    weights: FloatArray
    bound: float = np.inf
    decay: float = 0.0
    first: FloatArray = field(init=False)
    second: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def step(self, at: tuple[int, ...], gradient: NDArray[np.floating], rate: float) -> None:
        where: tuple[int | EllipsisType, ...] = (*at, ...)
        first, second, weights = (part[where] for part in (self.first, self.second, self.weights))
        first += (1 - _FIRST) * (gradient - first)
        second += (1 - _SECOND) * (gradient * gradient - second)
        weights -= rate * (first / (np.sqrt(second) + _TINY) + self.decay * np.sign(weights))
        np.clip(weights, -self.bound, self.bound, out=weights)


class NetworkWeights:
    """The weights of a network while it learns; axes as in `weights.BoardValue`."""

    def __init__(self, rng: np.random.Generator) -> None:
        def normal(scale: float, *shape: int) -> FloatArray:
            return (scale * rng.standard_normal(shape)).astype(np.float32)

        shared = normal(0.06, 2, 4, COLUMNS, HIDDEN)
        shared[:, :, :PLACES] += 0.3
        shared[..., 0] = 0  # added to the value as it is
        self.shared = _Adam(shared, BOUNDS["shared"])
        self.cards = _Adam(np.zeros((2, 2, NAMES, 4, COLUMNS, HIDDEN), np.float32), BOUNDS["cards"], DECAY)
        self.constant = _Adam(np.zeros((NAMES, NAMES), np.float32))
        self.second = _Adam(normal(0.12, SECOND, 2 * HIDDEN), BOUNDS["second"])
        self.second_bias = _Adam(np.zeros(SECOND, np.float32))
        self.out = _Adam(normal(0.3, SECOND))

    def value(self) -> BoardValue:
        """Return what it has learnt so far."""
        rows = self.cards.weights.copy()
        rows[:, 0] += self.shared.weights[:, None]
        return BoardValue(rows, self.constant.weights, self.second.weights, self.second_bias.weights, self.out.weights)

    def rows_for(self, player: int, mover: int, other: int) -> FloatArray:
        """Return the rows [4, COLUMNS, HIDDEN] of the mover's (0) or the other's (1) tokens for a pair of cards."""
        owner, rival = (mover, other) if player == 0 else (other, mover)
        weights = self.cards.weights
        rows: FloatArray = self.shared.weights[player] + weights[player, 0, owner] + weights[player, 1, rival]
        return rows

    def step(self, seen: Windows, batch: NDArray[np.intp], targets: FloatArray, how: int, rate: float) -> float:
        """Learn from positions of one pair of cards, under a symmetry; return the sum of their losses before.

        The step size is `rate` times what Adam makes of the mean gradient; 0 learns nothing.
        """
        mover, other = (int(card) for card in seen.cards[batch[0]])
        count = len(batch)
        levels = seen.levels[batch].reshape(count, 2, 2)
        x = _one_hot(seen, batch, how)
        hidden = np.empty((count, 2, 2, HIDDEN), np.float32)
        groups = [(player, level, levels[:, player] == level) for player in range(2) for level in range(4)]
        rows = [self.rows_for(player, mover, other) for player in range(2)]
        for player, level, group in groups:
            hidden[:, player][group] = x[:, player][group] @ rows[player][level]
        summed = np.clip(hidden, 0, 1).sum(2).reshape(count, 2 * HIDDEN)
        units = summed @ self.second.weights.T + self.second_bias.weights
        lit = np.maximum(units, 0)
        logits = hidden[..., 0].sum((1, 2)) + lit @ self.out.weights + self.constant.weights[mover, other]
        losses = np.logaddexp(0, logits) - targets * logits
        if rate:
            error = ((1 / (1 + np.exp(-logits)) - targets) / count).astype(np.float32)
            to_units = error[:, None] * self.out.weights * (units > 0)
            to_sum = (to_units @ self.second.weights).reshape(count, 2, 1, HIDDEN)
            to_hidden = to_sum * ((hidden > 0) & (hidden < 1))
            to_hidden[..., 0] += error[:, None, None]
            self._learn_rows(x, to_hidden, groups, (mover, other), rate)
            self.constant.step((mover, other), np.asarray(error.sum()), rate)
            self.out.step((), error @ lit, rate)
            self.second_bias.step((), to_units.sum(0), rate)
            self.second.step((), to_units.T @ summed, rate)
        return float(losses.sum())

    def _learn_rows(
        self,
        x: FloatArray,
        to_hidden: FloatArray,
        groups: list[tuple[int, int, NDArray[np.bool_]]],
        cards: tuple[int, int],
        rate: float,
    ) -> None:
        for player, level, group in groups:
            if group.any():
                gradient = x[:, player][group].T @ to_hidden[:, player][group]
                self.shared.step((player, level), gradient, rate)
                owner, rival = cards[:: 1 - 2 * player]
                self.cards.step((player, 0, owner, level), gradient, rate)
                if any(cards):  # without cards the rows of no card are one part, not two
                    self.cards.step((player, 1, rival, level), gradient, rate)


def _one_hot(seen: Windows, batch: NDArray[np.intp], how: int) -> FloatArray:
    """Return [B, 2 players, 2 tokens, COLUMNS], with 1 where something is."""
    kinds = seen.kinds[batch][:, :, SYMMETRIES[how]]
    count = len(batch)
    x = np.zeros((count * 4, COLUMNS + 1), np.float32)
    row = np.arange(count * 4)
    x[row, seen.places[batch].ravel()] = 1
    columns = np.where(kinds == OFF_BOARD, COLUMNS, _SLOT_START + kinds).reshape(count * 4, SLOTS)
    x[row[:, None], columns] = 1
    return x[:, :COLUMNS].reshape(count, 2, 2, COLUMNS)


@dataclass(frozen=True, slots=True)
class Data:
    """What to learn from: N positions, the chances to win that they have, and which are held out."""

    seen: Windows
    targets: FloatArray  # [N]
    held_out: NDArray[np.bool_]  # [N]


def fit(
    network: NetworkWeights, data: Data, passes: int, rng: np.random.Generator, tell: Callable[[str], None]
) -> tuple[float, float]:
    """Fit a network to positions but for those held out; return the last losses a position, fitted and held out."""
    seen, targets, held_out = data.seen, data.targets, data.held_out
    numbers = np.arange(len(targets))
    learning = [numbers[~held_out][batch] for batch in pair_batches(seen.cards[~held_out], BATCH)]
    testing = [numbers[held_out][batch] for batch in pair_batches(seen.cards[held_out], BATCH)]
    total, done = passes * len(learning), 0
    loss = test = 0.0
    for number in range(passes):
        loss = 0.0
        for at in rng.permutation(len(learning)):
            rate = LAST_RATE + (RATE - LAST_RATE) * (1 + np.cos(np.pi * done / total)) / 2
            rate *= min(1.0, (done + 1) / 200)
            batch = learning[at]
            loss += network.step(seen, batch, targets[batch], int(rng.integers(8)), rate)
            done += 1
        loss /= (~held_out).sum()
        test = sum(network.step(seen, batch, targets[batch], 0, 0.0) for batch in testing) / max(1, held_out.sum())
        tell(f"pass {number + 1}: loss {loss:.4f}, held out {test:.4f}")
    return loss, test
