"""Observations to ask a player about, out of games by random play."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from gamekit.answer import Choice
from gamekit.game import Game, Observation, S, any_of
from gamekit.table import Table

T = TypeVar("T")

_GAMES = 5
"""Games played for each number of seats and variant (guessed)."""

_VARIANTS = 3
"""Variants of which games are played for each number of seats, at equal distances (guessed: some games have dozens)."""

_ROUNDS = 2000
"""A random game is left after so many rounds (guessed)."""

_QUESTIONS = 16
"""Observations of which each is asked of a fresh process (guessed: a slow starter needs half a second for each)."""


@dataclass(frozen=True, slots=True)
class Samples(Generic[S]):
    """What a player is sent where the probe is not about a particular state.

    `first` begins a game; `kinds` has one observation for each kind of question; `row` is what one seat may be shown
    one after the other, three or more where games are so long; `ends` are last states, each with the seat told of it.
    """

    first: Observation[S]
    kinds: Sequence[Observation[S]]
    row: Sequence[Observation[S]]
    ends: Sequence[tuple[S, int]]


@dataclass(frozen=True, slots=True)
class _RandomGame(Generic[S]):
    """A game by random play: what was shown, in order, and the last state if it came to an end."""

    shown: tuple[Observation[S], ...]
    end: S | None

    def row(self) -> tuple[Observation[S], ...]:
        """Return what the seat that moved first was shown."""
        return tuple(seen for seen in self.shown if seen.seat == self.shown[0].seat)


def random_samples(game: Game[S, Any]) -> Samples[S]:
    """Return samples of random games, always the same. Raises ValueError if random play finds no end."""
    played = _random_games(game)
    row = max((each.row() for each in played), key=len)
    ends = [(each.end, game.seats_of(each.end) - 1) for each in (played[0], played[-1]) if each.end is not None]
    if not ends:
        raise ValueError(f"expected a game that ends within {_ROUNDS} random rounds: {game.name} needs its own samples")
    return Samples(played[0].shown[0], _spread(played, 4), row[:3], ends)


def random_observations(game: Game[S, Any], seats: Sequence[int]) -> list[Observation[S]]:
    """Return observations of random games with so many seats, from their beginning to their end."""
    games = [each for each in _random_games(game) if game.seats_of(each.shown[0].state) in seats]
    return _spread(games, _QUESTIONS)


def variants_for(game: Game[Any, Any], seats: int) -> list[str]:
    """Return the game's variants that so many seats can play."""
    found = []
    for variant in game.variants:
        try:
            game.new_game(seats, variant, Random(0))
        except ValueError:
            continue
        found.append(variant)
    return found


def _random_games(game: Game[S, Any]) -> list[_RandomGame[S]]:
    return [
        _random_game(game, game.new_game(seats, variant, Random(seed)), Random(seed))
        for seats in game.seats
        for variant in few(variants_for(game, seats), _VARIANTS)
        for seed in range(_GAMES)
    ]


def few(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most so many items, at equal distances from the first on."""
    return items[:: max(1, len(items) // most)][:most]


def _random_game(game: Game[S, Any], state: S, rng: Random) -> _RandomGame[S]:
    seen: list[Observation[S]] = []
    table = Table.begin(game, state)
    while (asked := table.asked()) and table.length < _ROUNDS:
        seen.append(table.observation(asked[0]))
        table = table.answered(asked[0], Choice(any_of(game.legal_actions(table.shown, asked[0]), rng), 0.0))
    return _RandomGame(tuple(seen), table.state if table.over else None)


def _spread(played: Sequence[_RandomGame[S]], count: int) -> list[Observation[S]]:
    """Return so many observations (fewer if there are not so many) at equal distances over all games."""
    shown = [seen for each in played for seen in each.shown]
    step = max(1, len(shown) // count)
    return shown[::step][:count]
