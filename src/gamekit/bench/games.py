"""Games to measure in: driven for as long as they are of use, and the states that random play comes through."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gamekit.answer import Choice
from gamekit.game import Game, S, Seat, any_of
from gamekit.table import Table

SHARE = 0.2
"""The share of the states of a random game that `random_states` takes (guessed)."""


def play_while(
    game: Game[S, Any], state: S, seats: Sequence[Seat[S]], goes_on: Callable[[Table[S]], bool] = lambda _: True
) -> Table[S]:
    """Play from a state for as long as the table is of use, at most to the end of the game; return the last table."""
    table = Table.begin(game, state)
    while (asked := table.asked()) and goes_on(table):
        table = table.answered(asked[0], seats[asked[0]].ask(table.observation(asked[0])))
    return table


def random_states(game: Game[S, Any], seats: int, count: int, rng: Random) -> list[S]:
    """Return so many states of random games of the first variant, in which somebody moves."""
    found: list[S] = []
    while len(found) < count:
        table = Table.begin(game, game.new_game(seats, game.variants[0], rng))
        while (asked := table.asked()) and len(found) < count:
            if rng.random() < SHARE:
                found.append(table.state)
            action = any_of(game.legal_actions(table.shown, asked[0]), rng)
            table = table.answered(asked[0], Choice(action, 0.0))
    return found
