"""Learning the values: rounds of self-play and fitting in the core, a checkpoint after each, from which it goes on."""

import ctypes
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from gamekit.files import OwnFolder
from gamekit.files.arrays import ArrayFile, Form, packed
from lost_cities.search.core import PlayerKind, Style
from lost_cities.search.turn_values import Weights
from lost_cities.training.pool import GUESTS
from lost_cities.training.weights import begin

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """All that a training is made from; the same settings make the same weights on the same machine."""

    games: int = 420_000
    hidden: int = 96
    """Units of a suit, in steps of 32."""
    top: int = 32
    """Units on top: 32 or 64."""
    seed: int = 7
    rate: float = 1e-3
    """Adam's steps; they shrink from three tenths of the games on."""
    last_rate: float = 0.03
    """The share of the steps that is left at the end."""
    trace: float = 0.8
    """How much later values count: 1 learns from the end of a game alone, 0 from one's next value."""
    winning: float = 0.3
    """The weight of the chance to win in what is played."""
    soft: float = 0.07
    """The share of turns drawn at random, better ones likelier."""
    heat: float = 6
    """Points by which a turn must be better to be drawn 2.7 times as often."""
    guests: float = 0.2
    """The share of games against opponents by rule."""
    average: float = 0.001
    """How fast the weights that are kept follow those that are learnt, a batch."""
    batch_games: int = 16
    """Games whose positions are shuffled and learnt from together."""


RECIPE = (
    TrainingSettings(),
    TrainingSettings(seed=8),
    TrainingSettings(seed=9),
    TrainingSettings(games=240_000, guests=0),
    TrainingSettings(seed=8, games=240_000, guests=0),
    TrainingSettings(seed=9, games=240_000, guests=0),
)
"""The networks whose mean plays: opponents by rule teach it boldness, self-play alone what strong opponents punish."""

GAMES_A_ROUND = 2000


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a round showed; errors are squared, scores in points."""

    games: int
    points_error: float
    chance_error: float
    turns: float
    score: float
    """Of a side in self-play."""
    guests_beaten: float
    guests_margin: float


CHECKPOINT = "checkpoint.npz"


class Trainer:
    """One training. Everything that it needs to go on lies in its folder's CHECKPOINT."""

    def __init__(self, core: ctypes.CDLL, settings: TrainingSettings, folder: OwnFolder) -> None:
        """Begin, or go on where the folder's checkpoint ends.

        Raises ValueError if that had other settings, or is none; only `games` may change, and `plans` says when it did.
        """
        self.core, self.settings, self.folder = core, settings, folder
        self._path = folder.path / CHECKPOINT
        core.lc_train.restype = ctypes.c_int64
        self.plans = [(0, settings.games)]
        floats = np.frombuffer(begin(core, settings.hidden, settings.top, settings.seed).floats, np.float32)
        if self._path.exists():
            self._load(len(floats))
            return
        self.weights, self.averaged = floats.copy(), floats.copy()
        self.moments: Floats = np.zeros(2 * len(floats), np.float32)
        self.games = self.steps = 0

    def _load(self, size: int) -> None:
        """Go on where the checkpoint ends, of so many weights."""
        with ArrayFile(self._path, "a checkpoint") as kept:
            settings, wanted = kept.value("settings"), asdict(self.settings)
            if not isinstance(settings, dict) or {**settings, "games": 0} != {**wanted, "games": 0}:
                raise ValueError(f"expected a checkpoint of {wanted} at {self._path}, got {settings!r:.500}")
            self.weights = kept.array("weights", Form(np.float32, (size,)))
            self.averaged = kept.array("averaged", Form(np.float32, (size,)))
            self.moments = kept.array("moments", Form(np.float32, (2 * size,)))
            self.games, self.steps = kept.count("games"), kept.count("steps")
            plans = kept.value("plans") if "plans" in kept else [[0, settings["games"]]]
            with kept.saying("plans"):
                self.plans = [(at, games) for at, games in plans]
                if not self.plans or not all(type(each) is int for plan in self.plans for each in plan):
                    raise ValueError("expected pairs of whole numbers")
        if self.plans[-1][1] != self.settings.games:
            self.plans.append((self.games, self.settings.games))

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end; write a checkpoint and report after every round."""
        while self.games < self.settings.games:
            report(self._round(min(GAMES_A_ROUND, self.settings.games - self.games)))
            self._save()

    def trained(self) -> Weights:
        """Return the averaged weights: these play."""
        return Weights(self.averaged.tobytes(), self.settings.hidden, self.settings.top)

    def _round(self, games: int) -> TrainingReport:
        settings = self.settings
        own = Style(kind=PlayerKind.VALUES, winning=settings.winning, soft=settings.soft, heat=settings.heat)
        guests = (Style * len(GUESTS))(*GUESTS)
        figures = np.zeros(6)
        done = self.games / settings.games
        rate = settings.rate * min(1.0, max(settings.last_rate, (1 - done) / 0.7))
        self.steps = self.core.lc_train(
            *map(_pointer, (self.weights, self.averaged, self.moments)),
            ctypes.c_int64(self.steps),
            settings.hidden,
            settings.top,
            games,
            settings.batch_games,
            *map(ctypes.c_float, (rate, settings.average, settings.trace)),
            ctypes.byref(own),
            guests,
            len(guests),
            ctypes.c_float(settings.guests),
            ctypes.c_uint64(settings.seed * 1_000_003 + self.games // GAMES_A_ROUND),
            figures.ctypes.data_as(ctypes.c_void_p),
        )
        if self.steps < 0:
            raise MemoryError("expected memory for the positions of a round")
        self.games += games
        return TrainingReport(self.games, *map(float, figures))

    def _save(self) -> None:
        arrays = {
            "weights": self.weights,
            "averaged": self.averaged,
            "moments": self.moments,
            "games": self.games,
            "steps": self.steps,
            "settings": json.dumps(asdict(self.settings)),
            "plans": json.dumps(self.plans),
        }
        self.folder.replace(CHECKPOINT, packed(arrays))


def _pointer(floats: Floats) -> ctypes.c_void_p:
    return floats.ctypes.data_as(ctypes.c_void_p)
