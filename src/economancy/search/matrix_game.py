"""Two-player zero-sum matrix games, thousands at once: exact equilibria.

A game is a matrix of payoffs to the row player, who maximises; the column player pays them and minimises. Games of
unequal size share a batch by padding: boolean `legal` arrays say which rows and columns are allowed, and what stands in
the others (NaN included) is never read. Games of more players are solved by `gamekit.solve.regret_matching`.

NashConv is what both players together could gain by a best response to the other's strategy, 0 at an equilibrium.

Dimensions: B games, R rows, C columns. Inside, the batch lies last, so that every operation runs along it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.solve.regret_matching import Bools, Floats, float_type, zero_sum_averages

Indices = NDArray[np.intp]

EXACT = 1e-9  # NashConv of an exact solution where payoffs span 1; guessed: far above rounding, below what matters
ZERO = EXACT / 10  # what a pivot takes for zero; derived: costs this close to it leave a NashConv of 4 times as much
ITERATIONS = 1000  # of regret matching+, where the simplex method does not finish (guessed)
PIVOTS = 5  # a row and column; measured: 1.3 at most in random games up to 30x60, so that more is a cycle
COMPACT_SHARE = 0.5  # measured: setting finished games aside pays once they are half the batch
CHUNK_CELLS = 100_000  # numbers in the tableaus worked on at once; measured: more fall out of the cache


class Solution(NamedTuple):
    """Equilibrium strategies of both players, 0 where illegal, and the row player's payoff under them."""

    row: Floats  # [B, R]
    column: Floats  # [B, C]
    values: Floats  # [B]


class _Games(NamedTuple):
    """Games made ready: payoffs scaled to [0, 1], illegal rows at -1 and columns at 2, so strictly dominated."""

    payoffs: Floats  # [R, C, B]
    row_legal: Bools  # [R, B]
    column_legal: Bools  # [C, B]
    lowest: Floats  # [B] the least legal payoff
    span: Floats  # [B] the greatest less the least, 1 where they are equal

    def take(self, games: Bools) -> "_Games":
        """The marked games only; compressed, because an array that is indexed last does not stay contiguous."""
        payoffs = np.compress(games, self.payoffs, axis=2)
        row_legal = np.compress(games, self.row_legal, axis=1)
        column_legal = np.compress(games, self.column_legal, axis=1)
        return _Games(payoffs, row_legal, column_legal, self.lowest[games], self.span[games])


