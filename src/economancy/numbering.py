"""Economancy for learners: numbers for bids, cards that fight and purchases, which share none."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from economancy.rules.cards import CARDS, DAYS, SHOP_CARDS
from economancy.rules.game import legal_actions
from economancy.rules.position import Position
from economancy.rules.state import PASS, Action, Attacking, Buying, Investing, PlayerState, State
from gamekit.game import Numbering

BIDS = 64
STOP_NUMBER = BIDS
FIGHTS = STOP_NUMBER + 1
PURCHASES = FIGHTS + 2 * len(CARDS)
KINDS = {name: kind for kind, name in enumerate(sorted(CARDS))}
SOLD = {name: number for number, name in enumerate(sorted([PASS, *(card.name for card in SHOP_CARDS)]), PURCHASES)}

PLACES = {card.name: place for place, card in enumerate(SHOP_CARDS)}
DAY = len(PLACES) + len(KINDS)
PHASES: Mapping[type, int] = {phase: DAY + len(DAYS) + n for n, phase in enumerate((Investing, Attacking, Buying))}

COINS_SEEN = 2**20
"""More coins look the same: they have no bound (10**23 was seen), and logarithms of less are below 1."""
PER_SEAT = 6 + 2 * len(KINDS)
SHARED = len(DAYS) + 4 + len(KINDS) + len(SHOP_CARDS)


class EconomancyNumbering(Numbering[Position, Action]):
    """What it merges: a seat's equal cards, of one name and used today or not, into the first of them; all bids from
    63 on into one number, which bids all coins. Cards that no shop knows are left out. (Measured in 200 games of
    `decent` with the base shop: nearly every fight has equal cards; 0.01 % of bids at two seats and 0.02 % at four are
    merged, none of which bids all coins.)

    An array has of each seat, its own first, how often it has each card, unused and used, the coins (up to 32, and
    their logarithm), buys, points, whether it is out and attacks; then what is left in the shop, the attacking card,
    the day, the phase, and whether the seat is to defend. It leaves out the order of cards.
    """

    count = PURCHASES + len(SOLD)

    def __init__(self, first: Position) -> None:
        self.first = first
        self.shape = (PER_SEAT * len(first.state.players) + SHARED,)

    def numbered(self, state: Position, seat: int) -> Mapping[int, Action]:
        phase, legal = state.state.phase, legal_actions(state.state, seat)
        if isinstance(phase, Investing):
            return _bids(legal[-1]) if legal else {}  # type: ignore[arg-type]  # bids are whole numbers
        found: dict[int, Action] = {}
        for action in legal:
            if (number := self.number_of(state, seat, action)) is not None:
                found.setdefault(number, action)
        return dict(sorted(found.items()))

    def number_of(self, state: Position, seat: int, action: Action) -> int | None:
        if isinstance(action, str):
            return SOLD.get(action)
        if isinstance(state.state.phase, Investing):
            return min(action, BIDS - 1)
        if action == 0:
            return STOP_NUMBER
        owned = state.state.players[seat].cards[action]
        kind = KINDS.get(owned.card.name)
        return None if kind is None else FIGHTS + 2 * kind + (owned.uses > 0)

    def array(self, state: Position, seat: int) -> NDArray[np.float32]:
        players = state.state.players
        phase = state.state.phase
        attacker = phase.attacker if isinstance(phase, Attacking) else None
        found: list[float] = []
        for number in (*range(seat, len(players)), *range(seat)):
            found += _player(players[number], attacks=number == attacker)
        return np.minimum(np.array(found + _shared(state.state, seat), np.float32), 1)

    def first_states(self) -> Sequence[tuple[Position, float]]:
        return [(self.first, 1.0)]


def _bids(coins: int) -> Mapping[int, Action]:
    bids: dict[int, Action] = {bid: bid for bid in range(min(coins + 1, BIDS))}
    if coins >= BIDS:
        bids[BIDS - 1] = coins
    return bids


def _player(player: PlayerState, *, attacks: bool) -> list[float]:
    coins, points = min(player.coins, COINS_SEEN), 0
    found = [0.0] * (2 * len(KINDS))
    for owned in player.cards:
        points += owned.card.points
        kind = KINDS.get(owned.card.name)
        if kind is not None:
            found[2 * kind + (owned.uses > 0)] += 0.25
    found += min(coins, 32) / 32, (1 + coins).bit_length() / 21, player.buys / 4, points / 14, player.out, attacks
    return found


def _shared(state: State, seat: int) -> list[float]:
    phase = state.phase
    found = [0.0] * SHARED
    for stock in state.shop:
        if (place := PLACES.get(stock.card.name)) is not None:
            found[place] = stock.left / 12
    found[DAY + state.day - 1] = 1.0
    if isinstance(phase, Investing | Attacking | Buying):
        found[PHASES[type(phase)]] = 1.0
    if isinstance(phase, Attacking) and phase.attacker_card is not None:
        found[-1] = seat != phase.attacker
        kind = KINDS.get(state.players[phase.attacker].cards[phase.attacker_card].card.name)
        if kind is not None:
            found[len(PLACES) + kind] = 1.0
    return found
