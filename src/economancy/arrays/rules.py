"""The rules on many games at once: the phases of `rules.game`, in its order, each as a function of a batch.

Dimensions: B games, P seats, S slots for cards, K kinds that shops sell. Nothing is checked: actions must be legal.
`apply_bids` and `dawn` need games of one phase; the other functions do not change games of another phase whose actions
are 0. The caller applies `dawn` to the games of `night`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import (
    ATTACK,
    BUYS,
    CARDS_HELD,
    COINS_PER_INCOME,
    COST,
    DEFENCE,
    DEFENCE_INCOME,
    EARN_BY_COINS,
    INCOME,
    KIND_BITS,
    MAY_ATTACK,
    MAY_DEFEND,
    MOST_CARDS,
    NUMBERS,
    POINTS,
    SETS,
)
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    COIN_CAP,
    COIN_FLOOR,
    END,
    INVESTING,
    NOBODY,
    SPARE_SLOTS,
    Bools,
    Games,
    Int8,
    Int16,
    Int64,
    lookup,
    with_slots,
)
from economancy.rules.cards import DAYS
from economancy.rules.victory import POINTS_TO_WIN


def kinds(cards: Int16) -> Int16:
    """Return the set of kinds [...] among cards [..., S]."""
    chosen: Int16 = np.bitwise_or.reduce(cards, axis=-1)
    return chosen


def attackers(cards: Int16, uses: Int8) -> Int16:
    """Return the cards that may still attack today, [..., S], with 0 for the others and for the first slot."""
    return _usable(cards, uses, MAY_ATTACK)


def defenders(cards: Int16, uses: Int8) -> Int16:
    """Return the cards that may still defend today, like `attackers`."""
    return _usable(cards, uses, MAY_DEFEND)


def _usable(cards: Int16, uses: Int8, by_uses: Sequence[int]) -> Int16:
    usable: Int16 = (cards & by_uses[0]) * (uses == 0)
    for used, mask in enumerate(by_uses[1:], start=1):
        if mask:
            usable |= (cards & mask) * (uses == used)
    usable[..., 0] = 0
    return usable


def of_seat(array: NDArray[Any], seat: Int8) -> NDArray[Any]:
    """Return the entries [B, ...] of an array [B, P, ...] for one seat of each game, [B]."""
    flat = array.T.reshape(*array.T.shape[:-2], -1)  # [..., P * B]
    return flat.take(seat % array.shape[1] * np.intp(len(seat)) + np.arange(len(seat)), axis=-1).T


def is_seat(seat: Int8, seats: int) -> Bools:
    """Return a mask [B, P] that is true at `seat` [B] of each game."""
    same: Bools = (np.arange(seats, dtype=np.int8)[:, None] == seat).T
    return same


def affordable(games: Games) -> Bools:
    """Return which kinds, sold out or not, each seat can pay for, [B, P, K]."""
    return (games.left >= 0)[:, None, :] & (COST[KIND_BITS] <= games.coins[:, :, None])


def apply_bids(games: Games, bids: Int64) -> Games:
    """Return the games after the bids [B, P]: all pay, and the unique highest attacks, if it has a card that can."""
    offers = np.where(games.alive, bids, NOBODY)
    highest = offers == offers.max(axis=1)[:, None]
    alone = highest.sum(axis=1, dtype=np.int8) == 1
    attacker = np.where(alone, _only(highest), np.int8(NOBODY))
    able = kinds(attackers(of_seat(games.cards, attacker), of_seat(games.uses, attacker))) != 0
    attacks = alone & able
    return games.changed(
        phase=np.where(attacks, np.int8(ATTACKING), np.int8(BUYING)),
        attacker=np.where(attacks, attacker, np.int8(NOBODY)),
        coins=games.coins - bids,
    )


def apply_attack(games: Games, slot: Int8) -> Games:
    """Return the games after the attackers named a card's slot [B], or 0 to stop.

    If nobody can answer the named card, `apply_defence` must still follow, with all slots 0: it eliminates the others.
    """
    named = slot > 0
    uses = games.uses.copy(order="K")
    uses.T[slot, games.attacker, np.arange(len(games))] += named
    choosing = (games.phase == ATTACKING) & (games.attacker_card == 0)
    return _calm(games.changed(attacker_card=games.attacker_card + slot, uses=uses), choosing & ~named)


def apply_defence(games: Games, slot: Int8) -> Games:
    """Return the games after the named cards fought those in the slots [B, P]; 0 for a seat without a card.

    Games in which no card is named stay as they are.
    """
    rows, seats, named = np.arange(len(games)), np.arange(games.seats)[:, None], games.attacker_card
    is_attacker = is_seat(games.attacker, games.seats)
    defends, fights = slot > 0, named > 0
    fighter = games.cards.T[slot.T, seats, rows].T * defends  # [B, P]
    # the Stipend and cards that the table lacks have neither attack nor defence: they count as the empty set
    attacking = (games.cards.T[named, games.attacker, rows] & (SETS - 1)) * fights  # [B]
    faints = defends & (lookup(DEFENCE, fighter) < ATTACK[attacking][:, None])
    repelled = (lookup(ATTACK, fighter) > DEFENCE[attacking][:, None]).any(axis=1)
    uses = games.uses.copy(order="K")
    uses.T[slot.T, seats, rows] += defends.T
    games = games.changed(
        attacker_card=np.zeros_like(named),
        coins=games.coins + lookup(DEFENCE_INCOME, fighter),
        uses=uses,
    )
    games = _without_cards(games, np.where(is_attacker, (repelled * named)[:, None], faints * slot))
    games = _without_seats(games, ~(defends | is_attacker) & fights[:, None])
    games = concluded(games)
    spent = kinds(attackers(of_seat(games.cards, games.attacker), of_seat(games.uses, games.attacker))) == 0
    return _calm(games, spent & (games.phase == ATTACKING))


def _without_cards(games: Games, slot: Int8) -> Games:
    """Return the games without the cards in these slots [B, P], later cards moved up; 0 removes none."""
    if not slot.any():
        return games
    rows, seats = np.arange(len(games)), np.arange(games.seats)[:, None]
    first = np.where(slot > 0, slot, MOST_CARDS).T
    behind = np.arange(games.cards.shape[2] - 1, dtype=np.int8)[:, None, None] >= first  # [S - 1, P, B]
    fallen = games.cards.T[slot.T, seats, rows].T * (slot > 0)
    cards, uses = games.cards.copy(order="K"), games.uses.copy(order="K")
    for array in (cards.T, uses.T):
        np.copyto(array[:-1], array[1:].copy(), where=behind)
    return games.changed(cards=cards, uses=uses, tally=games.tally - lookup(NUMBERS, fallen))


def _without_seats(games: Games, out: Bools) -> Games:
    """Return the games with the seats of `out` [B, P] eliminated."""
    if not out.any():
        return games
    stays = ~out
    return games.changed(
        coins=games.coins * stays,
        buys=games.buys * stays,
        cards=games.cards * stays[:, :, None],
        uses=games.uses * stays[:, :, None],
        tally=games.tally * stays,
    )


def _calm(games: Games, over: Bools) -> Games:
    """Return the games with the attack ended where `over` [B]: all cards untapped, the buying phase begun."""
    if not over.any():
        return games
    return games.changed(
        phase=np.where(over, np.int8(BUYING), games.phase),
        attacker=np.where(over, np.int8(NOBODY), games.attacker),
        uses=games.uses * ~over[:, None, None],
    )


def apply_purchases(games: Games, named: Int16) -> Games:
    """Return the games after a round of purchases: each seat named a card's bit [B, P], or 0 to pass.

    A seat without a buy names 0; games in which no seat has one stay as they are. Raises OverflowError if a seat would
    hold more than MOST_CARDS.
    """
    wants = (KIND_BITS[:, None, None] == named.T).T  # [B, P, K]
    wanted = wants.sum(axis=1, dtype=np.int8)  # [B, K]
    sold = (wants & (wanted <= games.left)[:, None, :]).any(axis=-1)  # [B, P]
    bought = named * sold
    held = CARDS_HELD.of(games.tally)  # [B, P]
    most = int((held + (bought != 0)).max())
    if most > MOST_CARDS:
        raise OverflowError(f"expected at most {MOST_CARDS} cards of one seat, got {most}")
    if most >= games.cards.shape[2]:
        games = with_slots(games, most + SPARE_SLOTS)
    cards = games.cards.copy(order="K")
    cards.T[held.T, np.arange(games.seats)[:, None], np.arange(len(games))] |= bought.T
    games = games.changed(
        left=np.where(wanted > 0, np.maximum(0, games.left - wanted), games.left),
        coins=games.coins - lookup(COST, named),
        buys=games.buys - (games.buys > 0),
        cards=cards,
        tally=games.tally + lookup(NUMBERS, bought),
    )
    return concluded(games)


def concluded(games: Games) -> Games:
    """Return the games, those that a seat has won at their end: it is the only one left, or it has 7 points or more and
    more than each other seat.
    """
    alive, points = games.alive, POINTS.of(games.tally)
    best = points.max(axis=1)
    leads = points == best[:, None]
    last = alive.sum(axis=1, dtype=np.int8) == 1
    won = last | ((best >= POINTS_TO_WIN) & (leads.sum(axis=1, dtype=np.int8) == 1))
    if not won.any():
        return games
    seat = _only(np.where(last[:, None], alive, leads))
    return games.changed(
        phase=np.where(won, np.int8(END), games.phase),
        attacker=np.where(won, np.int8(NOBODY), games.attacker),
        winner=np.where(won, seat, games.winner),
    )


def _only(chosen: Bools) -> Int8:
    """Return the chosen seat, [B], of each game with exactly one in `chosen` [B, P]; meaningless in other games."""
    seat: Int8 = (chosen.T * np.arange(chosen.shape[1], dtype=np.int8)[:, None]).sum(axis=0, dtype=np.int8)
    return seat


def night(games: Games) -> Bools:
    """Return in which games the day's purchases are over, [B]."""
    over: Bools = (games.phase == BUYING) & ~(games.buys > 0).any(axis=1)
    return over


