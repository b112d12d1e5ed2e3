"""Economancy for learners: numbers for bids, cards that fight and purchases, which share none."""

from array import array
from collections.abc import Mapping

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
        players, phase = state.state.players, state.state.phase
        attacker = phase.attacker if isinstance(phase, Attacking) else None
        values = array("f", bytes(4 * self.shape[0]))
        for place, number in enumerate((*range(seat, len(players)), *range(seat))):
            _put_player(values, PER_SEAT * place, players[number], attacks=number == attacker)
        _put_shared(values, PER_SEAT * len(players), state.state, seat)
        return np.frombuffer(values, np.float32)


def _bids(coins: int) -> Mapping[int, Action]:
    bids: dict[int, Action] = {bid: bid for bid in range(min(coins + 1, BIDS))}
    if coins >= BIDS:
        bids[BIDS - 1] = coins
    return bids


def _put_player(values: "array[float]", start: int, player: PlayerState, *, attacks: bool) -> None:
    """Write down a seat from this place on."""
    coins, points = min(player.coins, COINS_SEEN), 0
    for owned in player.cards:
        card = owned.card
        points += card.points
        kind = KINDS.get(card.name)
        if kind is not None:
            place = start + 2 * kind + (owned.uses > 0)
            if values[place] < 1:
                values[place] += 0.25
    rest = start + 2 * len(KINDS)
    values[rest] = min(coins, 32) / 32
    values[rest + 1] = (1 + coins).bit_length() / 21
    values[rest + 2] = min(1.0, player.buys / 4)
    values[rest + 3] = min(1.0, points / 14)
    values[rest + 4] = player.out
    values[rest + 5] = attacks


def _put_shared(values: "array[float]", start: int, state: State, seat: int) -> None:
    """Write down what all seats see from this place on."""
    phase = state.phase
    for stock in state.shop:
        if (place := PLACES.get(stock.card.name)) is not None:
            values[start + place] = stock.left / 12 if stock.left < 12 else 1.0
    values[start + DAY + state.day - 1] = 1.0
    if isinstance(phase, Investing | Attacking | Buying):
        values[start + PHASES[type(phase)]] = 1.0
    if isinstance(phase, Attacking) and phase.attacker_card is not None:
        values[-1] = seat != phase.attacker
        kind = KINDS.get(state.players[phase.attacker].cards[phase.attacker_card].card.name)
        if kind is not None:
            values[start + len(PLACES) + kind] = 1.0
