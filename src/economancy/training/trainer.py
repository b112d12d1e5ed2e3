"""The training of one value: self-play and fitting in turns, from scratch or from a checkpoint."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from economancy.arrays.games import Games, batch_of
from economancy.rules.game import new_game, new_shop
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.value import SHOP_CARD_NAMES, SHOPS, Networks, encoders
from economancy.training.checkpoint import Checkpoint
from economancy.training.learning.fitting import Fitter, ReplayMemory, networks_of, vector_of
from economancy.training.learning.returns import Examples
from economancy.training.openings import DAYS_OF_OPENING, fresh_games
from economancy.training.population import LEVEL_ONE, MIXED
from economancy.training.self_play import SelfPlay
from economancy.training.settings import TrainingSettings
from gamekit.files.arrays import ArrayFile, Form

OPENINGS = 5000
"""The number of random openings of each length, from which games draw theirs (guessed)."""

VERSIONS = 20
"""The number of earlier versions of the values that are kept as opponents, evenly spaced over a training, if
`TrainingSettings.earlier` is above 0 (guessed).
"""


@dataclass
class Trainer:
    """A running training. All randomness comes from the settings' seed."""

    settings: TrainingSettings
    search: Search | None = None  # the search of self-play, whose `value` is replaced; None: a plain look-ahead
    fresh: Callable[[int], Games] | None = None  # makes new games; None: from the start and random openings
    views: int | None = None  # only this many of the first seats are learnt from and make errors; None: all
    decisions: int = field(init=False, default=0)
    loss: dict[int, float] = field(init=False, default_factory=dict)
    versions: list[Networks] = field(init=False, default_factory=list)  # earlier ones, the oldest first

    def __post_init__(self) -> None:
        settings = self.settings
        self.rng: Generator = default_rng(settings.seed)
        self.encoders = encoders(settings.seats, SHOPS[settings.shop])
        self.fitters = {
            phase: Fitter(encoder.size, settings.hidden, settings.seats + 1, self.rng)
            for phase, encoder in self.encoders.items()
        }
        views = self.views or settings.seats
        self.memories = {
            phase: ReplayMemory(encoder, settings.memory, views) for phase, encoder in self.encoders.items()
        }
        start = batch_of([new_game(settings.seats, new_shop(settings.seats, SHOP_CARD_NAMES[settings.shop]))])

        search = self.search or Search(self.networks, draw=DRAWS[settings.seats], iterations=settings.iterations)
        search = replace(search, value=self.networks, going_on=settings.going_on)
        lengths = range(1, DAYS_OF_OPENING + 1)
        fresh = self.fresh or fresh_games(start, settings.opened, lengths, OPENINGS, self.rng)
        self.self_play = SelfPlay(
            search,
            fresh,
            settings.games,
            self.rng,
            self.views,
            settings.slipping,
            settings.earlier,
            pruned=settings.pruned,
            population=LEVEL_ONE if settings.level_one else MIXED,
        )

    @property
    def networks(self) -> Networks:
        """The current value."""
        return networks_of(self.encoders, self.fitters)

    @property
    def finished(self) -> bool:
        return self.decisions >= self.settings.decisions

    def advance(self) -> None:
        """Play some rounds of self-play and fit the networks to the examples."""
        settings = self.settings
        if settings.earlier:
            self._remember()
        for examples in self.self_play.play(settings.every * settings.rounds, settings.trace):
            self.memories[examples.phase].add(self._shuffled(examples))
            self.decisions += len(examples.games)
        done = min(1.0, self.decisions / settings.decisions)
        rate = settings.last_rate + (settings.rate - settings.last_rate) * (1 + np.cos(np.pi * done)) / 2
        for _ in range(settings.rounds):
            self._fit(rate)
        self._renew()

    def _shuffled(self, examples: Examples) -> Examples:
        """Return the examples with the seats in a random order, so that the values learn not to depend on it.

        With two seats nothing changes: the memory stores both orders. Nor does it where only the first seats are learnt
        from (`views`).
        """
        if self.settings.seats == 2 or self.views is not None:
            return examples
        return examples.reordered(self.rng.permutation(self.settings.seats))

    def _remember(self) -> None:
        """Keep the current values as a version, if one is due, and draw an earlier version as an opponent."""
        if self.decisions * VERSIONS >= len(self.versions) * self.settings.decisions:
            self.versions.append(self.networks)
        version = self.versions[self.rng.integers(len(self.versions))]
        self.self_play.version = replace(self.self_play.search, value=version)

    def _fit(self, rate: float) -> None:
        settings = self.settings
        for phase, fitter in self.fitters.items():
            memory = self.memories[phase]
            if len(memory) < settings.batch:
                continue
            for _ in range(settings.fits):
                loss = fitter.fit(*memory.sample(settings.batch, self.rng), rate)
                self.loss[phase] = 0.99 * self.loss.get(phase, loss) + 0.01 * loss
            fitter.average()

    def start_from(self, value: Networks) -> None:
        """Start from these networks, which must have the same shape."""
        for phase, fitter in self.fitters.items():
            fitter.start_from(value.weights[phase])
        self._renew()

    def state(self) -> Checkpoint:
        """Return what `restore` needs. Games and examples are not part of it: they start anew."""
        fitted = {
            f"{phase}.{name}": array for phase, fitter in self.fitters.items() for name, array in fitter.state().items()
        }
        versions = {
            f"version.{number}.{phase}": vector_of(weights)
            for number, version in enumerate(self.versions)
            for phase, weights in version.weights.items()
        }
        about = {
            "settings": asdict(self.settings),
            "decisions": self.decisions,
            "rng": self.rng.bit_generator.state,
            "versions": len(self.versions),
        }
        return Checkpoint(about, fitted | versions)

    def arrays_of(self, file: ArrayFile, about: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Return the arrays of a `state`, which says this about itself, from a file. Raises ValueError for others."""
        with file.saying("about"):
            versions = int(about["versions"])
            if not 0 <= versions <= VERSIONS + 1:
                raise ValueError(f"expected up to {VERSIONS + 1} versions, got {versions}")
        forms = {
            f"{phase}.{name}": form for phase, fitter in self.fitters.items() for name, form in fitter.forms().items()
        }
        for phase, fitter in self.fitters.items():
            vector = Form(np.float32, fitter.parameters.shape)
            forms |= {f"version.{number}.{phase}": vector for number in range(versions)}
        return {name: file.array(name, form) for name, form in forms.items()}

    def restore(self, checkpoint: Checkpoint) -> None:
        """Continue from a `state`. Raises KeyError for a missing part, and ValueError for networks of another shape."""
        about, arrays = checkpoint
        self.decisions = about["decisions"]
        self.rng.bit_generator.state = about["rng"]
        for phase, fitter in self.fitters.items():
            fitter.restore({name: arrays[f"{phase}.{name}"] for name in fitter.state()})
        self.versions = [
            Networks(
                self.encoders,
                {phase: fitter.layers_of(arrays[f"version.{n}.{phase}"]) for phase, fitter in self.fitters.items()},
            )
            for n in range(about["versions"])
        ]
        self._renew()

    def _renew(self) -> None:
        refining = self.decisions >= self.settings.refining * self.settings.decisions
        value = replace(self.networks, views=self.settings.seats if refining and self.views is None else 1)
        self.self_play.search = replace(self.self_play.search, value=value)
