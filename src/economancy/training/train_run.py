"""Runs a training in a folder, from its checkpoint to its weights, with evaluations from time to time."""

import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

from numpy.random import default_rng

from economancy.arrays.games import batch_of
from economancy.rules.game import new_game, new_shop
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.value import LEVEL_ONE, SHOP_CARD_NAMES, Networks, pack, weights_name
from economancy.training.checkpoint import CHECKPOINT, read, write
from economancy.training.pool import evaluate
from economancy.training.record import read_networks, write_result
from economancy.training.settings import TrainingSettings
from economancy.training.trainer import Trainer
from gamekit.commands.common.main import complain_as, words_of
from gamekit.commands.common.status import Status
from gamekit.files import OwnFolder


class EvaluationPlan(NamedTuple):
    """The number of evaluations of a training, and the games at each table of an evaluation."""

    looks: int
    games: int


def train(settings: TrainingSettings, folder: OwnFolder, measuring: EvaluationPlan, begin: Path | None = None) -> int:
    """Train from the checkpoint in a folder, or from the weights in a file, or from nothing; return the exit status."""
    looks = measuring.looks
    try:
        training = _Training(settings, folder, measuring.games, begin)
    except (OSError, ValueError) as error:
        return complain_as("economancy train", words_of(error))
    for look in range(1, looks + 1):
        if training.advance(settings.decisions * look // looks):
            training.look()
    return Status.FINE


class _Training:
    """A trainer, its folder and the seconds spent."""

    def __init__(self, settings: TrainingSettings, folder: OwnFolder, games: int, begin: Path | None) -> None:
        """Begin, or continue from the checkpoint. Raises OSError, and ValueError for other settings or a bad file."""
        self.trainer = Trainer(settings)
        if begin is not None:
            self.trainer.start_from(begun_networks(begin, self.trainer))
        self.folder, self.games, self.seconds = folder, games, 0.0
        self.before: Networks | None = None
        start = new_game(settings.seats, new_shop(settings.seats, SHOP_CARD_NAMES[settings.shop]))
        self.start = batch_of([start])
        if CHECKPOINT in folder.names():
            checkpoint = read(folder.path / CHECKPOINT, self.trainer.arrays_of)
            about = checkpoint.about
            if about.get("settings") != asdict(settings) | {"hidden": list(settings.hidden)}:  # as JSON has it
                found = about.get("settings")
                raise ValueError(f"expected the checkpoint of {settings} in {folder.path}, got {found!r:.500}")
            self.trainer.restore(checkpoint)
            self.seconds = about.get("seconds", 0.0)
            print(f"going on from {self.trainer.decisions:,} decisions", flush=True)

    def advance(self, decisions: int) -> bool:
        """Train up to a total of `decisions`; tell whether any were left to make."""
        before = self.trainer.decisions
        started = time.monotonic()
        while self.trainer.decisions < decisions:
            self.trainer.advance()
        self.seconds += time.monotonic() - started
        return self.trainer.decisions > before

    def look(self) -> None:
        """Evaluate the current values, print the results, and write the checkpoint, the weights and their record."""
        trainer, settings = self.trainer, self.trainer.settings
        value = replace(trainer.networks, views=settings.seats)
        before = None if self.before is None else Search(self.before, draw=DRAWS[settings.seats])
        search = Search(value, draw=DRAWS[settings.seats])
        results = evaluate(search, self.start, before, self.games, default_rng(settings.seed))
        self.before = value
        losses = ", ".join(f"{loss:.3f}" for _, loss in sorted(trainer.loss.items()))
        scores = ", ".join(f"{name} {result}" for name, result in results.items())
        print(f"{trainer.decisions:,} decisions, {self.seconds:,.0f} s, losses {losses}; {scores}", flush=True)
        checkpoint = trainer.state()
        checkpoint.about["seconds"] = self.seconds
        write(self.folder, checkpoint)
        weights = weights_name(settings.shop, settings.seats, LEVEL_ONE if settings.level_one else "")
        about = {
            "settings": asdict(settings),
            "decisions": trainer.decisions,
            "seconds": round(self.seconds),
            "wins-draws-losses": {name: str(result) for name, result in results.items()},
        }
        write_result(self.folder, weights, pack(value.weights), about)


def begun_networks(file: Path, trainer: Trainer) -> Networks:
    """Return the value in a weights file. Raises OSError, and ValueError if its shape is not the trainer's."""
    networks = read_networks(file, trainer.encoders)
    for phase, fitter in trainer.fitters.items():
        both = networks.weights[phase], fitter.averaged
        shapes, expected = ([matrix.shape for matrix, _ in layers] for layers in both)
        if shapes != expected:
            raise ValueError(f"expected layers of {expected} in {file}, got {shapes}")
    return networks
