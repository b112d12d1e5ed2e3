"""Regret matching+ with prediction: approximate equilibria of games in normal form, for any number of players.

Sources: regret matching, Hart and Mas-Colell (2000), Econometrica 68; regret matching+, Tammelin (2014),
arXiv:1407.5042; alternating steps and averages weighted by the step, Tammelin, Burch, Johanson and Bowling (2015),
"Solving heads-up limit Texas hold'em" (CFR+); prediction and quadratic weights, Farina, Kroer and Sandholm (2021),
arXiv:2007.14358.

Dimensions: B games, P players, A actions (the most that a player has), R rows, C columns of a two-player game.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]

CHECK_EVERY = 25  # steps between two looks at the duality gap; measured: 10 to 40 take the same time
COMPACT_SHARE = 0.25  # of the games, set aside once finished; measured: 0.1 to 0.5 take the same time
UNPLAYED = 1e-30  # weight of a legal action without regret: nothing beside a regret, uniform when there is none


class Profile(NamedTuple):
    """What `solve_n` found: average strategies, and what they and the play behind them are worth."""

    strategies: Floats  # [B, P, A] each player's average strategy (the marginals of the play); 0 where illegal
    values: Floats  # [B, P] mean payoffs of the joint play, which approaches a coarse correlated equilibrium
    regrets: Floats  # [B, P] what a best response gains against the others' strategies played independently


class _Matcher:
    """One predictive regret matcher for each game (and player): its strategies lie along `axis` of every array."""

    def __init__(self, legal: Bools, axis: int, dtype: DTypeLike) -> None:
        self.axis = axis
        self.floor: Floats = np.where(legal, UNPLAYED, 0).astype(dtype)
        self.regrets: Floats = np.zeros_like(self.floor)
        self.prediction: Floats = np.zeros_like(self.floor)
        self.total: Floats = np.zeros_like(self.floor)
        self.strategy: Floats = self.floor / self.floor.sum(axis, keepdims=True)

    def play(self, weight: float) -> Floats:
        """The next strategy: regrets with the last step's expected to repeat. Counts in the average with `weight`."""
        strategy: Floats = self.regrets + self.prediction
        np.maximum(strategy, self.floor, out=strategy)
        strategy /= np.add.reduce(strategy, self.axis, keepdims=True)
        self.total += weight * strategy
        self.strategy = strategy
        return strategy

    def learn(self, utilities: Floats) -> Floats:
        """Take in the utility of every action; what the strategy played was worth comes back, `axis` kept as 1."""
        worth: Floats = np.add.reduce(utilities * self.strategy, self.axis, keepdims=True)
        np.subtract(utilities, worth, out=self.prediction)
        self.regrets += self.prediction
        np.maximum(self.regrets, 0, out=self.regrets)
        return worth

    def average(self) -> Floats:
        """The strategies played so far, by their weights."""
        average: Floats = self.total / self.total.sum(self.axis, keepdims=True)
        return average

    def keep(self, games: Bools) -> None:
        """Forget every game but `games`, a mask along the last axis."""
        self.floor = np.compress(games, self.floor, axis=-1)
        self.regrets = np.compress(games, self.regrets, axis=-1)
        self.prediction = np.compress(games, self.prediction, axis=-1)
        self.total = np.compress(games, self.total, axis=-1)
        self.strategy = np.compress(games, self.strategy, axis=-1)


def float_type(payoffs: Floats) -> np.dtype[Any]:
    """The type to compute in: float32 and float64 stay what they are, all else becomes float64."""
    return payoffs.dtype if payoffs.dtype in (np.float32, np.float64) else np.dtype(np.float64)


def zero_sum_averages(
    payoffs: Floats, row_legal: Bools, column_legal: Bools, iterations: int, tolerance: Floats
) -> tuple[Floats, Floats]:
    """Average strategies [R, B] and [C, B] after at most `iterations` alternating steps of two-player zero-sum games.

    `payoffs` [R, C, B] go from column to row; the batch lies last, so that every operation runs along it. A game stops
    when its NashConv is at most its `tolerance` [B], looked at every `CHECK_EVERY` steps. An illegal action must be
    strictly dominated in `payoffs`; it gets probability 0.
    """
    rows, columns = (_Matcher(legal, 0, payoffs.dtype) for legal in (row_legal, column_legal))
    row_average, column_average = np.empty_like(rows.floor), np.empty_like(columns.floor)
    games: NDArray[np.intp] = np.arange(payoffs.shape[2])
    running: Bools = np.ones(len(games), np.bool_)
    for step in range(1, iterations + 1):
        columns.learn(-np.einsum("rcb,rb->cb", payoffs, rows.play(step * step)))
        rows.learn(np.einsum("rcb,cb->rb", payoffs, columns.play(step * step)))
        if step % CHECK_EVERY and step < iterations:
            continue
        row, column = rows.average(), columns.average()
        row_average[:, games[running]], column_average[:, games[running]] = row[:, running], column[:, running]
        best_row = np.einsum("rcb,cb->rb", payoffs, column).max(axis=0)
        best_column = np.einsum("rcb,rb->cb", payoffs, row).min(axis=0)
        running &= best_row - best_column > tolerance
        left = np.count_nonzero(running)
        if left == 0:
            break
        if left <= (1 - COMPACT_SHARE) * len(games):
            games, tolerance = games[running], tolerance[running]
            payoffs = np.compress(running, payoffs, axis=2)
            rows.keep(running)
            columns.keep(running)
            running = np.ones(left, np.bool_)
    return row_average, column_average


