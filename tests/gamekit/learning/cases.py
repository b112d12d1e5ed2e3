"""Games, seats and variants that learners play in tests, and a random game of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from coinfight.game import GAME as COIN_FIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.game import AnyGame
from gamekit.learning.turn_view import Setup, TurnView
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.gamekit.goofspiel import GOOFSPIEL, Goofspiel
from tests.gamekit.nim import NIM
from thud.game import GAME as THUD


class PlainGoofspiel(Goofspiel):
    """The same game without a numbering of its own."""

    name = "plain-goofspiel"

    def numbering(self, seats: int, variant: str) -> Any:
        return None


@dataclass(frozen=True)
class Case:
    """What is played, with a limit of its length, so that no random game takes long."""

    game: AnyGame
    seats: int = 2
    variant: str = ""
    max_length: int | None = None

    @property
    def setup(self) -> Setup[Any, Any]:
        return Setup.of(self.game, self.seats, self.variant or None, self.max_length)

    def __str__(self) -> str:
        return "-".join(filter(None, (self.game.name, str(self.seats), self.variant)))


SHORT = (
    Case(NIM),
    Case(GOOFSPIEL, 3),
    Case(PlainGoofspiel()),
    Case(ECONOMANCY, 3, "base", 5),
    Case(COIN_FIGHT, 3),
    Case(LOST_CITIES),
    Case(SANTORINI, 2, "Artemis-Prometheus"),
    Case(THUD, max_length=30),
)
"""A case of each game."""
LONG = (
    Case(NIM, 4, "tall"),
    Case(GOOFSPIEL),
    Case(ECONOMANCY, 2, "simple", 20),
    Case(ECONOMANCY, 2, "base", 20),
    Case(ECONOMANCY, 4, "base", 20),
    Case(COIN_FIGHT),
    Case(COIN_FIGHT, 2, "small"),
    Case(COIN_FIGHT, 6),
    Case(SANTORINI),
    Case(SANTORINI, 2, "Apollo-Minotaur"),
    Case(SANTORINI, 2, "Atlas-Demeter"),
    Case(SANTORINI, 2, "Hephastus-Pan"),
)
CASES = (*SHORT, *LONG)
ALL = [pytest.param(case, id=str(case), marks=() if case in SHORT else pytest.mark.long) for case in CASES]
"""Every case; in ./build.sh test one of each game."""


def random_views(setup: Setup[Any, Any], rng: Random) -> Iterator[TurnView[Any, Any]]:
    """Yield each view of a random game, the last one too."""
    view = setup.begin(setup.first_state(rng))
    yield view
    while view.seat is not None:
        view = view.answer(rng.choice([*view.numbered(view.seat)]))
        yield view