def solve(
    payoffs: Floats, row_legal: Bools | None = None, column_legal: Bools | None = None, *, pivots: int = PIVOTS
) -> Solution:
    """Exact equilibria of the games `payoffs` [B, R, C]: a pure one where there is one, else by the simplex method.

    `row_legal` [B, R] and `column_legal` [B, C] say which actions are allowed; all, if left out. Where a game has
    several equilibria, which one comes back is not promised, but a pure one is never weakly dominated by another pure
    one. NashConv is within 1e-9 of a game's span (float32 payoffs: strategies are rounded to float32). A game that
    the simplex method does not finish with so many `pivots` a row and column, none so far, gets ITERATIONS of regret
    matching+.

    Raises ValueError for shapes that do not fit, a player without a legal action or legal payoffs that are not finite.
    """
    if payoffs.ndim != 3 or 0 in payoffs.shape[1:]:
        raise ValueError(f"expected payoffs [B, R, C], got shape {payoffs.shape}")
    batch, rows, columns = payoffs.shape
    for legal, count in ((row_legal, rows), (column_legal, columns)):
        if legal is not None and legal.shape != (batch, count):
            raise ValueError(f"expected legal actions of shape {(batch, count)}, got {legal.shape}")
        if legal is not None and not legal.any(axis=1).all():
            raise ValueError("a player has no legal action")
    result_type = float_type(payoffs)
    solution = Solution(
        np.empty((batch, rows), result_type),
        np.empty((batch, columns), result_type),
        np.empty(batch, result_type),
    )
    chunk = max(1, CHUNK_CELLS // ((rows + 1) * (columns + 1)))
    for start in range(0, batch, chunk):
        part = slice(start, start + chunk)
        games = _prepare(
            payoffs[part],
            np.ones((rows, 1), np.bool_) if row_legal is None else row_legal[part].T,
            np.ones((columns, 1), np.bool_) if column_legal is None else column_legal[part].T,
        )
        row, column, pure = _pure_equilibria(games.payoffs)
        if not pure.all():
            mixed = ~pure
            row[:, mixed], column[:, mixed] = _mixed_equilibria(games.take(mixed) if pure.any() else games, pivots)
        best_row, best_column = _bounds(games.payoffs, row, column)
        solution.row[part], solution.column[part] = row.T, column.T
        solution.values[part] = games.lowest + games.span * (best_row + best_column) / 2
    return solution


def _mixed_equilibria(games: _Games, pivots: int) -> tuple[Floats, Floats]:
    """Strategies [R, B] and [C, B] by the simplex method, by regret matching+ where that does not finish."""
    with np.errstate(all="ignore"):  # what a failed pivot leaves is seen below
        row, column = _simplex(games.payoffs, games.row_legal, games.column_legal, pivots)
    best_row, best_column = _bounds(games.payoffs, row, column)
    doubtful = ~(best_row - best_column <= EXACT)
    if doubtful.any():
        rest = games.take(doubtful)
        row[:, doubtful], column[:, doubtful] = zero_sum_averages(
            rest.payoffs, rest.row_legal, rest.column_legal, ITERATIONS, np.full(len(rest.span), EXACT)
        )
    return row, column


def _prepare(payoffs: Floats, row_legal: Bools, column_legal: Bools) -> _Games:
    """Scale `payoffs` [B, R, C] and put the batch last; `row_legal` is [R, B or 1], `column_legal` [C, B or 1]."""
    batch, rows, columns = payoffs.shape
    last: Floats = np.empty((rows, columns, batch))
    last[...] = payoffs.transpose(1, 2, 0)
    low = high = last
    masked = not (row_legal.all() and column_legal.all())
    if masked:
        legal = row_legal[:, None] & column_legal
        low, high = np.where(legal, last, np.inf), np.where(legal, last, -np.inf)
    lowest, highest = low.min(axis=(0, 1)), high.max(axis=(0, 1))
    if not (np.isfinite(lowest).all() and np.isfinite(highest).all()):
        raise ValueError("payoffs of legal actions must be finite")
    span = highest - lowest
    span[span == 0] = 1
    last -= lowest
    last /= span
    if masked:
        last = np.where(row_legal[:, None], last, last.dtype.type(-1))
        last = np.where(column_legal, last, last.dtype.type(2))
    row_legal = np.ascontiguousarray(np.broadcast_to(row_legal, (rows, batch)))
    column_legal = np.ascontiguousarray(np.broadcast_to(column_legal, (columns, batch)))
    return _Games(last, row_legal, column_legal, lowest, span)


def _bounds(payoffs: Floats, row: Floats, column: Floats) -> tuple[Floats, Floats]:
    """The row player's payoff under its best response to `column`, and under the column player's to `row`, both [B].

    `payoffs` [R, C, B], `row` [R, B] and `column` [C, B]. The value lies between the two; their distance is NashConv.
    """
    best_row = np.einsum("rcb,cb->rb", payoffs, column).max(axis=0)
    best_column = np.einsum("rcb,rb->cb", payoffs, row).min(axis=0)
    return best_row, best_column


def _pure_equilibria(payoffs: Floats) -> tuple[Floats, Floats, Bools]:
    """Strategies [R, B] and [C, B], 0 in games without a saddle point, and a mask [B] of the games with one.

    Of equally safe actions the one that does best against a uniform opponent is taken: nothing weakly dominates it.
    """
    safe, cheap = payoffs.min(axis=1), payoffs.max(axis=0)
    maximin, minimax = safe.max(axis=0), cheap.min(axis=0)
    pure = maximin == minimax
    row, column = np.zeros_like(safe), np.zeros_like(cheap)
    games = np.flatnonzero(pure)
    if len(games):
        chosen = np.compress(pure, payoffs, axis=2)
        against_uniform = np.where(safe[:, games] == maximin[games], chosen.sum(axis=1), -np.inf)
        row[against_uniform.argmax(axis=0), games] = 1
        against_uniform = np.where(cheap[:, games] == minimax[games], chosen.sum(axis=0), np.inf)
        column[against_uniform.argmin(axis=0), games] = 1
    return row, column, pure


def _simplex(payoffs: Floats, row_legal: Bools, column_legal: Bools, pivots: int) -> tuple[Floats, Floats]:
    """Equilibrium strategies [R, B] and [C, B] of games with `payoffs` [R, C, B] in [0, 1], all pivoted in step.

    Dantzig's linear program of a matrix game in a condensed tableau, as in Ferguson, "Game Theory", part II, section
    4.5; the column of the least cost enters. A game unfinished after so many `pivots` a row and column (the method can
    cycle) keeps the uniform strategies.
    """
    rows, columns, batch = payoffs.shape
    row_strategies = row_legal / row_legal.sum(axis=0)
    column_strategies = column_legal / column_legal.sum(axis=0)
    table: Floats = np.ones((rows + 1, columns + 1, batch))
    # One more than the payoff makes every value positive; an action of zeros and no cost never enters the basis.
    table[:rows, :columns] += payoffs
    table[:rows, :columns] *= row_legal[:, None] & column_legal
    table[rows, :columns] = -1.0 * column_legal
    table[rows, columns] = 0
    # The variables: the row player's weights are 0 to R - 1, the column player's R to R + C - 1.
    basic = np.repeat(np.arange(rows)[:, None], batch, axis=1)
    free = np.repeat(np.arange(rows, rows + columns)[:, None], batch, axis=1)
    games: Indices = np.arange(batch)
    for _ in range(pivots * (rows + columns)):
        finished = table[rows, :columns].min(axis=0) >= -ZERO
        if np.count_nonzero(finished) >= COMPACT_SHARE * len(games):
            done = games[finished]
            row_strategies[:, done], column_strategies[:, done] = _read_tableau(
                *(array.compress(finished, axis=-1) for array in (table, basic, free))
            )
            table, basic, free, games = (a.compress(~finished, axis=-1) for a in (table, basic, free, games))
            finished = np.zeros(len(games), np.bool_)
            if not len(games):
                break
        _pivot(table, basic, free, finished)
    return row_strategies, column_strategies


def _pivot(table: Floats, basic: Indices, free: Indices, finished: Bools) -> None:
    """Exchange, in place, the best free variable of each game not `finished` with the basic one it drives out."""
    rows, columns, batch = len(basic), len(free), len(finished)
    games = np.arange(batch)
    flat, line = table.reshape(-1), (columns + 1) * batch
    entering = table[rows, :columns].argmin(axis=0)
    column = flat.take(np.arange(rows + 1)[:, None] * line + (entering * batch + games))  # [R + 1, N]
    ratios = np.where(column[:rows] > ZERO, table[:rows, columns] / column[:rows], np.inf)
    leaving = ratios.argmin(axis=0)
    row = flat.take(np.arange(columns + 1)[:, None] * batch + (leaving * line + games))  # [C + 1, N]
    divisor = np.where(finished, np.inf, column[leaving, games])
    # One product updates the whole table, pivot row and column included, because the pivot stands in them one off.
    column[leaving, games] -= 1
    row[entering, games] += 1
    row /= divisor
    table -= column[:, None] * row
    active = np.flatnonzero(~finished)
    basic_at, free_at = (leaving[active], active), (entering[active], active)
    basic[basic_at], free[free_at] = free[free_at], basic[basic_at]


def _read_tableau(table: Floats, basic: Indices, free: Indices) -> tuple[Floats, Floats]:
    """Strategies [R, N] and [C, N] of finished tableaus."""
    rows, columns, games = len(basic), len(free), np.arange(table.shape[2])
    row, column = np.zeros((2, rows + columns, len(games)))
    row[free, games] = table[rows, :columns]
    column[basic, games] = table[:rows, columns]
    row, column = np.maximum(row[:rows], 0), np.maximum(column[rows:], 0)
    return row / row.sum(axis=0), column / column.sum(axis=0)
