"""Whom does one play? What each seat has shown of its type, by Bayes' rule.

A type is a way of playing, not a bot: likelihoods allow for noise, and that a rival looks ahead as we do is never ruled
out, for a mimic may play like another as long as it pays.

Dimensions: P seats, T types (see `types`), K guesses of all types at a table.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.cards import bit_of
from economancy.arrays.choices import Choices, choices
from economancy.arrays.games import COIN_CAP, Games, Int8, batch_of, take
from economancy.rivals.level_one import Floats, forecast
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.state import Attacking, Buying, Investing, OwnedCard, State

PRIOR = np.array([0.66, 0.05, 0.05, 0.07, 0.04, 0.13])
"""How likely each type is before anything is seen (guessed; see AMONG_EQUALS)."""

ALIKE = 0.3
"""The share of tables at which all rivals are of one type (guessed): players come in kinds, so that what one of them
shows tells of the others, too. Measured by `economancy bench tables --base --seats 4 --games 64 --rows copies`, with
this and with 0: against copies of points 98.4 and 95.3 % are won.
"""

SLIP = 0.2
"""The share of a known type's actions that may be any (from the noisy tables of the tournament)."""

EQUAL_PLAYS = 0.3
"""How likely one that looks ahead is to do what it did, whatever that was, where that was not looked at (guessed: it
mixes about three actions).
"""

LIKE_US = (2, 3)
"""At tables of so many one that looks ahead is taken to mix as our own look ahead says: at two, as equals do. Measured
by `economancy bench tables --simple --rows one-mimic` with and without, before there was ALIKE: at three seats a mimic
among ours wins 35 and 58 % of 48 games, at four 75 and 6 % of 16, where ours then leave it to each other to stop it.
"""

LEVEL_ONE_AT = (3, 4)
"""At tables of so many, players of level one are expected: what they choose is found by rollouts, which at two seats is
guessed not to be worth the time.
"""

LEAST_LIKELY = 0.001
"""That a type does something is never less likely: a state that was not shown may lie between (guessed)."""

LEAST_EQUAL = {
    2: np.array([0, 0.05, 0.05, 0.05, 0.05, 0.05]),
    3: np.array([0, 0.2, 0.05, 0.2, 0.2, 0.2]),
    4: np.array([0, 0.3, 0.05, 0.3, 0.3, 0.3]),
}
"""That a rival looks ahead is never less likely than so, by the number of seats and the type it is else taken for (0.2
is from the notes on strength). Measured by `economancy bench tables --simple --rows mixes one-mimic` with these numbers
changed, before there was LEVEL_ONE: at three seats, with these and with 0.05 for all, 94 and 100 % of the mixed tables
are won from the start, and a mimic among ours wins 20 and 46 % of its games; at four, with these and with those for
three, it wins 9 and 58 %. At two seats, where no more is risked than was given (see `gifts`), they are guessed.
"""

AMONG_EQUALS = np.array([0, 1, 1, 1, 1, 0])
"""The same where another rival surely looks ahead: who plays like a simple one there may do so to be taken for one; one
of level one does not. Measured by `economancy bench tables --simple --rows one-mimic`, with these numbers and with 0
for all: with --seats 3 --games 48 a mimic among ours wins 27 and 52 %, with --seats 4 --games 32 19 and 41 %. Halves do
not do: at four, with 0.5 for 1 and a PRIOR of 0.35, 0.13, 0.13, 0.17, 0.08, 0.14, it wins 72 %, as ours leave it to
each other to stop it.
"""

GUESSES = 4
"""The most guesses that a decision weighs (guessed: each costs a look ahead, and the fifth is rarely worth much)."""


Cards = tuple[OwnedCard, ...]


class Guesses(NamedTuple):
    """The likeliest types of all seats at a table."""

    types: Int8  # [K, P]
    weights: Floats  # [K], in all 1


