"""The actions that a search considers for each seat, for many games at once: legal ones without dominated ones.

Dimensions: B games, P seats, A actions that a seat may choose from, S slots for cards, K kinds that shops sell.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import KIND_BITS
from economancy.arrays.games import ATTACKING, BUYING, INVESTING, Bools, Games, Int8, Int16, Int64
from economancy.arrays.rules import (
    affordable,
    apply_attack,
    apply_bids,
    apply_defence,
    apply_purchases,
    attackers,
    defenders,
    is_seat,
    kinds,
    of_seat,
)

MOST_BIDS = {2: 14, 3: 6, 4: 6}
"""The most bids considered for one seat, by the number of seats: at two there are rarely more; at four this gives up to
1,296 joint bids (from earlier experiments).
"""


class Choices(NamedTuple):
    """The actions of each seat, [B, P, A], and which of them are legal: at least one for each seat of each game."""

    actions: NDArray[np.integer[Any]]
    legal: Bools

    def compact(self) -> "Choices":
        """Return the same choices in as few columns as possible: each seat's legal actions first, in their order."""
        order = np.argsort(~self.legal, axis=-1, kind="stable")[..., : int(self.legal.sum(axis=-1).max())]
        return Choices(np.take_along_axis(self.actions, order, axis=-1), np.take_along_axis(self.legal, order, axis=-1))


def choices(games: Games) -> Choices:
    """Return the actions of games that all await the same kind of choice. A seat with no choice has the one action 0.

    Actions are bids, bits of cards to buy (0: pass), or slots of cards to fight with (0: stop the attack). Raises
    ValueError for games that have ended.
    """
    match int(games.phase[0]):
        case phase if phase == INVESTING:
            return bids(games).compact()
        case phase if phase == BUYING:
            return purchases(games).compact()
        case phase if phase == ATTACKING:
            return (answers if games.attacker_card[0] else attacks)(games).compact()
        case phase:
            raise ValueError(f"expected games that go on, got phase {phase}")


def deciding(games: Games) -> Bools:
    """Return which seats must choose now, [B, P], in games that await the same kind of choice."""
    match int(games.phase[0]):
        case phase if phase == INVESTING:
            return games.alive
        case phase if phase == BUYING:
            return games.buys > 0
        case _ if games.attacker_card[0]:
            can: Bools = kinds(defenders(games.cards, games.uses)) != 0
            return can & ~is_seat(games.attacker, games.seats)
        case _:
            return is_seat(games.attacker, games.seats)


def apply_chosen(games: Games, actions: NDArray[np.integer[Any]]) -> Games:
    """Return the games after one action of each seat, [B, P], from their `choices`; `dawn` is not applied."""
    match int(games.phase[0]):
        case phase if phase == INVESTING:
            return apply_bids(games, actions.astype(np.int64, order="F"))
        case phase if phase == BUYING:
            return apply_purchases(games, actions.astype(np.int16, order="F"))
        case _ if games.attacker_card[0]:
            return apply_defence(games, actions.astype(np.int8, order="F"))
        case _:
            return apply_attack(games, actions.sum(axis=1, dtype=np.int8))


def bids(games: Games) -> Choices:
    """Return the bids up to one more than the richest rival's coins: higher ones win no more and cost more.

    If there are more than MOST_BIDS, a subset: 0, 1, the highest and the one below it; and with two seats evenly
    spaced bids between them, with three or four seats the bids that outbid each rival, with three also the middle.
    """
    coins = games.coins
    rivals = np.array([np.delete(coins, seat, axis=1).max(axis=1) for seat in range(games.seats)]).T  # [B, P]
    highest = np.minimum(coins, rivals + 1)
    most = MOST_BIDS[games.seats]
    number = min(most, int(highest.max()) + 1)
    steps = np.arange(number)
    actions = np.broadcast_to(steps, (*coins.shape, number)).copy()
    spread = highest >= most
    if spread.any():
        spaced = np.rint(np.linspace(0, 1, number) * highest[spread][:, None]).astype(np.int64)
        if games.seats > 2:
            spaced[:, 2:-2] = _outbidding(games, highest)[spread][:, : number - 4]
        spaced[:, 1], spaced[:, -2] = 1, highest[spread] - 1
        actions[spread] = spaced
    legal = spread[:, :, None] | (steps <= highest[:, :, None])
    if games.seats > 2 and spread.any():
        actions.sort(axis=2)
        legal[:, :, 1:] &= actions[:, :, 1:] != actions[:, :, :-1]
    return Choices(actions, legal)


def _outbidding(games: Games, highest: Int64) -> Int64:
    """Return the bids [B, P, P - 1] that outbid each rival but the richest, in descending order, then the middle bid;
    all capped at the `highest` bid considered, [B, P].
    """
    coins = np.array([np.sort(np.delete(games.coins, seat, axis=1), axis=1) for seat in range(games.seats)])
    poorer = coins.transpose(1, 0, 2)[:, :, -2::-1] + 1  # [B, P, P - 2]
    found: Int64 = np.minimum(np.concatenate([poorer, highest[:, :, None] // 2], axis=2), highest[:, :, None])
    return found


def purchases(games: Games) -> Choices:
    """Return the bits of the cards in stock that each seat can pay for, and last 0, to pass."""
    buys = (games.buys > 0) & (games.phase == BUYING)[:, None]
    can = affordable(games) & (games.left > 0)[:, None, :] & buys[:, :, None]
    actions = np.broadcast_to(np.append(KIND_BITS, np.int16(0)), (*can.shape[:2], len(KIND_BITS) + 1))
    return Choices(actions, np.concatenate([can, np.ones_like(can[:, :, :1])], axis=2))


def attacks(games: Games) -> Choices:
    """Return the slots of the cards that an attacker can name, and 0 to stop."""
    seat = games.attacker
    uses = of_seat(games.uses, seat)
    slots = fighters(attackers(of_seat(games.cards, seat), uses), uses)
    legal = is_seat(seat, games.seats)[:, :, None] & slots.legal[:, None]
    return _with_nothing(np.where(legal, slots.actions[:, None], 0), legal, np.ones(legal.shape[:2], bool))


def answers(games: Games) -> Choices:
    """Return the slots of the cards with which each seat can answer a named card; 0 if it has none or attacks."""
    slots = fighters(defenders(games.cards, games.uses), games.uses)
    may = deciding(games)
    return _with_nothing(slots.actions, slots.legal & may[:, :, None], ~may)


def fighters(usable: Int16, uses: Int8) -> Choices:
    """Return one slot of each kind among the usable cards [..., S]: [..., K]; 0 and not legal where there is none.

    Of several cards of a kind it is the one with the most uses, because it has the fewest left today; among equals the
    last one, because a Magic Bean Stock earns by the income of the cards to its left.
    """
    slots = np.arange(1, usable.shape[-1] + 1, dtype=np.int16)
    worth = np.where(usable != 0, uses * np.int16(256) + slots, np.int16(0))
    per_kind = [np.where(usable == bit, worth, 0).max(axis=-1) for bit in KIND_BITS]
    best = np.stack(per_kind, axis=-1)
    return Choices(np.where(best > 0, best % 256 - 1, 0).astype(np.int8), best > 0)


def _with_nothing(actions: NDArray[np.integer[Any]], legal: Bools, may: Bools) -> Choices:
    """Return choices with the action 0 added in front, legal for the seats `may` [B, P]."""
    nothing = np.zeros((*legal.shape[:2], 1), np.int8)
    return Choices(np.concatenate([nothing, actions], axis=2), np.concatenate([may[:, :, None], legal], axis=2))
