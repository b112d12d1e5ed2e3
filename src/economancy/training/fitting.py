"""Fits the networks of `value` to examples, with PyTorch: a GPU is used where there is one.

Dimensions: N examples, F features, O outcomes (see `value`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.search.features import Encoder, Features
from economancy.search.value import Networks, Outcomes, Weights
from economancy.training.returns import Examples

AVERAGING = 0.9
"""The share of the averaged weights that stays at each `average` (guessed)."""


@dataclass
class Memory:
    """The last `size` examples of one phase, as features and outcomes, each from the views of some seats."""

    encoder: Encoder
    size: int
    views: int  # so many of the first seats are learnt from
    features: NDArray[np.float16] = field(init=False)
    outcomes: Outcomes = field(init=False)
    added: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.features = np.empty((self.size, self.encoder.size), np.float16)
        self.outcomes = np.empty((self.size, self.encoder.seats + 1), np.float32)

    def __len__(self) -> int:
        return min(self.added, self.size)

    def add(self, examples: Examples) -> None:
        """Put in examples, in place of the oldest."""
        seats = self.encoder.seats
        for seat, features in enumerate(self.encoder.views(examples.games, self.views)):
            turned = np.roll(np.arange(seats), -seat)
            self._add(features, examples.outcomes[:, [*turned, seats]])

    def _add(self, features: Features, outcomes: Outcomes) -> None:
        places = np.arange(self.added, self.added + len(outcomes)) % self.size
        self.features[places], self.outcomes[places] = features.T, outcomes
        self.added += len(outcomes)

    def sample(self, number: int, rng: Generator) -> tuple[NDArray[np.float32], Outcomes]:
        """Return so many examples, drawn with replacement: features [N, F] and outcomes [N, O]."""
        places = rng.integers(len(self), size=number)
        return self.features[places].astype(np.float32), self.outcomes[places]


class Fitter:
    """One network and its optimiser; `weights` are averaged over time, which is what plays."""

    def __init__(self, inputs: int, hidden: tuple[int, ...], outputs: int, rng: Generator) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(int(rng.integers(2**63)))
        layers: list[torch.nn.Module] = []
        for before, after in zip((inputs, *hidden), (*hidden, outputs), strict=True):
            layers += [torch.nn.Linear(before, after), torch.nn.ReLU()]
        self.network = torch.nn.Sequential(*layers[:-1]).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters())
        self.averaged = self._weights()

    def fit(self, features: NDArray[np.float32], outcomes: Outcomes, rate: float) -> float:
        """Take one step towards the outcomes [N, O] of features [N, F]; return the mean cross-entropy before it."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        logits = self.network(torch.from_numpy(features).to(self.device))
        loss = torch.nn.functional.cross_entropy(logits, torch.from_numpy(outcomes).to(self.device))
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        return float(loss.detach())

    def average(self) -> None:
        """Bring the averaged weights nearer to the fitted ones."""
        self.averaged = tuple(
            (AVERAGING * matrix + (1 - AVERAGING) * new_matrix, AVERAGING * bias + (1 - AVERAGING) * new_bias)
            for (matrix, bias), (new_matrix, new_bias) in zip(self.averaged, self._weights(), strict=True)
        )

    def start_from(self, weights: Weights) -> None:
        """Set the weights, of the same shape."""
        linear = [layer for layer in self.network if isinstance(layer, torch.nn.Linear)]
        with torch.no_grad():
            for layer, (matrix, bias) in zip(linear, weights, strict=True):
                layer.weight.copy_(torch.from_numpy(matrix))
                layer.bias.copy_(torch.from_numpy(bias))
        self.averaged = self._weights()

    def _weights(self) -> Weights:
        linear = [layer for layer in self.network if isinstance(layer, torch.nn.Linear)]
        return tuple(
            (layer.weight.detach().cpu().numpy().copy(), layer.bias.detach().cpu().numpy().copy()) for layer in linear
        )

    def state(self) -> dict[str, Any]:
        """Return all that `restore` needs to go on as before."""
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "averaged": self.averaged,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`. Raises RuntimeError if it is of a network of another shape."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.averaged = state["averaged"]


def networks_of(encoders: Mapping[int, Encoder], fitters: Mapping[int, Fitter]) -> Networks:
    """Return the value that plays: the averaged networks."""
    return Networks(encoders, {phase: fitter.averaged for phase, fitter in fitters.items()})
