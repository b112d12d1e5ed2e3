"""What can be measured: each measurement is a module, those of every game here, those of one game in `Game.benches`.

Its docstring says what is measured, and it has

    HELP                             the same in a line
    add_arguments(parser, game)      declares its arguments
    run(arguments, game)             measures and prints; returns whether every bar is met

`run` raises OSError, ValueError, FailedJob and LostJob where nothing can be measured. The command `bench` is in every
game, and the exit statuses are its own: a bar that is missed is status 1.
"""

import argparse
from collections.abc import Mapping
from typing import Protocol

from gamekit.game import AnyGame

COMMON: Mapping[str, str] = {name: f"gamekit.bench.{name}" for name in ("calibration", "decisions", "perft", "sandbox")}
"""The measurements of every game, by the module that each is; `perft` only where nothing is hidden."""


class BenchModule(Protocol):
    """A measurement: what a module of it has."""

    HELP: str
    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser, game: AnyGame) -> None:
        """Declare its arguments."""

    def run(self, arguments: argparse.Namespace, game: AnyGame) -> bool:
        """Measure and print; return whether every bar is met. Raises OSError, ValueError, FailedJob and LostJob."""


def benches_of(game: AnyGame) -> Mapping[str, str]:
    """Return the measurements of a game by name, gamekit's and its own, by the module that each is."""
    common = {name: module for name, module in COMMON.items() if name != "perft" or game.perfect_information}
    return {**common, **game.benches}
