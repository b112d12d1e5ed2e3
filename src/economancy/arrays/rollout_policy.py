"""The default policy of rollouts on many games at once: plays as *decent* of `policy.baselines`, with a share of NOISE.

A noisy decision is random: half of the bids are 0 and the others uniform, a purchase is any card in stock, and a fight
any usable card. All functions take games of the phase in question.

Dimensions: B games, P seats, S slots for cards, K kinds that shops sell.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import (
    AFFORDABLE,
    ATTACKS,
    CARDS_HELD,
    DEFENCES,
    KIND_BITS,
    MAY_ATTACK,
    MAY_DEFEND,
    NTH_KIND,
    POINTS,
    SAFE_AGAINST,
    SETS,
    STRONGEST_ATTACK,
    STRONGEST_DEFENCE,
    mask_of,
)
from economancy.arrays.games import ATTACKING, BUYING, INVESTING, Bools, Games, Int8, Int16, Int64, lookup
from economancy.arrays.rules import attackers, defenders, is_seat, kinds, of_seat

if TYPE_CHECKING:
    from numpy.random import Generator  # its import takes 10 ms, and no first answer at two seats needs it

NOISE = 0.3
"""The share of decisions that are noise (from the definition of flat Monte Carlo)."""


def _bit(name: str) -> int:
    return mask_of(lambda card: card.name == name)


BOARD, INCANTATION, GOLD_FISH = _bit("Board of Monopoly"), _bit("Incantation"), _bit("Gold Fish")
WORKER, SENIOR, GHOST = _bit("Worker"), _bit("Senior Worker"), _bit("Ghost")

FIRST_AIM = np.array([0, WORKER, GOLD_FISH, INCANTATION, INCANTATION, BOARD, INCANTATION], np.int16)
SECOND_AIM = np.array([0, 0, 0, BOARD, BOARD, 0, BOARD], np.int16)
"""The purchases that *points* prefers, and its second choice, by the number of cards it holds (the last: or more)."""


ATTACK_AIMS = (GHOST, SENIOR, WORKER)
"""The purchases that *attack* prefers, in order; the first only until it holds two."""


def _worth_at_most(points: int) -> int:
    return mask_of(lambda card: card.points <= points)


KEEPS_LEAD = np.array([_worth_at_most(lead) for lead in range(4)], np.int16)
"""The kinds that a seat can lose without falling behind in points, by its lead."""

_ALL = SETS - 1


def default_actions(games: Games, rng: "Generator", noise: float = NOISE) -> NDArray[np.integer[Any]]:
    """Return the action of each seat, [B, P], in games that await the same kind of choice; 0 for seats without one."""
    match int(games.phase[0]):
        case phase if phase == INVESTING:
            return bids(games, rng, noise)
        case phase if phase == BUYING:
            return purchases(games, rng, noise)
        case _ if games.attacker_card[0]:
            return defence(games, rng, noise)
        case _:
            slots = attack(games, rng, noise)
            return np.where(is_seat(games.attacker, games.seats), slots[:, None], 0)


def bids(games: Games, rng: "Generator", noise: float = NOISE) -> Int64:
    """Return a bid of each seat, [B, P]."""
    return np.where(_noisy(games, rng, noise), random_bids(games, rng), decent_bids(games))


def attack(games: Games, rng: "Generator", noise: float = NOISE) -> Int8:
    """Return the slot of the card that each attacker names, [B]; 0: stop, or no attacker is to name one."""
    usable = attackers(of_seat(games.cards, games.attacker), of_seat(games.uses, games.attacker))  # [B, S]
    choices = (usable & decent_attack_kinds(games, kinds(usable))[:, None]) != 0
    any_choice = usable != 0
    any_choice[:, 0] = True  # stopping is legal too
    noisy = rng.random(len(games), np.float32) < noise
    choosing = (games.phase == ATTACKING) & (games.attacker_card == 0)
    return any_slot(np.where(noisy[:, None], any_choice, choices) & choosing[:, None], rng)


def defence(games: Games, rng: "Generator", noise: float = NOISE) -> Int8:
    """Return the slot of the card with which each seat defends, [B, P]; 0: it has none, or no attack to answer."""
    usable = defenders(games.cards, games.uses)
    choices = np.where(_noisy(games, rng, noise), np.int16(_ALL), lookup(STRONGEST_DEFENCE, kinds(usable)))
    answers = ~is_seat(games.attacker, games.seats) & (games.attacker_card > 0)[:, None]
    return any_slot((usable & (choices * answers)[:, :, None]) != 0, rng)


def purchases(games: Games, rng: "Generator", noise: float = NOISE) -> Int16:
    """Return the bit of the card that each seat names, or 0 to pass, [B, P]."""
    available = in_stock(games)
    named = np.where(_noisy(games, rng, noise), np.int16(0), decent_purchases(games, available))
    return np.where(named != 0, named, any_kind(available, rng))


def _noisy(games: Games, rng: "Generator", noise: float) -> Bools:
    return noise > rng.random(games.coins.T.shape, np.float32).T


def random_bids(games: Games, rng: "Generator") -> Int64:
    """Return a random bid of each seat, [B, P]: 0 with probability 1/2, else uniform."""
    share = 2 * rng.random(games.coins.T.shape).T - 1
    bid = (share * (games.coins + 1)).astype(np.int64)
    return np.clip(bid, 0, games.coins)


def decent_bids(games: Games) -> Int64:
    """Return the bids of *decent*, [B, P]."""
    highest: Int64 = np.maximum(attack_bids(games), _defensive_bids(games))
    return highest


def attack_bids(games: Games) -> Int64:
    """Return the bids of *attack*, [B, P]."""
    candidates = (attackers(games.cards, games.uses) & safe_kinds(games)[:, :, None]) != 0
    count = candidates.sum(axis=-1, dtype=np.int8)
    bid = np.minimum(games.coins, 1 + _highest_rival(games.coins))
    able = (count > 0) & ((games.coins - bid > 1) | (count > 1))
    return np.where(able, bid, 0)


def _defensive_bids(games: Games) -> Int64:
    """Return a bid [B, P] that matches the richest dangerous rival, as far as the own coins go; 0 without one.

    A rival is dangerous if it holds a card that beats every card of the seat.
    """
    held = kinds(games.cards)
    dangers = lookup(SAFE_AGAINST, held & MAY_DEFEND[0]) & MAY_ATTACK[0]  # [B, P]
    threats = ((held.T[:, None] & dangers.T) != 0) & _rivals(games.seats)  # [P, P, B] from a rival to a seat
    bid: Int64 = np.minimum((threats * games.coins.T[:, None]).max(axis=0).T, games.coins)
    return bid


def safe_kinds(games: Games) -> Int16:
    """Return the set of kinds with which each seat can attack every rival safely, [B, P].

    Any kind is safe against a rival whose cards have fewer defences in all than the seat's have attacks, and against an
    eliminated one.
    """
    safe = lookup(SAFE_AGAINST, kinds(defenders(games.cards, games.uses)))  # [B, P]
    withstands = DEFENCES.of(games.tally).T[:, None] >= ATTACKS.of(games.tally).T  # [P, P, B] a rival, a seat
    allowed = np.where(withstands & _rivals(games.seats), safe.T[:, None], np.int16(_ALL))
    allowed_kinds: Int16 = np.bitwise_and.reduce(allowed, axis=0).T
    return allowed_kinds


def decent_attack_kinds(games: Games, usable: Int16) -> Int16:
    """Return the kinds among the usable ones with which *decent* attacks, as sets [B]; empty where it stops."""
    points = POINTS.of(games.tally)
    lead = of_seat(points - _highest_rival(points), games.attacker)
    keeps_lead = KEEPS_LEAD[np.clip(lead, 0, len(KEEPS_LEAD) - 1)]
    chosen: Int16 = lookup(STRONGEST_ATTACK, usable) & of_seat(safe_kinds(games), games.attacker) & keeps_lead
    return chosen


def _highest_rival(numbers: Int64) -> Int64:
    """Return the highest number among the other seats, [B, P]; an eliminated seat has 0."""
    highest: Int64 = (numbers.T[:, None] * _rivals(numbers.shape[1])).max(axis=0).T
    return highest


@lru_cache
def _rivals(seats: int) -> Bools:
    """Return whether two seats differ, [P, P, 1]."""
    return ~np.eye(seats, dtype=bool)[:, :, None]


def in_stock(games: Games) -> Int16:
    """Return the kinds in stock that each seat can pay for and has a buy for, as sets [B, P]."""
    stock = kinds(np.where(games.left > 0, KIND_BITS, np.int16(0)))
    pays = lookup(AFFORDABLE, np.minimum(games.coins, len(AFFORDABLE) - 1))
    available: Int16 = (stock[:, None] & pays) * (games.buys > 0)
    return available


def decent_purchases(games: Games, available: Int16) -> Int16:
    """Return the bit that *decent* buys of the available kinds, [B, P]; 0: a random one."""
    only = np.where(available & (available - 1), np.int16(0), available)
    choice = np.where(only, only, points_purchases(games, available))
    return np.where(choice, choice, attack_purchases(games, available))


def points_purchases(games: Games, available: Int16) -> Int16:
    """Return the bit that *points* buys of the available kinds, [B, P]; 0: a random one."""
    cards = np.minimum(CARDS_HELD.of(games.tally), len(FIRST_AIM) - 1)
    first = available & lookup(FIRST_AIM, cards)
    return np.where(first, first, available & lookup(SECOND_AIM, cards))


def attack_purchases(games: Games, available: Int16) -> Int16:
    """Return the bit that *attack* buys of the available kinds, [B, P]; 0: a random one."""
    first, *others = ATTACK_AIMS
    firsts = (games.cards == first).sum(axis=-1, dtype=np.int8)
    choice: Int16 = available & np.where(firsts < 2, np.int16(first), np.int16(0))
    for aim in others:
        choice = np.where(choice, choice, available & np.int16(aim))
    return choice


def any_kind(sets: Int16, rng: "Generator") -> Int16:
    """Return a uniformly random bit of each set [...]; 0 for an empty set."""
    share = rng.random(sets.T.shape, np.float32).T
    nth = (share * np.bitwise_count(sets)).astype(np.intp)
    return lookup(NTH_KIND.ravel(), sets * np.intp(NTH_KIND.shape[1]) + nth)


def any_slot(chosen: Bools, rng: "Generator") -> Int8:
    """Return a uniformly random slot of those `chosen` [..., S]; 0 if there is none."""
    rank = chosen.T.astype(np.int8)  # [S, ...]
    shift = 1
    while shift < len(rank):  # the sums over 1, 2, 4 ... slots; numpy's cumsum takes 40 times as long for many games
        rank[shift:] = rank[shift:] + rank[:-shift]
        shift *= 2
    count = rank[-1]
    nth = (rng.random(count.shape, np.float32) * count).astype(np.int8)
    slot = (rank <= nth).sum(axis=0, dtype=np.int8)
    return np.where(count > 0, slot, np.int8(0)).T
