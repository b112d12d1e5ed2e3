"""Steps of fitting a second of CPU time, for the network sizes that are trained; sampling of made-up examples included.

The sizes are measured in turn in each round.
"""

import argparse
import time
from statistics import median

import numpy as np
from numpy.random import default_rng

from economancy.arrays.games import ATTACKING
from economancy.search.value import SHOPS, encoders
from economancy.training.learning.fitting import Fitter, ReplayMemory
from economancy.training.settings import TrainingSettings
from gamekit.game import AnyGame
from gamekit.text.numbers import positive, seconds

HELP = "steps of fitting a second"

SIZES = (("simple", 2, (128, 64)), ("base", 2, (192, 64)), ("base", 2, (256, 64)), ("base", 4, (128, 64)))
"""The shops, seats and hidden layers of the trainings in README.txt; of each the largest network is measured."""

EXAMPLES = 20_000

SHARE = 0.3
"""The share of features that are 1 (guessed; it does not affect the time of matrix products)."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--rounds", type=positive, default=9, metavar="N", help="(%(default)s)")
    parser.add_argument("--seconds", type=seconds, default=0.5, metavar="S", help="of each, at least (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print steps a second; there is no bar."""
    rounds = arguments.rounds
    names, benches = [], []
    for shop, seats, hidden in SIZES:
        encoder, rng = encoders(seats, SHOPS[shop])[ATTACKING], default_rng(1)
        memory = ReplayMemory(encoder, EXAMPLES, views=1)
        memory.features[:] = rng.random(memory.features.shape) < SHARE
        memory.outcomes[:] = rng.dirichlet(np.ones(seats + 1), EXAMPLES)
        memory.added = EXAMPLES
        benches.append((Fitter(encoder.size, hidden, seats + 1, rng), memory, rng))
        names.append(f"{shop} shop, {seats} seats: {encoder.size} inputs, hidden {hidden}")
    rates = [[_per_second(*bench, arguments.seconds) for bench in benches] for _ in range(rounds)]
    batch = TrainingSettings.batch
    print(f"steps of fitting a CPU second, batches of {batch}, median of {rounds} rounds (lowest to highest)")
    for name, measured in zip(names, zip(*rates, strict=True), strict=True):
        print(f"{name}: {median(measured):.0f} ({min(measured):.0f} to {max(measured):.0f})")
    return True


def _per_second(fitter: Fitter, memory: ReplayMemory, rng: np.random.Generator, seconds: float) -> float:
    steps, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds or not steps:
        fitter.fit(*memory.sample(TrainingSettings.batch, rng), TrainingSettings.rate)
        steps += 1
    return steps / spent
