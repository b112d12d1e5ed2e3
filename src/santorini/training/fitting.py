"""From files of games to a value as the core reads it, and how well it predicts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from santorini.arrays.windows import Windows, windows
from santorini.search.core import Engine
from santorini.training import linear, wide
from santorini.training.self_play import Positions
from santorini.training.weights import LOGIT

HELD_OUT = 20
"""One position in so many, the last ones, is not learnt from."""
TESTED = 20_000
"""At most so many positions are valued by the core to see how well a value predicts."""


def targets(positions: Positions, share: float) -> NDArray[np.float32]:
    """Return chances to win: of the result this share, the rest of the search's score."""
    scores = np.clip(positions.scores.astype(np.float64), -20 * LOGIT, 20 * LOGIT)
    return (share * positions.results + (1 - share) / (1 + np.exp(-scores / LOGIT))).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a value is fitted: `linear` or `wide`, the result's share of the targets, passes, and the seed."""

    kind: str = "wide"
    share: float = 0.5
    passes: int = 10
    seed: int = 1


def fit(files: list[Path], recipe: Recipe, state: Path, tell: Callable[[str], None]) -> tuple[bytes, dict[str, float]]:
    """Return a value for the core, and figures: positions, and loss and share of results predicted of those held out.

    `state` is a file where a wide value is kept after each pass: the same fit goes on from there. Raises ValueError if
    there are no files or too few positions, if one is another kind of file, or `state` another fit's.
    """
    if not files:
        raise ValueError("expected files of games, got none")
    positions, rng = Positions.load(files), np.random.default_rng(recipe.seed)
    if len(positions) < HELD_OUT:
        raise ValueError(f"expected {HELD_OUT} positions or more, got {len(positions)}")
    wanted = targets(positions, recipe.share)
    held_out = np.arange(len(positions)) >= len(positions) - len(positions) // HELD_OUT
    if recipe.kind == "wide":
        lesson = wide.Lesson(positions.records, wanted, len(positions) // HELD_OUT)
        value = wide.fit(lesson, recipe.passes, recipe.seed, state, tell).encode()
    else:
        seen = windows(positions.records)
        value = linear.fit(_part(seen, ~held_out), wanted[~held_out], recipe.passes, rng).encode()
    found = {"positions": len(positions), **_judge(value, positions, wanted, np.nonzero(held_out)[0][:TESTED])}
    tell(f"{found}")
    return value, found


def _part(seen: Windows, which: NDArray[np.bool_]) -> Windows:
    return Windows(seen.levels[which], seen.places[which], seen.kinds[which], seen.cards[which])


def _judge(
    value: bytes, positions: Positions, wanted: NDArray[np.float32], which: NDArray[np.intp]
) -> dict[str, float]:
    """Return the loss and the share of results predicted, boards valued by the core with its rounded numbers."""
    engine = Engine(value, bits=4)
    logits = np.array([engine.value_of(positions.records[number].tobytes()) for number in which]) / LOGIT
    loss = np.logaddexp(0, logits) - wanted[which] * logits
    predicted = (logits > 0) == positions.results[which]
    return {"held_out_loss": round(float(loss.mean()), 4), "results_predicted": round(float(predicted.mean()), 4)}
