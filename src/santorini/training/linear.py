"""The linear value: logistic regression on what tokens see, by Adagrad (Duchi, Hazan, Singer 2011)."""

import numpy as np
from numpy.typing import NDArray

from santorini.arrays.windows import COLUMNS, DISTANCES, KINDS, PLACES, SLOTS, Windows
from santorini.training.weights import NAMES, BoardValue

CONTENTS = 7
"""Kinds without the level of tokens: free level 0 to 3, a cap, an own token, a rival's."""
FEATURES = PLACES + 5 * CONTENTS

_CONTENT = np.array([0, 1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6])
RATE = 0.05
BATCH = 512

FloatArray = NDArray[np.float32]


def features(seen: Windows) -> FloatArray:
    """Return counts [N, 2 players, 4 levels * FEATURES]: of each token's place and what is at each distance."""
    count = len(seen.levels)
    counts = np.zeros((count, 2, 4 * FEATURES), np.float32)
    rows, player = np.arange(count)[:, None], np.array([0, 0, 1, 1])
    base = seen.levels.astype(np.intp) * FEATURES
    np.add.at(counts, (rows, player, base + seen.places), 1)
    for slot in range(SLOTS):
        kind = seen.kinds[:, :, slot]
        row, token = np.nonzero(kind < KINDS)
        column = base[row, token] + PLACES + DISTANCES[slot] * CONTENTS + _CONTENT[kind[row, token]]
        np.add.at(counts, (row, player[token], column), 1)
    return counts


def fit(seen: Windows, targets: FloatArray, passes: int, rng: np.random.Generator) -> BoardValue:
    """Return the value fitted to targets [N], chances to win of the player to move."""
    counts = features(seen)
    weights = np.zeros((2, 2, NAMES, 4 * FEATURES), np.float32)  # player, by whose card, card
    constant = np.zeros((NAMES, NAMES), np.float32)
    squares, constant_squares = np.full_like(weights, 1e-4), np.full_like(constant, 1e-4)
    batches = pair_batches(seen.cards, BATCH)
    for _ in range(passes):
        for at in rng.permutation(len(batches)):
            batch = batches[at]
            mover, other = seen.cards[batch[0]]
            where = ((0, 0, mover), (0, 1, other), (1, 0, other), (1, 1, mover))
            x = counts[batch]
            logits = constant[mover, other] + sum(x[:, player] @ weights[player, by, c] for player, by, c in where)
            error = (1 / (1 + np.exp(-logits)) - targets[batch]) / len(batch)
            for player, by, card in where:
                gradient = error @ x[:, player]
                squares[player, by, card] += gradient**2
                weights[player, by, card] -= RATE * gradient / np.sqrt(squares[player, by, card])
            constant_squares[mover, other] += error.sum() ** 2
            constant[mover, other] -= RATE * error.sum() / np.sqrt(constant_squares[mover, other])
        for batch in batches:
            rng.shuffle(batch)
    return BoardValue(_spread(weights), constant)


def pair_batches(cards: NDArray[np.uint8], size: int) -> list[NDArray[np.intp]]:
    """Return the numbers of all positions in batches, each of one pair of cards."""
    pair = cards[:, 0].astype(np.intp) * NAMES + cards[:, 1]
    order = np.argsort(pair, kind="stable")
    groups = np.split(order, np.nonzero(np.diff(pair[order]))[0] + 1)
    return [part for group in groups for part in np.array_split(group, max(1, len(group) // size))]


def _spread(weights: FloatArray) -> FloatArray:
    """Return rows as the core has them: a number for each slot and kind."""
    table = weights.reshape(2, 2, NAMES, 4, FEATURES)
    columns = list(range(PLACES))
    columns += [PLACES + DISTANCES[slot] * CONTENTS + _CONTENT[kind] for slot in range(SLOTS) for kind in range(KINDS)]
    assert len(columns) == COLUMNS
    return np.ascontiguousarray(table[..., columns])
