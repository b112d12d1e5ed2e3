"""Opponent model: a belief over the type of each seat, updated by Bayes' rule from the actions seen.

A type is a way of playing, not one program, so likelihoods allow for noise. The probability of EQUAL has a floor,
because a strong player may imitate another type for a while (see `policy.mimic`).

"Measured" constants name the commit whose message has the figures.

Dimensions: P seats, T types (see `types`), K guesses (type profiles: one type for each seat of the table).
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, choices
from economancy.arrays.games import Bools, Games, Int8, batch_of, take
from economancy.rivals.history import acted, may_follow
from economancy.rivals.level_one import Floats, Forecast, Forecasts
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.state import Investing, State
from gamekit.deadline import NO_DEADLINE, Deadline, TimeUpError

PRIOR = np.array([0.66, 0.05, 0.05, 0.07, 0.04, 0.13])
"""Prior probability of each type (guessed; see AMONG_EQUALS)."""

ALIKE = 0.3
"""Prior probability that all rivals are of the same type: it makes their types correlated (guessed; better than 0 as
measured: commit ac6d158).
"""

SLIP = 0.2
"""The share of a type's actions that are uniformly random in its likelihood (from the tournament's noisy tables)."""

EQUAL_PLAYS = 0.3
"""Likelihood of any sensible action of an EQUAL player where no search result tells it (guessed: such a player mixes
about three actions).
"""

LIKE_US = (2, 3)
"""Numbers of seats at which the likelihood of an EQUAL player's action is its probability in our own search result
(measured: commit de764b3; at two seats guessed).
"""

LEVEL_ONE_AT = (3, 4)
"""Numbers of seats at which the belief includes LEVEL_ONE. Its forecasts take rollouts (guessed: at two seats not worth
the time).
"""

UNLIKELY = 0.001
"""Up to this belief a seat is taken for a LEVEL_ONE player no more, and no forecast is made of it, which would take
40 ms (guessed).
"""

LEAST_LIKELY = 0.001
"""The least likelihood of any action: a state that this seat was not shown may lie between two seen ones (guessed)."""

LEAST_EQUAL = {
    2: np.array([0, 0.05, 0.05, 0.05, 0.05, 0.05]),
    3: np.array([0, 0.2, 0.05, 0.2, 0.2, 0.2]),
    4: np.array([0, 0.3, 0.05, 0.3, 0.3, 0.3]),
}
"""The least probability of EQUAL, by the number of seats and the likeliest other type [T] (measured: commits
d35a247 and c2f3199; at two seats guessed: there the risk is bounded by `policy.gifts`).
"""

AMONG_EQUALS = np.array([0, 1, 1, 1, 1, 0])
"""The same floor [T] where another rival certainly looks ahead: a rival at such a table that plays like a simple type
may be imitating it (measured: commits c2f3199 and ac6d158).
"""

RULED = (PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT)
SURE = 0.6
"""The types whose rule tells (almost) every action. A rival is taken to be of one of them once they have the share SURE
of the belief in all but EQUAL (see `OpponentModel.by_rule`; guessed, between 0.3 and 0.9).
"""

LEAST_PLANNED = 0.05
"""Type profiles less likely than this are not planned against (guessed)."""

GUESSES = 4
"""The most type profiles that a decision considers (guessed: each costs a look-ahead, and the fifth rarely matters)."""


class Guesses(NamedTuple):
    """The likeliest type profiles of a table, with their probabilities."""

    types: Int8  # [K, P]
    weights: Floats  # [K], of sum 1


class OpponentModel:
    """The belief over the types of all seats in one game, updated from the states that one seat is shown."""

    def __init__(self) -> None:
        self.last: State | None = None
        self.solved: tuple[Choices, Floats, Guesses] | None = None  # the search result of `last`
        self.beliefs: Floats = np.empty((0, len(PlayerType)))
        self.followed: Bools = np.empty((0, len(PlayerType)), bool)  # [P, T] whether all that was seen fits the type
        self.forecasts = Forecasts()

    def saw(self, state: State, limit: Deadline = NO_DEADLINE) -> None:
        """Update the belief with the next state shown. A state that cannot follow `last` starts a new game.

        Where the limit leaves no time for a forecast, a LEVEL_ONE seat is taken to choose any action as likely.
        """
        if self.last is None or not may_follow(self.last, state):
            prior = PRIOR.copy()
            prior[PlayerType.LEVEL_ONE] *= len(state.players) in LEVEL_ONE_AT
            self.beliefs = np.tile(prior / prior.sum(), (len(state.players), 1))
            self.followed = np.ones(self.beliefs.shape, bool)
        else:
            for seat, action in acted(self.last, state):
                looking_ahead = self.looking_ahead(seat, action) if len(state.players) in LIKE_US else None
                fits = _fits(self.last, seat, action)
                self.followed[seat] &= fits > 0
                if self.beliefs[seat, PlayerType.LEVEL_ONE] > UNLIKELY:
                    with suppress(TimeUpError):
                        foreseen = self.forecasts.of(self.last, limit)
                        fits[PlayerType.LEVEL_ONE] = _foreseen(foreseen, self.last, seat, action)
                self.beliefs[seat] *= _likelihoods(self.last, seat, action, fits, looking_ahead)
                self.beliefs[seat] /= self.beliefs[seat].sum()
                self.beliefs[seat] = _never_sure(self.beliefs[seat], LEAST_EQUAL[len(state.players)])
        if self.last != state:
            self.last, self.solved = state, None

    def knows(self, named: Choices, strategies: Floats, guesses: Guesses) -> None:
        """Keep the search result of `last`, a simultaneous decision: `strategies` [K, P, A], one set for each guess."""
        self.solved = (named, strategies, guesses)

    def looking_ahead(self, seat: int, action: int) -> float | None:
        """Return the likelihood of an action in `last` for an EQUAL seat by the search result, or None without one."""
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
        """Return the likeliest type profiles from the view of `seat`, which is EQUAL in all of them."""
        assert self.last is not None, "nothing was seen"
        beliefs = self._among_rivals(seat)
        rivals = [other for other, player in enumerate(self.last.players) if other != seat and not player.out]
        return _likeliest(beliefs, rivals, tuple(PlayerType))

    def by_rule(self, seat: int) -> Guesses | None:
        """Return the likeliest type profiles of RULED types from the view of `seat`, or None unless every rival in the
        game qualifies: the types whose rules allow each of its actions so far have SURE of the belief in all but EQUAL,
        and more than EQUAL has. Other seats are EQUAL.
        """
        assert self.last is not None, "nothing was seen"
        ruled = np.isin(np.arange(len(PlayerType)), RULED)
        beliefs = self._among_rivals(seat)
        rivals = [other for other, player in enumerate(self.last.players) if other != seat and not player.out]
        fitting = beliefs * (ruled & self.followed)
        share, equal = fitting[rivals].sum(axis=1), beliefs[rivals, PlayerType.EQUAL]
        if (share <= equal).any() or (share < SURE * (1 - equal)).any():
            return None
        return _planned(_likeliest(fitting, rivals, RULED))

    def likeliest_rules(self, seat: int) -> Guesses:
        """Return the likeliest type profiles of RULED types from the view of `seat`, however unlikely they are. A type
        whose rule does not allow what a rival did is left out, unless no rule allows it. Other seats are EQUAL.
        """
        assert self.last is not None, "nothing was seen"
        ruled = np.isin(np.arange(len(PlayerType)), RULED)
        rivals = [other for other, player in enumerate(self.last.players) if other != seat and not player.out]
        fitting = self.beliefs * (ruled & self.followed)
        some = fitting.any(axis=1, keepdims=True)
        return _planned(_likeliest(np.where(some, fitting, self.beliefs * ruled), rivals, RULED))

    def _among_rivals(self, seat: int) -> Floats:
        """Return the beliefs [P, T] from the view of `seat`: the floor of EQUAL for a rival rises from LEAST_EQUAL
        towards AMONG_EQUALS as it becomes certain that another rival is EQUAL.
        """
        seats = len(self.beliefs)
        least, most = LEAST_EQUAL[seats], np.maximum(AMONG_EQUALS, LEAST_EQUAL[seats])
        beliefs = self.beliefs.copy()
        for rival in range(seats):
            others = [other for other in range(seats) if other not in (seat, rival)]
            # up to a probability of 0.5 that another rival is EQUAL the floor does not rise (guessed)
            sure = max(0, 2 * self.beliefs[others, PlayerType.EQUAL].max() - 1)
            beliefs[rival] = _never_sure(beliefs[rival], least + sure * (most - least))
        return beliefs


def _likeliest(beliefs: Floats, rivals: Sequence[int], among: Sequence[PlayerType]) -> Guesses:
    """Return the likeliest profiles of types `among` these for the `rivals`, by beliefs [P, T]; others are EQUAL."""
    weighed = [(_together(beliefs[rivals], types), types) for types in product(among, repeat=len(rivals))]
    best = sorted(weighed, reverse=True)[:GUESSES]
    weights = np.array([weight for weight, _ in best])
    types = np.full((len(best), len(beliefs)), PlayerType.EQUAL, np.int8)
    types[:, rivals] = [types for _, types in best]
    return Guesses(types, weights / weights.sum())


def _planned(guesses: Guesses) -> Guesses:
    """Return the guesses that are planned against, of sum 1."""
    kept = guesses.weights >= LEAST_PLANNED
    return Guesses(guesses.types[kept], guesses.weights[kept] / guesses.weights[kept].sum())


def _together(beliefs: Floats, types: Sequence[int]) -> float:
    """Return the unnormalised posterior of the rivals' joint types [P], given the belief about each alone [P, T].

    The prior mixes independent types with tables at which all rivals are of one type (a share of ALIKE).
    """
    apart = float(beliefs[np.arange(len(types)), types].prod())
    if len(set(types)) != 1:
        return (1 - ALIKE) * apart
    return (1 - ALIKE) * apart + ALIKE * apart / float(PRIOR[types[0]]) ** (len(types) - 1)


def _never_sure(belief: Floats, floors: Floats) -> Floats:
    """Return the belief [T] with the probability of EQUAL raised to the floor of the likeliest other type, if below."""
    least = floors[belief[1:].argmax() + 1]
    if belief[PlayerType.EQUAL] >= least:
        return belief
    rest: Floats = belief * (1 - least) / (1 - belief[PlayerType.EQUAL])
    rest[PlayerType.EQUAL] = least
    return rest


def _fits(state: State, seat: int, action: int) -> Floats:
    """Return the probability of an action by the rule of each type, [T]; for types without one, among all choices."""
    games = take(batch_of([state]), np.zeros(len(PlayerType), np.intp))
    games = of_types(games, np.arange(len(PlayerType))[:, None])
    named = as_typed(games, choices(games))
    does = named.legal[:, seat] & (named.actions[:, seat] == action)
    fits: Floats = does.any(axis=1) / named.legal[:, seat].sum(axis=1)
    return fits


def _foreseen(expected: Forecast, state: State, seat: int, action: int) -> float:
    """Return the probability of an action of a LEVEL_ONE seat by the forecast for a state."""
    listed = expected.chances[0, seat] > 0
    return _chance(state, action, expected.actions[0, seat, listed], expected.chances[0, seat, listed])


def _likelihoods(state: State, seat: int, action: int, fits: Floats, looking_ahead: float | None) -> Floats:
    """Return the likelihood of an action for each type, [T]; for EQUAL it is `looking_ahead`, if that is known."""
    any_action, sensible = float(fits[PlayerType.ERRATIC]), bool(fits[PlayerType.EQUAL])
    if isinstance(state.phase, Investing):
        any_action = 1 / (state.players[seat].coins + 1)
        sensible = action <= 1 + max(player.coins for other, player in enumerate(state.players) if other != seat)
    if looking_ahead is not None:
        fits = np.where(np.arange(len(fits)) == PlayerType.EQUAL, looking_ahead, fits)
    likely: Floats = (1 - SLIP) * fits + SLIP * any_action
    likely[PlayerType.ERRATIC] = any_action
    if looking_ahead is None:
        likely[PlayerType.EQUAL] = max(EQUAL_PLAYS, any_action) if sensible else SLIP * any_action
    return np.maximum(likely, LEAST_LIKELY)


def _chance(state: State, action: int, actions: NDArray[np.integer[Any]], chances: Floats) -> float:
    """Return the probability of an action under a mixed strategy `chances` [A] over `actions` [A].

    The strategy lists only some bids: the probability of a listed bid is shared evenly by all bids from it up to the
    next higher listed one.
    """
    if not isinstance(state.phase, Investing):
        return float(chances @ (actions == action))
    bids = np.unique(actions)
    place = int(np.searchsorted(bids, action, side="right")) - 1
    above = bids[place + 1] if place + 1 < len(bids) else max(action, bids[place]) + 1
    return float(chances @ (actions == bids[place])) / float(above - bids[place])


def guessed(games: Games, guesses: Guesses) -> Games:
    """Return a batch of K copies of the one game, with the types of each guess."""
    return of_types(take(games, np.zeros(len(guesses.weights), np.intp)), guesses.types)
