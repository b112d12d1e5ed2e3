"""The model of the players by rule in the core: each seat plays as its type does (see `types`), without slips.

Seats have one of the types that have a rule. Dimensions: B games, P seats.
"""

import numpy as np
from numpy.random import Generator

from economancy.arrays import rollout_policy
from economancy.arrays.games import ATTACKING, Games, Int8, Int16, Int64
from economancy.arrays.rules import attackers, of_seat
from economancy.rivals.types import PlayerType, named_kinds, wanted_kinds


def bids(games: Games, rng: Generator) -> Int64:
    """Return a bid of each seat, [B, P]."""
    bid = np.zeros_like(games.coins)
    for player_type, rule in (
        (PlayerType.ATTACK, rollout_policy.attack_bids),
        (PlayerType.DECENT, rollout_policy.decent_bids),
        (PlayerType.ERRATIC, lambda games: rollout_policy.random_bids(games, rng)),
    ):
        if (chosen := games.types == player_type).any():
            bid = np.where(chosen, rule(games), bid)
    return bid


def attack(games: Games, rng: Generator) -> Int8:
    """Return the slot of the card that each attacker names, [B]; 0: stop, or no attacker is to name one."""
    usable = attackers(of_seat(games.cards, games.attacker), of_seat(games.uses, games.attacker))  # [B, S]
    choosing = (games.phase == ATTACKING) & (games.attacker_card == 0)
    named = (usable & of_seat(named_kinds(games), games.attacker)[:, None]) != 0
    return rollout_policy.any_slot(named & choosing[:, None], rng)


def defence(games: Games, rng: Generator) -> Int8:
    """Return the slot of the card with which each seat defends, [B, P]; 0: it has none, or no attack to answer."""
    return rollout_policy.defence(games, rng, noise=0)


def purchases(games: Games, rng: Generator) -> Int16:
    """Return the bit of the card that each seat names, or 0 to pass, [B, P]."""
    return rollout_policy.any_kind(wanted_kinds(games), rng)
