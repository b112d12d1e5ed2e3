"""Simultaneous perturbation stochastic approximation: a minimum or maximum from noisy measurements alone.

After J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
IEEE Transactions on Automatic Control 37 (1992): all parameters are moved at once by random signs, both ways, and the
difference of the two measurements gives an estimate of the whole gradient.
"""

from collections.abc import Mapping, Sequence
from random import Random

from thud.rivals.weights import Options

STEP = 0.20
"""The first perturbation, as a share of a parameter's scale; guessed."""
GAIN = 0.06
"""The first step for a difference of one dwarf a game, as a share of the scale; guessed."""
FADING, CAUTION = 0.101, 0.602
"""Exponents by which perturbation and step shrink; Spall's."""
STABILITY = 30
"""Iterations by which the shrinking of steps is delayed; guessed."""

Vector = dict[str, float]
"""Parameters by name: "line", or "exposed.2" for an item of a list."""


def flatten(options: Options, names: Sequence[str]) -> Vector:
    """Return these weights by name; a list gives all its items from the first that is not fixed at 0."""
    vector: Vector = {}
    for name in names:
        value = options["weights"][name]
        items = enumerate(value) if isinstance(value, list) else [(None, value)]
        vector |= {name if i is None else f"{name}.{i}": float(item) for i, item in items if i is None or item}
    return vector


def unflatten(options: Options, vector: Mapping[str, float]) -> Options:
    """Return the options with these weights."""
    weights = {name: list(v) if isinstance(v, list) else v for name, v in options["weights"].items()}
    for path, value in vector.items():
        name, _, index = path.partition(".")
        if index:
            weights[name][int(index)] = round(value, 2)
        else:
            weights[name] = round(value, 2)
    return {**options, "weights": weights}


def perturbation(scales: Mapping[str, float], iteration: int, rng: Random) -> Vector:
    """Return by how much each parameter is moved to both sides in an iteration, counted from 0."""
    size = STEP / (iteration + 1) ** FADING
    return {name: size * scale * rng.choice((-1, 1)) for name, scale in scales.items()}


def step(vector: Vector, scales: Mapping[str, float], moved: Vector, difference: float, iteration: int) -> Vector:
    """Return the parameters after an iteration in which `moved` up scored so much more than moved down."""
    gain = GAIN / ((iteration + 1 + STABILITY) / (1 + STABILITY)) ** CAUTION
    signs = {name: 1 if moved[name] > 0 else -1 for name in vector}
    return {name: vector[name] + gain * scales[name] * difference / 2 * signs[name] for name in vector}
