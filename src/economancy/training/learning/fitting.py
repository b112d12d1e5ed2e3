"""Fits the networks of `value` to examples: minimises the mean cross-entropy, by Adam.

Dimensions: N examples, F features, O outcomes (see `value`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.search.features import Encoder, Features
from economancy.search.value import Networks, Outcomes, Weights
from economancy.training.learning.adam import Adam, Vector
from economancy.training.learning.returns import Examples
from gamekit.files.arrays import Form

AVERAGING = 0.9
"""The decay of the exponential moving average of the weights, at each `average` (guessed)."""

AS_SINGLES = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""float16 -> float32 as a lookup table over the 16 bits: twice as fast as numpy's conversion."""


@dataclass
class ReplayMemory:
    """Replay memory: the last `size` examples of one phase, as features and outcomes, each from some seats' views."""

    encoder: Encoder
    size: int
    views: int  # examples are stored from the view of each of the first `views` seats
    features: NDArray[np.float16] = field(init=False)
    outcomes: Outcomes = field(init=False)
    added: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.features = np.empty((self.size, self.encoder.size), np.float16)
        self.outcomes = np.empty((self.size, self.encoder.seats + 1), np.float32)

    def __len__(self) -> int:
        return min(self.added, self.size)

    def add(self, examples: Examples) -> None:
        """Add examples; they replace the oldest."""
        seats = self.encoder.seats
        for seat, features in enumerate(self.encoder.views(examples.games, self.views)):
            turned = np.roll(np.arange(seats), -seat)
            self._add(features, examples.outcomes[:, [*turned, seats]])

    def _add(self, features: Features, outcomes: Outcomes) -> None:
        places = np.arange(self.added, self.added + len(outcomes)) % self.size
        self.features[places], self.outcomes[places] = features.T, outcomes
        self.added += len(outcomes)

    def sample(self, number: int, rng: Generator) -> tuple[NDArray[np.float32], Outcomes]:
        """Return a batch of `number` examples, drawn with replacement: features [N, F] and outcomes [N, O]."""
        places = rng.integers(len(self), size=number)
        return AS_SINGLES.take(self.features[places].view(np.uint16)), self.outcomes[places]


class Fitter:
    """One network and its optimiser. `averaged`, the moving average of its weights, is used for play.

    A layer of n inputs starts with weights and biases uniform in [-1 / sqrt(n), 1 / sqrt(n)], as torch.nn.Linear does.
    All parameters are one vector, of which the layers are views, so that the optimiser and the average take few
    operations.
    """

    def __init__(self, inputs: int, hidden: tuple[int, ...], outputs: int, rng: Generator) -> None:
        self.shapes = [(after, before) for before, after in pairwise((inputs, *hidden, outputs))]
        bounds = [np.full(after * (before + 1), before**-0.5) for after, before in self.shapes]
        bound = np.concatenate(bounds)
        self.parameters: Vector = rng.uniform(-bound, bound).astype(np.float32)
        self.adam = Adam(len(bound))
        self._average = self.parameters.copy()
        self._gradient = np.empty_like(self.parameters)
        self._layers, self._slopes = self.layers_of(self.parameters), self.layers_of(self._gradient)
        self._out: list[NDArray[np.float32]] = []  # [N, units] the output of each layer, after ReLU
        self._pull: list[NDArray[np.float32]] = []  # [N, units] the gradient at the output of each layer but the last

    @property
    def averaged(self) -> Weights:
        """A copy of the averaged weights, which are used for play; further fitting does not change it."""
        return self.layers_of(self._average)

    def fit(self, features: NDArray[np.float32], outcomes: Outcomes, rate: float) -> float:
        """Take one step towards the outcomes [N, O] of features [N, F]; return the mean cross-entropy before it."""
        loss, gradient = self.gradient(features, outcomes)
        self.adam.step(self.parameters, gradient, rate)
        return loss

    def gradient(self, features: NDArray[np.float32], outcomes: Outcomes) -> tuple[float, Vector]:
        """Return the mean cross-entropy of outcomes [N, O], whose rows sum to 1, and its gradient, which the next
        call overwrites.
        """
        if not self._out or len(self._out[0]) != len(features):
            self._out = [np.empty((len(features), after), np.float32) for after, _ in self.shapes]
            self._pull = [np.empty_like(out) for out in self._out[:-1]]
        given = [features, *self._out]  # the input of each layer
        for number, (matrix, bias) in enumerate(self._layers):
            out = np.matmul(given[number], matrix.T, out=self._out[number])
            out += bias
            if number < len(self._pull):
                np.maximum(out, 0, out=out)
        loss = _cross_entropy(self._out[-1], outcomes)
        pull = self._out[-1]
        for number, (matrix, bias) in reversed([*enumerate(self._slopes)]):
            np.matmul(pull.T, given[number], out=matrix)
            pull.sum(axis=0, out=bias)
            if number:
                pull = np.matmul(pull, self._layers[number][0], out=self._pull[number - 1])
                pull *= given[number] > 0
        return loss, self._gradient

    def average(self) -> None:
        """Update the moving average with the current weights."""
        self._average = np.float32(AVERAGING) * self._average + np.float32(1 - AVERAGING) * self.parameters

    def start_from(self, weights: Weights) -> None:
        """Set the weights, of the same shape."""
        self.parameters[:] = vector_of(weights)
        self._average = self.parameters.copy()

    def layers_of(self, vector: Vector) -> Weights:
        """Return the layers that a vector of all parameters holds, as views."""
        layers = []
        for after, before in self.shapes:
            matrix, bias, vector = np.split(vector, [after * before, after * (before + 1)])
            layers.append((matrix.reshape(after, before), bias))
        return tuple(layers)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that `restore` needs to continue."""
        return {
            "parameters": self.parameters.copy(),
            "average": self._average.copy(),
            "mean": self.adam.mean.copy(),
            "square": self.adam.square.copy(),
            "steps": np.array(self.adam.steps),
        }

    def forms(self) -> dict[str, Form]:
        """Return what the arrays of a `state` are."""
        vector = Form(np.float32, self.parameters.shape)
        moments = {"mean": vector, "square": vector._replace(least=0)}
        return {"parameters": vector, "average": vector, **moments, "steps": Form(np.int64, (), 0, 1 << 53)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Continue from a `state`. Raises KeyError for a missing part, ValueError for a network of another shape."""
        self.parameters[:], self._average = state["parameters"], state["average"].copy()
        self.adam.mean[:], self.adam.square[:] = state["mean"], state["square"]
        self.adam.steps = int(state["steps"])


def vector_of(weights: Weights) -> Vector:
    """Return the parameters of all layers as one vector."""
    return np.concatenate([part.ravel() for layer in weights for part in layer])


def _cross_entropy(logits: NDArray[np.float32], outcomes: Outcomes) -> float:
    """Return the mean cross-entropy of outcomes [N, O], whose rows sum to 1; the logits [N, O] become its gradient."""
    logits -= logits.max(axis=1, keepdims=True)
    hoped = float(np.vdot(outcomes, logits))
    chances = np.exp(logits, out=logits)
    total = chances.sum(axis=1, keepdims=True)
    chances /= total
    chances -= outcomes
    chances /= len(chances)
    return (float(np.log(total).sum()) - hoped) / len(chances)


def networks_of(encoders: Mapping[int, Encoder], fitters: Mapping[int, Fitter]) -> Networks:
    """Return the value used for play: the averaged networks."""
    return Networks(encoders, {phase: fitter.averaged for phase, fitter in fitters.items()})
