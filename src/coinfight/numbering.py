"""Coin Fight for learners: a number for each coin and set of change that the coins of the game allow."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from coinfight.rules import Action, State, change_sets, legal_actions, players_to_move, seat_to_move
from gamekit.game import Numbering


class CoinFightNumbering(Numbering[State, Action]):
    """Nothing is merged or left out in games from the first state: the table never holds more than all its coins.

    An array has the shares of each denomination on the table and in each hand, the seat's own first, and who moves.
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
        self.count = len(self.actions)
        seats = len(first.hands)
        self.shape = (len(totals) * (seats + 1) + seats,)
        self.scale = np.tile(np.maximum(totals, 1).astype(np.float32), seats + 1)

    def numbered(self, state: State, seat: int) -> Mapping[int, Action]:
        if seat not in players_to_move(state):
            return {}
        numbers = self.numbers
        return {numbers[action]: action for action in legal_actions(state) if action in numbers}

    def number_of(self, state: State, seat: int, action: Action) -> int | None:
        return self.numbers.get(action)

    def array(self, state: State, seat: int) -> NDArray[np.float32]:
        hands = state.hands
        array = np.zeros(self.shape, np.float32)
        counts = [*state.table]
        for hand in (*hands[seat:], *hands[:seat]):
            counts += hand
        array[: len(counts)] = counts / self.scale
        if players_to_move(state):
            array[len(counts) + (seat_to_move(state) - seat) % len(hands)] = 1
        return array

    def first_states(self) -> Sequence[tuple[State, float]]:
        return [(self.first, 1.0)]
