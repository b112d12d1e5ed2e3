"""Player types, and the actions that a player of each type may choose ("type" as in Harsanyi's Bayesian games).

Dimensions: B games, P seats, A actions that a seat may choose from (see `choices`).
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import SETS, STRONGEST_ATTACK, STRONGEST_DEFENCE
from economancy.arrays.choices import Choices
from economancy.arrays.games import ATTACKING, BUYING, INVESTING, Bools, Games, Int8, Int16, Int64, lookup
from economancy.arrays.rollout_policy import (
    attack_bids,
    attack_purchases,
    decent_attack_kinds,
    decent_bids,
    decent_purchases,
    in_stock,
    points_purchases,
    safe_kinds,
)
from economancy.arrays.rules import attackers, defenders, kinds, of_seat

ERRATIC_BIDS = 4
"""How many bids of an erratic seat a search considers, evenly spaced from 0 to all its coins (guessed)."""


class PlayerType(IntEnum):
    """EQUAL plays by look-ahead, as our policy does. POINTS, ATTACK and DECENT play like these reference opponents,
    ERRATIC plays at random, and LEVEL_ONE plays a best response to the default policy (see `level_one`).
    """

    EQUAL = 0
    POINTS = 1
    ATTACK = 2
    DECENT = 3
    ERRATIC = 4
    LEVEL_ONE = 5


def chooses(games: Games) -> Bools:
    """Return which seats choose among all legal actions by value, [B, P]; the others play by the rule of their type."""
    chosen: Bools = (games.types == PlayerType.EQUAL) | (games.types == PlayerType.LEVEL_ONE)
    return chosen


def as_typed(games: Games, named: Choices) -> Choices:
    """Return the choices with those of rule-bound types cut to the actions of that type, each equally likely.

    The games await the same kind of choice. Seats of types that choose by value (see `chooses`) keep all theirs.
    """
    typed = ~chooses(games)
    if not typed.any():
        return named
    if games.phase[0] == INVESTING:
        return _bids(games, named, typed)
    wanted = wanted_kinds(games)[:, :, None]  # [B, P, 1] a set of kinds; empty: pass, or stop
    named_kinds = named.actions if games.phase[0] == BUYING else _kinds_of(games, named.actions)
    fits = np.where(wanted != 0, (named_kinds & wanted) != 0, named_kinds == 0) & named.legal
    fits |= ~fits.any(axis=2, keepdims=True)  # it has nothing to choose
    return Choices(named.actions, named.legal & (fits | ~typed[:, :, None]))


def _bids(games: Games, named: Choices, typed: Bools) -> Choices:
    most = min(ERRATIC_BIDS, named.actions.shape[2])
    steps = np.arange(named.actions.shape[2])
    bid = np.zeros_like(games.coins)
    for player_type, bids in ((PlayerType.ATTACK, attack_bids), (PlayerType.DECENT, decent_bids)):
        if (chosen := games.types == player_type).any():
            bid = np.where(chosen, bids(games), bid)
    erratic = (games.types == PlayerType.ERRATIC)[:, :, None]
    number = np.minimum(games.coins + 1, most)[:, :, None]  # how many bids an erratic seat has
    spaced = games.coins[:, :, None] * np.minimum(steps, number - 1) // np.maximum(number - 1, 1)
    actions = np.where(erratic, spaced, bid[:, :, None])
    legal = steps < np.where(erratic, number, 1)
    return Choices(np.where(typed[:, :, None], actions, named.actions), np.where(typed[:, :, None], legal, named.legal))


def wanted_kinds(games: Games) -> Int16:
    """Return the kinds of cards that a seat of its type may buy, name or answer with, as sets [B, P]."""
    if games.phase[0] == BUYING:
        available = in_stock(games)
        wanted = available
        for player_type, purchases in (
            (PlayerType.POINTS, points_purchases),
            (PlayerType.ATTACK, attack_purchases),
            (PlayerType.DECENT, decent_purchases),
        ):
            if (chosen := games.types == player_type).any():
                aims = purchases(games, available)
                wanted = np.where(chosen & (aims != 0), aims, wanted)
        return wanted
    assert games.phase[0] == ATTACKING
    if games.attacker_card[0]:
        usable = kinds(defenders(games.cards, games.uses))
        return np.where(games.types == PlayerType.ERRATIC, np.int16(SETS - 1), lookup(STRONGEST_DEFENCE, usable))
    return named_kinds(games)


def named_kinds(games: Games) -> Int16:
    """Return the kinds that the attacker may name if it is of each seat's type, as sets [B, P]."""
    usable = kinds(attackers(of_seat(games.cards, games.attacker), of_seat(games.uses, games.attacker)))[:, None]
    strongest = lookup(STRONGEST_ATTACK, usable)
    wanted = np.where(games.types == PlayerType.ERRATIC, np.int16(SETS - 1), strongest)
    wanted = np.where(games.types == PlayerType.ATTACK, strongest & safe_kinds(games), wanted)
    decent: Int16 = decent_attack_kinds(games, usable[:, 0])[:, None]
    return np.where(games.types == PlayerType.DECENT, decent, wanted)


def _kinds_of(games: Games, slots: NDArray[np.integer[Any]]) -> Int16:
    """Return the bits of the cards in slots [B, P, A]; 0 for none."""
    bits = np.take_along_axis(games.cards, slots.astype(np.intp), axis=2)
    return np.where(slots > 0, bits, np.int16(0))


def of_types(games: Games, types: Int8 | Int64) -> Games:
    """Return the games with the seats' types replaced by `types`, [B, P] or what broadcasts to it."""
    return games.changed(types=np.asfortranarray(np.broadcast_to(types, games.coins.shape).astype(np.int8)))
