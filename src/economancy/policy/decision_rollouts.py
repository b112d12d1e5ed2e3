"""Rollouts of one decision: games that begin with an action of a seat, everybody else by the default policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
from numpy.random import Generator, default_rng

from economancy.arrays import rollout_policy
from economancy.arrays.cards import MOST_CARDS, bit_of
from economancy.arrays.games import NOBODY, Games, batch_of, cut, take
from economancy.arrays.rollout import DRAW, winners
from economancy.arrays.rules import apply_attack, apply_bids, apply_defence, apply_purchases
from economancy.policy.playout import playout
from economancy.rules.cards import card_named
from economancy.rules.state import PASS, Action, Attacking, Investing, Observation, OwnedCard, State

MOST_AT_ONCE = 4096
"""The most rollouts to play at a time as arrays: they take about 0.1 s, and a deadline is only looked at between
(measured; four times as many are 1.7 times as fast)."""


@dataclass(frozen=True, slots=True)
class Root:
    """Where rollouts start: a state in which the seat and others choose, and what some others are taken to choose."""

    state: State
    seat: int
    given: Mapping[int, Action] = field(default_factory=dict)


def value(winner: int | None, seat: int, seats: int) -> float:
    """Return what a rollout is worth to a seat: 1 if it won, 0 if another did, its share of DRAW if nobody."""
    return DRAW / (seats - 1) if winner is None else float(winner == seat)


def root_of(observation: Observation, rng: Random) -> Root:
    """Return the state before any defender chose, and what those asked earlier chose, as far as it can be told.

    Their cards are shown tapped; where several of a rival's are, it may have been any.
    """
    state, seat = observation.state, observation.seat
    given: dict[int, Action] = {}
    if not isinstance(state.phase, Attacking) or state.phase.attacker_card is None:
        return Root(state, seat, given)
    players = list(state.players)
    for earlier in range(seat):
        cards = players[earlier].cards
        tapped = [i for i, owned in enumerate(cards) if i and 0 < owned.uses <= owned.card.defences]
        if tapped and earlier != state.phase.attacker:
            given[earlier] = i = rng.choice(tapped)
            untapped = OwnedCard(cards[i].card, cards[i].uses - 1)
            players[earlier] = replace(players[earlier], cards=(*cards[:i], untapped, *cards[i + 1 :]))
    return Root(replace(state, players=tuple(players)), seat, given)


def fits_arrays(state: State) -> bool:
    """Tell whether no game from this state on can outgrow arrays: no seat can hold more cards than they count."""
    sold = sum(stock.left for stock in state.shop if stock.card.cost is not None)
    return all(len(player.cards) + sold <= MOST_CARDS for player in state.players)


class Rollouts:
    """Plays rollouts from a root: as arrays if asked to and if they fit, else one by one with the plain rules."""

    def __init__(self, root: Root, rng: Random, *, arrays: bool) -> None:
        self.root = root
        self._rng = rng
        self._start = batch_of([root.state]) if arrays and fits_arrays(root.state) else None
        self._generator = default_rng(rng.getrandbits(64))

    @property
    def arrays(self) -> bool:
        """Whether they are played as arrays."""
        return self._start is not None

    def winners(self, actions: Sequence[Action]) -> list[int | None]:
        """Return who wins a rollout that begins with the seat's action, for each of these: None for a draw or a
        cut-off.
        """
        if self._start is None:
            root = self.root
            return [playout(root.state, {**root.given, root.seat: action}, self._rng)[0] for action in actions]
        won: list[int | None] = []
        for begin in range(0, len(actions), MOST_AT_ONCE):
            first = actions[begin : begin + MOST_AT_ONCE]
            games = after_action(take(self._start, np.zeros(len(first), np.intp)), self.root, first, self._generator)
            won += [None if seat == NOBODY else seat for seat in winners(games, self._generator).tolist()]
        return won


def after_action(games: Games, root: Root, actions: Sequence[Action], rng: Generator) -> Games:
    """Return the games, all in the root's state, after the seat's actions, one for each game."""
    match root.state.phase:
        case Investing():
            bids = rollout_policy.bids(games, rng)
            bids[:, root.seat] = _cut_bids(root.state, root.seat, [int(action) for action in actions])
            return apply_bids(games, bids)
        case Attacking(attacker_card=None):
            return apply_attack(games, np.array(actions, np.int8))
        case Attacking():
            slots = rollout_policy.defence(games, rng)
            for rival, action in root.given.items():
                slots[:, rival] = int(action)
            slots[:, root.seat] = [int(action) for action in actions]
            return apply_defence(games, slots)
        case _:
            named = rollout_policy.purchases(games, rng)
            named[:, root.seat] = [0 if action == PASS else bit_of(card_named(str(action))) for action in actions]
            return apply_purchases(games, named)


def _cut_bids(state: State, seat: int, bids: Sequence[int]) -> Sequence[int]:
    """Return a seat's bids as a batch holds them, which may cut coins: what outbids all rivals does so there too."""
    coins = [player.coins for player in state.players]
    richest = max(coins[:seat] + coins[seat + 1 :])
    most, highest, *ours = cut([coins[seat], richest, *bids])
    return [
        min(most, max(after, highest + 1)) if bid > richest else after for bid, after in zip(bids, ours, strict=True)
    ]
