"""Monte Carlo returns: games played on with the default policy, and what each seat gets of it.

Dimensions: B games, P seats.
"""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from economancy.arrays import rollout_policy as policy
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, NOBODY, Bools, Games, Indices, Int8, put, take
from economancy.arrays.rules import apply_attack, apply_bids, apply_defence, apply_purchases, dawn, night

DAYS = 12
"""How many days a rollout lasts at most (from the definition of flat Monte Carlo)."""

DRAW = 0.4
"""What a draw or a cut-off is worth to all rivals of a seat together (from that definition)."""


COMPACT_FROM = 64
"""The most games that are not worth the copying which leaves out those without a fight (measured)."""


def returns(games: Games, rng: Generator, days: int = DAYS) -> NDArray[np.float64]:
    """Return what each seat gets, [B, P]: 1 for a win, 0 for a loss, DRAW / (P - 1) for a draw or a cut-off."""
    winner = winners(games, rng, days)[:, None]
    return np.where(winner == NOBODY, DRAW / (games.seats - 1), winner == np.arange(games.seats))


def winners(games: Games, rng: Generator, days: int = DAYS) -> Int8:
    """Return who wins when the games are played on, [B]: see `playouts`."""
    return playouts(games, rng, days)[0]


def playouts(games: Games, rng: Generator, days: int = DAYS) -> tuple[Int8, Int8]:
    """Return who wins when the games are played on, and how many days each went on for, [B] both.

    The winner is NOBODY for a draw, or after that many days, the first of which is today.
    """
    winner, begun = games.winner.copy(), np.zeros(len(games), np.int8)
    rows: Indices = np.arange(len(games))
    for day in range(days):
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


def _until_night(games: Games, rng: Generator) -> Games:
    """Return the games, of any phase, when the purchases of the day are over, or at their end."""
    games = _where(games.phase == INVESTING, games, rng, _bid)
    games = _fight_out(games, rng)
    while (buying := (games.phase == BUYING) & ~night(games)).any():
        games = _where(buying, games, rng, _buy)
    return games


def _where(chosen: Bools, games: Games, rng: Generator, step: Callable[[Games, Generator], Games]) -> Games:
    """Return the games, those chosen [B] after this step."""
    if chosen.all():
        return step(games, rng)
    rows = np.flatnonzero(chosen)
    return put(games, rows, step(take(games, rows), rng)) if len(rows) else games


def _bid(games: Games, rng: Generator) -> Games:
    return apply_bids(games, policy.bids(games, rng))


def _fight_out(games: Games, rng: Generator) -> Games:
    """Return the games after all their fights of the day."""
    while len(rows := np.flatnonzero(games.phase == ATTACKING)):
        if len(games) > COMPACT_FROM and len(rows) <= len(games) // 2:
            return put(games, rows, _fight_out(take(games, rows), rng))
        games = apply_attack(games, policy.attack(games, rng))
        if games.attacker_card.any():
            games = apply_defence(games, policy.defence(games, rng))
    return games


def _buy(games: Games, rng: Generator) -> Games:
    return apply_purchases(games, policy.purchases(games, rng))
