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

COINS_SEEN = 2**20
"""More coins look the same: they have no bound (10**23 was seen), and logarithms of less are below 1."""
PER_SEAT = 6 + 2 * len(KINDS)
SHARED = len(DAYS) + 4 + len(KINDS) + len(SHOP_CARDS)


class EconomancyNumbering(Numbering[Position, Action]):
    """What it merges: a seat's equal cards, of one name and used today or not, into the first of them; all bids from
    63 on into one number, which bids all coins. Cards that no shop knows are left out.

    An array has of each seat, its own first, the coins (up to 32, and their logarithm), buys, points, whether it is
    out and attacks, and how often it has each card, unused and used; then the day, the phase, whether the seat is to
    defend, the attacking card, and what is left in the shop. It leaves out the order of cards.
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
        return np.array(found + _shared(state.state, seat), np.float32)

    def first_states(self) -> Sequence[tuple[Position, float]]:
        return [(self.first, 1.0)]


def _bids(coins: int) -> Mapping[int, Action]:
    bids: dict[int, Action] = {bid: bid for bid in range(min(coins + 1, BIDS))}
    if coins >= BIDS:
        bids[BIDS - 1] = coins
    return bids


def _player(player: PlayerState, *, attacks: bool) -> list[float]:
    coins = min(player.coins, COINS_SEEN)
    cards = [0.0] * (2 * len(KINDS))
    for owned in player.cards:
        kind = KINDS.get(owned.card.name)
        if kind is not None:
            place = 2 * kind + (owned.uses > 0)
            cards[place] = min(1.0, cards[place] + 0.25)
    return [
        min(coins, 32) / 32,
        (1 + coins).bit_length() / 21,
        min(player.buys, 4) / 4,
        min(player.points, 14) / 14,
        player.out,
        attacks,
        *cards,
    ]


def _shared(state: State, seat: int) -> list[float]:
    phase = state.phase
    named = phase.attacker_card if isinstance(phase, Attacking) else None
    kinds, shop = [0.0] * len(KINDS), [0.0] * len(SHOP_CARDS)
    if isinstance(phase, Attacking) and named is not None:
        card = state.players[phase.attacker].cards[named].card.name
        if card in KINDS:
            kinds[KINDS[card]] = 1.0
    places = {card.name: place for place, card in enumerate(SHOP_CARDS)}
    for stock in state.shop:
        if stock.card.name in places:
            shop[places[stock.card.name]] = min(stock.left, 12) / 12
    defends = isinstance(phase, Attacking) and named is not None and seat != phase.attacker
    phases = [isinstance(phase, each) for each in (Investing, Attacking, Buying)]
    return [*(float(state.day == day) for day in DAYS), *map(float, phases), float(defends), *kinds, *shop]