def dawn(games: Games, last_day: Bools | bool = False) -> Games:
    """Return the games on the next morning, with the income paid; those of `last_day` [B] end in a draw."""
    day = (games.day % len(DAYS) + 1).astype(np.int8)
    last = np.broadcast_to(np.asarray(last_day), day.shape)
    paid = games.alive & ~last[:, None]
    coins = _cut(games.coins + _income(games, day))
    return games.changed(
        day=day,
        phase=np.where(last, np.int8(END), np.int8(INVESTING)),
        coins=np.where(paid, coins, games.coins),
        buys=np.where(paid, 1 + BUYS.on(day).of(games.tally).astype(np.int8), games.buys),
    )


def _income(games: Games, day: Int8) -> Int64:
    """Return the coins that each seat earns on a day [B], [B, P]: card by card only if one earns by the coins held."""
    income = INCOME.on(day).of(games.tally)
    rows, seats = np.nonzero(kinds(games.cards & EARN_BY_COINS))  # [R] each
    if not len(rows):
        return income
    cards = games.cards.T[:, seats, rows]  # [S, R]
    left = np.cumsum(INCOME.on(day[rows]).of(NUMBERS[cards].T), axis=1).T  # [S, R] the income of the cards up to a slot
    coins, extra = games.coins[rows, seats], np.zeros(len(rows), np.int64)
    earners = (cards & EARN_BY_COINS).astype(bool)
    for slot in np.flatnonzero(earners.any(axis=1)):
        here = np.flatnonzero(earners[slot])
        extra[here] += (coins[here] + left[slot, here] + extra[here]) // COINS_PER_INCOME
    income[rows, seats] += extra
    return income


def _cut(coins: Int64) -> Int64:
    """Return the coins [B, P], scaled down in games where a seat holds more than COIN_CAP; see `games`."""
    most = coins.max(axis=1)
    if not (most > COIN_CAP).any():
        return coins
    divisor = (-(-most // COIN_CAP))[:, None]
    return np.where(coins <= COIN_FLOOR, coins, COIN_FLOOR + (coins - COIN_FLOOR) // divisor)
