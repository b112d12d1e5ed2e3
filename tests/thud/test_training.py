from random import Random

import pytest

from thud.rivals.weights import load
from thud.training.spsa import flatten, perturbation, step, unflatten


@pytest.mark.parametrize("side", ["dwarf", "troll"])
def test_weights_come_back_from_their_vector(side: str) -> None:
    options = load(side)
    names = [name for name, value in options["weights"].items() if value]
    assert unflatten(options, flatten(options, names)) == options


def test_the_steps_lead_towards_the_maximum_of_a_noisy_hill() -> None:
    rng, scales = Random(1), {"x": 10.0, "y": 10.0}
    vector = {"x": 0.0, "y": 20.0}

    def score(point: dict[str, float]) -> float:
        return -((point["x"] - 8) ** 2 + (point["y"] - 8) ** 2) / 10 + rng.gauss(0, 1)

    for iteration in range(300):
        moved = perturbation(scales, iteration, rng)
        up, down = ({name: vector[name] + sign * moved[name] for name in vector} for sign in (1, -1))
        vector = step(vector, scales, moved, score(up) - score(down), iteration)
    assert all(abs(value - 8) < 3 for value in vector.values())
