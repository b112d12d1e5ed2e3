"""Monte Carlo returns: games are played to the end by the default policy, and each seat gets its share.

Dimensions: B games, P seats.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from economancy.arrays import rollout_policy as policy
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, NOBODY, Bools, Games, Indices, Int8, put, take
from economancy.arrays.rules import apply_attack, apply_bids, apply_defence, apply_purchases, dawn, night
from gamekit.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from numpy.random import Generator  # its import takes 10 ms, and no first answer at two seats needs it

DAYS = 12
"""How many days a rollout lasts at most (from the definition of flat Monte Carlo)."""

DRAW = 0.4
"""The total return of a seat's rivals for a draw or a cut-off; divided by their number it is the return of each seat
(from the definition of flat Monte Carlo).
"""


COMPACT_FROM = 64
"""Up to this batch size all games take a step; larger batches copy out those that need it (measured)."""


def returns(games: Games, rng: "Generator", limit: Deadline = NO_DEADLINE) -> NDArray[np.float64]:
    """The return of each seat, [B, P], from one rollout: win 1, loss 0, draw or cut-off DRAW / (P - 1). Raises
    TimeUpError.
    """
    winner = winners(games, rng, limit=limit)[:, None]
    return np.where(winner == NOBODY, DRAW / (games.seats - 1), winner == np.arange(games.seats))


def winners(games: Games, rng: "Generator", days: int = DAYS, limit: Deadline = NO_DEADLINE) -> Int8:
    """Return the winner's seat of each rollout, [B]: see `playouts`."""
    return playouts(games, rng, days, limit)[0]


def playouts(games: Games, rng: "Generator", days: int = DAYS, limit: Deadline = NO_DEADLINE) -> tuple[Int8, Int8]:
    """Return the winner's seat and the number of days of each rollout, [B] both.

    The winner is NOBODY for a draw and for a game cut off after `days` days, today included. Raises TimeUpError if the
    limit passes between two days.
    """
    winner, begun = games.winner.copy(), np.zeros(len(games), np.int8)
    rows: Indices = np.arange(len(games))
    for day in range(days):
        limit.check()
        over = games.phase == END
        if over.any():
            winner[rows[over]] = games.winner[over]
            goes_on = np.flatnonzero(~over)
            rows, games = rows[goes_on], take(games, goes_on)
        if not len(rows):
            break
        begun[rows] += 1
        games = _until_night(dawn(games) if day else games, rng)
    else:
        winner[rows] = games.winner
    return winner, begun


def _until_night(games: Games, rng: "Generator") -> Games:
    """Return the games, of any phase, played on to the end of the day's purchases or of the game."""
    games = _where(games.phase == INVESTING, games, lambda part: apply_bids(part, policy.bids(part, rng)))
    games = _fight_out(games, rng)
    while (buying := (games.phase == BUYING) & ~night(games)).any():
        games = _where(buying, games, lambda part: apply_purchases(part, policy.purchases(part, rng)))
    return games


def _where(chosen: Bools, games: Games, step: Callable[[Games], Games]) -> Games:
    """Return the games with `step` applied to the `chosen` [B] ones."""
    if chosen.all():
        return step(games)
    rows = np.flatnonzero(chosen)
    return put(games, rows, step(take(games, rows))) if len(rows) else games


def _fight_out(games: Games, rng: "Generator") -> Games:
    """Return the games after all their fights of the day."""
    while len(rows := np.flatnonzero(games.phase == ATTACKING)):
        if len(games) > COMPACT_FROM and len(rows) <= len(games) // 2:
            return put(games, rows, _fight_out(take(games, rows), rng))
        games = apply_attack(games, policy.attack(games, rng))
        if games.attacker_card.any():
            games = apply_defence(games, policy.defence(games, rng))
    return games
