"""How many steps a CPU second values are fitted by, and the share of a training that this takes."""

import time
from statistics import median

from economancy.training.settings import Settings
from economancy.training.trainer import Trainer

TRAININGS = (
    Settings("simple", fits=12),
    Settings("base", hidden=(192, 64), fits=8),
    Settings("base", hidden=(256, 64), fits=12),
    Settings("base", seats=4, fits=24),
)
"""The sizes that trainings in README.txt have."""

BEGINNING = 16
"""Rounds of self-play before something is measured: there are a thousand examples of each phase then."""

ROUNDS = 9


def run_bench(rounds: int = ROUNDS, each: int = 4) -> int:
    """Print steps a second of CPU time, sampling included, median of some rounds of so many steps of self-play with
    their fitting; return 0.
    """
    print(f"steps of fitting a CPU second, batches of {Settings.batch}, median of {rounds} rounds (lowest to highest)")
    for settings in TRAININGS:
        trainer = Trainer(settings)
        for _ in range(BEGINNING):
            trainer.advance()
        speeds, shares = [], []
        for _ in range(rounds):
            started = time.process_time()
            for _ in range(each):
                trainer.advance()
            in_all = (time.process_time() - started) / each
            step = _seconds_of_steps(trainer, settings.fits * each) / len(trainer.fitters)
            speeds.append(1 / step)
            shares.append(step * len(trainer.fitters) * settings.fits / in_all)
        inputs = ", ".join(str(encoder.size) for encoder in trainer.encoders.values())
        print(
            f"{settings.shop} shop, {settings.seats} seats, inputs {inputs}, hidden {settings.hidden}: "
            f"{median(speeds):.0f} ({min(speeds):.0f} to {max(speeds):.0f}), "
            f"{median(shares):.0%} of a training with {settings.fits} steps to {settings.every} decisions",
            flush=True,
        )
    return 0


def _seconds_of_steps(trainer: Trainer, steps: int) -> float:
    """Return the CPU seconds of a step of every network, the mean of so many."""
    started = time.process_time()
    for _ in range(steps):
        for phase, fitter in trainer.fitters.items():
            fitter.fit(*trainer.memories[phase].sample(trainer.settings.batch, trainer.rng), 1e-4)
    return (time.process_time() - started) / steps