class OpponentModel:
    """What the states of a game, shown one after the other, tell of those who play it."""

    def __init__(self) -> None:
        self.last: State | None = None
        self.solved: tuple[Choices, Floats, Guesses] | None = None  # by a look ahead, of those whom `last` awaits
        self.beliefs: Floats = np.empty((0, len(PlayerType)))

    def saw(self, state: State) -> None:
        """Take in the next state of the game that one was shown; or the first one, if it can't be the same game's."""
        if self.last is None or not may_follow(self.last, state):
            prior = PRIOR.copy()
            prior[PlayerType.LEVEL_ONE] *= len(state.players) in LEVEL_ONE_AT
            self.beliefs = np.tile(prior / prior.sum(), (len(state.players), 1))
        else:
            for seat, action in acted(self.last, state):
                looking_ahead = self._looking_ahead(seat, action) if len(state.players) in LIKE_US else None
                self.beliefs[seat] *= _likelihoods(self.last, seat, action, looking_ahead)
                self.beliefs[seat] /= self.beliefs[seat].sum()
                self.beliefs[seat] = _never_sure(self.beliefs[seat], LEAST_EQUAL[len(state.players)])
        if self.last != state:
            self.last, self.solved = state, None

    def knows(self, named: Choices, strategies: Floats, guesses: Guesses) -> None:
        """Take in how the last state seen was solved, of what all choose at once: with these `strategies` [K, P, A]."""
        self.solved = (named, strategies, guesses)

    def _looking_ahead(self, seat: int, action: int) -> float | None:
        """Return how likely an EQUAL in a seat was to choose so in the last state seen, if that was looked at."""
        assert self.last is not None
        if self.solved is None:
            return None
        named, strategies, guesses = self.solved
        weights = guesses.weights * (guesses.types[:, seat] == PlayerType.EQUAL)
        if not weights.any():
            return None
        actions, weighed = named.actions[:, seat], weights[:, None] * strategies[:, seat]
        legal = named.legal[:, seat] & (weights > 0)[:, None]
        return _chance(self.last, action, actions[legal], weighed[legal] / weights.sum())

    def guesses(self, seat: int) -> Guesses:
        """Return the likeliest types of the others, as the seat sees it, who knows itself to look ahead."""
        assert self.last is not None, "nothing was seen"
        beliefs = self._among_rivals(seat)
        rivals = [other for other, player in enumerate(self.last.players) if other != seat and not player.out]
        weighed = [(_together(beliefs[rivals], types), types) for types in product(PlayerType, repeat=len(rivals))]
        best = sorted(weighed, reverse=True)[:GUESSES]
        weights = np.array([weight for weight, _ in best])
        types = np.full((len(best), len(beliefs)), PlayerType.EQUAL, np.int8)
        types[:, rivals] = [types for _, types in best]
        return Guesses(types, weights / weights.sum())

    def _among_rivals(self, seat: int) -> Floats:
        """Return the beliefs [P, T] of a seat, that of a rival EQUAL the less doubted the surer another one is so."""
        seats = len(self.beliefs)
        least, most = LEAST_EQUAL[seats], np.maximum(AMONG_EQUALS, LEAST_EQUAL[seats])
        beliefs = self.beliefs.copy()
        for rival in range(seats):
            others = [other for other in range(seats) if other not in (seat, rival)]
            # an even chance that another one looks ahead tells nothing yet (guessed)
            sure = max(0, 2 * self.beliefs[others, PlayerType.EQUAL].max() - 1)
            beliefs[rival] = _never_sure(beliefs[rival], least + sure * (most - least))
        return beliefs


def _together(beliefs: Floats, types: Sequence[int]) -> float:
    """Return a weight of rivals being of these types, [P], of each of whom one by itself believes so much, [P, T]: by
    Bayes' rule with tables of one type among those that anybody may sit at.
    """
    apart = float(beliefs[np.arange(len(types)), types].prod())
    if len(set(types)) != 1:
        return (1 - ALIKE) * apart
    return (1 - ALIKE) * apart + ALIKE * apart / float(PRIOR[types[0]]) ** (len(types) - 1)


def _never_sure(belief: Floats, floors: Floats) -> Floats:
    """Return a belief [T] in which EQUAL is not less likely than the floor of the likeliest other type."""
    least = floors[belief[1:].argmax() + 1]
    if belief[PlayerType.EQUAL] >= least:
        return belief
    rest: Floats = belief * (1 - least) / (1 - belief[PlayerType.EQUAL])
    rest[PlayerType.EQUAL] = least
    return rest


def may_follow(last: State, state: State) -> bool:
    """Return whether a state may be a later one of the same game: nobody came back, and no pile grew."""
    return (
        len(last.players) == len(state.players)
        and [stock.card for stock in last.shop] == [stock.card for stock in state.shop]
        and all(before.left >= after.left for before, after in zip(last.shop, state.shop, strict=True))
        and not any(before.out and not after.out for before, after in zip(last.players, state.players, strict=True))
    )


