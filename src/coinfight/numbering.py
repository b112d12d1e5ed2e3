"""Coin Fight for learners: a number for each coin and set of change that the coins of the game allow."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from coinfight.rules import Action, Counts, State, change_sets, is_over, seat_to_move
from gamekit.game import Numbering

MOST_KEPT = 20_000
"""Tables with a coin whose actions are kept (guessed: at two seats there are fewer)."""


class CoinFightNumbering(Numbering[State, Action]):
    """Nothing is merged or left out in games from the first state: the table never holds more than all its coins.

    An array has the shares of each denomination on the table and in each hand, the seat's own first, and whose turn it
    is.
    """

    def __init__(self, first: State) -> None:
        self.first = first
        totals = tuple(len(first.hands) * count for count in first.hands[0])
        self.actions = [
            Action(coin, change)
            for coin, total in zip(first.denominations, totals, strict=True)
            if total
            for change in change_sets(first.denominations, totals, coin)
        ]
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self.kept: dict[tuple[Counts, int], Mapping[int, Action]] = {}
        self.count = len(self.actions)
        seats = len(first.hands)
        self.shape = (len(totals) * (seats + 1) + seats,)
        self.scale = np.ones(self.shape, np.float32)
        self.scale[:-seats] = np.tile(1 / np.maximum(totals, 1), seats + 1)
        self.turns = [[int(seat == each) for each in range(seats)] for seat in range(seats)]

    def numbered(self, state: State, seat: int) -> Mapping[int, Action]:
        if seat != seat_to_move(state) or is_over(state):
            return {}
        found: dict[int, Action] = {}
        for coin, count in zip(state.denominations, state.hands[seat], strict=True):
            if count:
                found |= self._with_coin(state.denominations, state.table, coin)
        return found

    def _with_coin(self, denominations: Counts, table: Counts, coin: int) -> Mapping[int, Action]:
        """Return the actions that pay a coin, by number; kept, for it is most of a learner's time to list them."""
        key = (table, coin)
        if key not in self.kept:
            if len(self.kept) > MOST_KEPT:
                self.kept.clear()
            actions = [Action(coin, change) for change in change_sets(denominations, table, coin)]
            self.kept[key] = {self.numbers[action]: action for action in actions if action in self.numbers}
        return self.kept[key]

    def number_of(self, state: State, seat: int, action: Action) -> int | None:
        return self.numbers.get(action)

    def array(self, state: State, seat: int) -> NDArray[np.float32]:
        hands = state.hands
        found = [*state.table]
        for hand in (*hands[seat:], *hands[:seat]):
            found += hand
        found += self.turns[(seat_to_move(state) - seat) % len(hands)]
        return np.array(found, np.float32) * self.scale
