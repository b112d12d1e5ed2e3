"""Adam, the optimiser: Kingma and Ba (2015), "Adam: a method for stochastic optimization", arXiv:1412.6980.

Dimensions: W parameters, in one vector.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""A number for each parameter, [W]."""

DECAYS = 0.9, 0.999
EPSILON = 1e-8
"""The decays of the two moments, and what keeps a step finite where the gradient is 0 (the paper's)."""


@dataclass
class Adam:
    """The moments of the gradients of `size` parameters, and the steps so far."""

    size: int
    steps: int = field(init=False, default=0)
    mean: Vector = field(init=False)
    square: Vector = field(init=False)

    def __post_init__(self) -> None:
        self.mean, self.square, self._scratch = np.zeros((3, self.size), np.float32)

    def step(self, parameters: Vector, gradient: Vector, rate: float) -> None:
        """Move the parameters against their gradient, in place; the gradient is overwritten."""
        self.steps += 1
        decay, decay_of_square = DECAYS
        scratch = self._scratch
        self.mean *= np.float32(decay)
        np.multiply(gradient, np.float32(1 - decay), out=scratch)
        self.mean += scratch
        self.square *= np.float32(decay_of_square)
        gradient *= gradient
        gradient *= np.float32(1 - decay_of_square)
        self.square += gradient
        # rate * mean / (1 - decay^n) / (sqrt(square / (1 - decay_of_square^n)) + EPSILON), with one division of vectors
        correction = (1 - decay_of_square**self.steps) ** 0.5
        np.sqrt(self.square, out=scratch)
        scratch += np.float32(EPSILON * correction)
        np.divide(self.mean, scratch, out=scratch)
        scratch *= np.float32(rate * correction / (1 - decay**self.steps))
        parameters -= scratch