def acted(last: State, state: State) -> Iterator[tuple[int, int]]:
    """Yield each seat whose choice in the last state can be told from the next, and the choice: a bid or a bit."""
    for seat, (before, after) in enumerate(zip(last.players, state.players, strict=True)):
        if before.out or after.out:
            continue
        match last.phase:
            case Investing() if last.day == state.day and not isinstance(state.phase, Investing):
                # no fight lies between: who is in the game is asked in it
                if before.coins >= after.coins and before.coins <= COIN_CAP:
                    yield seat, before.coins - after.coins
            case Buying() if before.buys and len(after.cards) > len(before.cards):
                yield seat, bit_of(after.cards[len(before.cards)].card)


def _likelihoods(state: State, seat: int, action: int, looking_ahead: float | None) -> Floats:
    """Return how likely each type, [T], was to choose so; an EQUAL of whom it is known so likely."""
    games = take(batch_of([state]), np.zeros(len(PlayerType), np.intp))
    games = of_types(games, np.arange(len(PlayerType))[:, None])
    named = as_typed(games, choices(games))
    does = named.legal[:, seat] & (named.actions[:, seat] == action)
    fits: Floats = does.any(axis=1) / named.legal[:, seat].sum(axis=1)
    any_action, sensible = float(fits[PlayerType.ERRATIC]), bool(fits[PlayerType.EQUAL])
    if isinstance(state.phase, Investing):
        any_action = 1 / (state.players[seat].coins + 1)
        sensible = action <= 1 + max(player.coins for other, player in enumerate(state.players) if other != seat)
    if len(state.players) in LEVEL_ONE_AT:
        expected = forecast(state)
        listed = expected.chances[0, seat] > 0
        foreseen = _chance(state, action, expected.actions[0, seat, listed], expected.chances[0, seat, listed])
        fits[PlayerType.LEVEL_ONE] = foreseen
    if looking_ahead is not None:
        fits[PlayerType.EQUAL] = looking_ahead
    likely: Floats = (1 - SLIP) * fits + SLIP * any_action
    likely[PlayerType.ERRATIC] = any_action
    if looking_ahead is None:
        likely[PlayerType.EQUAL] = max(EQUAL_PLAYS, any_action) if sensible else SLIP * any_action
    return np.maximum(likely, LEAST_LIKELY)


def _chance(state: State, action: int, actions: NDArray[np.integer[Any]], chances: Floats) -> float:
    """Return how likely an action is of which a mixture [A] is known; of a bid that was not looked at, as likely as the
    next lower one: they share its chance with those up to the next higher one.
    """
    if not isinstance(state.phase, Investing):
        return float(chances @ (actions == action))
    bids = np.unique(actions)
    place = int(np.searchsorted(bids, action, side="right")) - 1
    above = bids[place + 1] if place + 1 < len(bids) else max(action, bids[place]) + 1
    return float(chances @ (actions == bids[place])) / float(above - bids[place])


def shown_answers(last: State | None, state: State, seat: int) -> dict[int, int]:
    """Return the slots of the cards that defenders before this seat have just chosen, by their seats: those whose uses
    show it, now that earlier fights of the attack, as the last state seen has them, are taken away.
    """
    phase = state.phase
    if not isinstance(phase, Attacking) or phase.attacker_card is None or seat == phase.attacker:
        return {}
    same_attack = last is not None and isinstance(last.phase, Attacking) and last.day == state.day
    shown = {}
    for other in range(seat):
        cards = state.players[other].cards
        if other != phase.attacker:
            before = last.players[other].cards if last is not None and same_attack else None
            raised = {slot for held in _held_before(before, cards) if (slot := _raised(held, cards)) is not None}
            if len(raised) == 1:
                shown[other] = raised.pop()
    return shown


def _held_before(last: Cards | None, cards: Cards) -> Iterator[Cards]:
    """Yield what a seat may have held before its answer, if the last state of the attack had these: one of its cards
    may have fainted since, which had defended.
    """
    if last is None:
        yield tuple(OwnedCard(owned.card) for owned in cards)
    elif len(last) == len(cards):
        yield last
    else:
        for slot, owned in enumerate(last):
            if owned.uses:
                yield last[:slot] + last[slot + 1 :]


def _raised(before: Cards, cards: Cards) -> int | None:
    """Return the slot of the one card that has defended once more, if nothing else has changed."""
    if [owned.card for owned in before] != [owned.card for owned in cards]:
        return None
    changed = [slot for slot, (old, new) in enumerate(zip(before, cards, strict=True)) if old != new]
    if len(changed) != 1:
        return None
    old, new = before[changed[0]], cards[changed[0]]
    return changed[0] if new.uses == old.uses + 1 <= new.card.defences else None


def guessed(games: Games, guesses: Guesses) -> Games:
    """Return the one game once for each guess, its seats of these types."""
    return of_types(take(games, np.zeros(len(guesses.weights), np.intp)), guesses.types)
