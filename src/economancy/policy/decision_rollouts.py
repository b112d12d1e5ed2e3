"""Rollouts of one decision: the seat plays a given action, and all other choices follow the default policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from economancy.arrays import rollout_policy
from economancy.arrays.cards import MOST_CARDS, bit_of
from economancy.arrays.games import NOBODY, Games, batch_of, cut, take
from economancy.arrays.rollout import DRAW, winners
from economancy.arrays.rules import apply_attack, apply_bids, apply_defence, apply_purchases
from economancy.policy.playout import playout
from economancy.rules.cards import card_named
from economancy.rules.state import PASS, Action, Attacking, Investing, Observation, OwnedCard, State
from gamekit.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from numpy.random import Generator  # its import takes 10 ms, and no first answer at two seats needs it

MOST_AT_ONCE = 4096
"""The most rollouts in one batch: about 0.1 s, and the deadline is checked only between batches (measured; batches four
times as large are 1.7 times as fast).
"""


@dataclass(frozen=True, slots=True)
class Root:
    """The start of the rollouts: a state in which the seat and others choose, and the known choices of some others."""

    state: State
    seat: int
    given: Mapping[int, Action] = field(default_factory=dict)


def value(winner: int | None, seat: int, seats: int) -> float:
    """Return the return of a rollout for a seat: 1 if it won, 0 if another seat did, DRAW / (seats - 1) if nobody."""
    return DRAW / (seats - 1) if winner is None else float(winner == seat)


def root_of(observation: Observation, rng: Random) -> Root:
    """Return the state before any defender chose, and the choices of earlier defenders, inferred from tapped cards.

    If several cards of a defender are tapped, its choice is drawn from them at random.
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
    """Tell whether all games from this state on fit arrays: no seat can come to hold more than MOST_CARDS cards."""
    sold = sum(stock.left for stock in state.shop if stock.card.cost is not None)
    return all(len(player.cards) + sold <= MOST_CARDS for player in state.players)


class Rollouts:
    """Plays rollouts from a root: in batches if `arrays` is true and the state fits, else one by one by plain rules."""

    def __init__(self, root: Root, rng: Random, *, arrays: bool) -> None:
        self.root = root
        self._rng = rng
        self._start = batch_of([root.state]) if arrays and fits_arrays(root.state) else None
        self._generator = np.random.default_rng(rng.getrandbits(64))

    @property
    def arrays(self) -> bool:
        """Whether rollouts are played in batches, as arrays."""
        return self._start is not None

    def winners(self, actions: Sequence[Action], limit: Deadline = NO_DEADLINE) -> list[int | None]:
        """Return the winner's seat of one rollout for each of these actions of the seat; None: a draw or a cut-off.

        Raises TimeUpError if the limit passes during a batch.
        """
        if self._start is None:
            root = self.root
            return [playout(root.state, {**root.given, root.seat: action}, self._rng)[0] for action in actions]
        won: list[int | None] = []
        for begin in range(0, len(actions), MOST_AT_ONCE):
            first = actions[begin : begin + MOST_AT_ONCE]
            games = after_action(take(self._start, np.zeros(len(first), np.intp)), self.root, first, self._generator)
            won += [None if seat == NOBODY else seat for seat in winners(games, self._generator, limit=limit).tolist()]
        return won


def after_action(games: Games, root: Root, actions: Sequence[Action], rng: "Generator") -> Games:
    """Return the games, all in the root's state, after the seat's actions, one a game, and the others' choices."""
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
    """Return a seat's bids scaled as a batch scales coins; a bid that outbids all rivals still does."""
    coins = [player.coins for player in state.players]
    richest = max(coins[:seat] + coins[seat + 1 :])
    most, highest, *ours = cut([coins[seat], richest, *bids])
    return [
        min(most, max(after, highest + 1)) if bid > richest else after for bid, after in zip(bids, ours, strict=True)
    ]