def solve_n(
    payoffs: Floats,
    iterations: int,
    legal: Bools | None = None,
    given: Floats | None = None,
    common: Floats | None = None,
) -> Profile:
    """Play general-sum games of P players by regret matching+ from the uniform strategies over their joint actions.

    `payoffs` [B, P, A1, ..., AP] hold each player's payoff for each joint action, `legal` [B, P, A] the allowed
    actions, A = max(A1, ..., AP); actions past a player's own count are illegal. Players learn simultaneously and each
    sees its opponents in cyclic order, so that equal players of a symmetric game stay equal to the last bit.
    Players with a strategy in `given` [B, P, A] do not learn but play that; all 0 is none. With `common` [B, P]
    some games look alike to a player: those in which its weight is above 0. It plays one strategy in all of them, for
    the weighted mean of its payoffs (a Bayesian game, Harsanyi 1967). Its weights sum to 1, and its legal actions are
    the same there.

    The joint play approaches a coarse correlated equilibrium. The strategies, played independently, need not be an
    equilibrium at all: read `regrets`. Raises ValueError for shapes that do not fit, a player without a legal action
    or payoffs that are not finite.
    """
    if iterations < 1:
        raise ValueError(f"expected at least one iteration, got {iterations}")
    views, legal = _player_views(payoffs, legal)
    matcher = _Matcher(legal, -1, views.dtype)
    values = np.zeros((*legal.shape[:2], 1), views.dtype)
    if common is not None:
        weights = common.T.astype(views.dtype)
        alike = weights[:, :, None] > 0
    still = None
    if given is not None:
        strategy = given.swapaxes(0, 1).astype(views.dtype)
        still = (strategy.any(axis=2, keepdims=True), strategy)
    for step in range(1, iterations + 1):
        strategies = matcher.play(step * step)
        if still is not None:
            strategies = matcher.strategy = np.where(*still, strategies)
        utilities = _action_values(views, strategies)
        if common is not None:
            mean = np.einsum("pb,pba->pa", weights, utilities)
            utilities = np.where(alike, mean[:, None], utilities)
        values += step * step * matcher.learn(utilities)
    values /= sum(step * step for step in range(1, iterations + 1))
    average = matcher.average()
    if still is not None:
        average = np.where(*still, average)
    regrets = _regrets(views, average)
    return Profile(average.swapaxes(0, 1), values[..., 0].T, regrets.T)


def _player_views(payoffs: Floats, legal: Bools | None) -> tuple[Floats, Bools]:
    """Payoffs [P, B, A, ..., A], with player p's axes those of p + 1, p + 2, ..., p, and legal actions [P, B, A].

    Joint actions with an illegal part get a payoff worse than any other, so that an illegal action earns no regret.
    """
    allowed = _allowed_actions(payoffs, legal)
    games, players, actions = allowed.shape
    joint = allowed[:, 0]
    for player in range(1, players):
        joint = joint[..., None] & allowed[:, player].reshape(games, *[1] * player, actions)
    joint = joint[:, None]  # [B, 1, A, ..., A]
    dtype = float_type(payoffs)
    padding = [(0, 0), (0, 0), *((0, actions - count) for count in payoffs.shape[2:])]
    padded = np.pad(payoffs, padding).astype(dtype, copy=False)
    within = tuple(range(1, players + 2))
    lowest = np.where(joint, padded, np.inf).min(axis=within, keepdims=True)
    highest = np.where(joint, padded, -np.inf).max(axis=within, keepdims=True)
    if not (np.isfinite(lowest).all() and np.isfinite(highest).all()):
        raise ValueError("payoffs of legal joint actions must be finite")
    filled = np.where(joint, padded, 2 * lowest - highest - 1).astype(dtype, copy=False)
    views = [
        filled[:, player].transpose(0, *((player + other) % players + 1 for other in range(1, players + 1)))
        for player in range(players)
    ]
    return np.stack(views), np.ascontiguousarray(allowed.swapaxes(0, 1))


def _allowed_actions(payoffs: Floats, legal: Bools | None) -> Bools:
    """The actions [B, P, A] that exist in `payoffs` [B, P, A1, ..., AP] and are `legal`."""
    players, counts = payoffs.ndim - 2, payoffs.shape[2:]
    if players < 1 or payoffs.shape[1] != players or 0 in counts:
        raise ValueError(f"expected payoffs [B, P, A1, ..., AP] of P players, got shape {payoffs.shape}")
    existing = np.arange(max(counts)) < np.array(counts)[:, None]
    allowed: Bools = np.broadcast_to(existing, (len(payoffs), *existing.shape))
    if legal is not None:
        if legal.shape != allowed.shape:
            raise ValueError(f"expected legal actions of shape {allowed.shape}, got {legal.shape}")
        allowed = allowed & legal
    if not allowed.any(axis=2).all():
        raise ValueError("a player has no legal action")
    return allowed


def _action_values(views: Floats, strategies: Floats) -> Floats:
    """Expected payoff [P, B, A] of every action when the others play `strategies` [P, B, A] independently."""
    players, games, actions = strategies.shape
    values = views
    cycle = np.concatenate((strategies, strategies))
    for other in range(1, players):
        values = np.vecmat(cycle[other : other + players], values.reshape(players, games, actions, -1))
    return values.reshape(strategies.shape)


def _regrets(views: Floats, strategies: Floats) -> Floats:
    """Best response's gain [P, B] over `strategies` [P, B, A]."""
    values = _action_values(views, strategies)
    gains: Floats = values.max(axis=-1) - (values * strategies).sum(axis=-1)
    return gains
