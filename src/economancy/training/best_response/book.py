"""An opening book of two seats: the first days solved exactly over a value, in every position that our play may meet.

Dimensions: B positions, A actions, O outcomes (see `value`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import apply_chosen, choices, deciding
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, Bools, Games, Indices, concat, distinct, take
from economancy.arrays.rules import dawn, night
from economancy.search.decision import PRUNED, without_rare
from economancy.search.look_ahead import Floats, Node, Search
from economancy.search.value import Outcomes, Value, certain
from economancy.training.best_response.response import Remembering

AT_ONCE = 200_000
"""So many joint actions are played out at a time: what they lead to is solved once (guessed)."""

ALL = 10**9
"""More positions than a fight has: all of them are played out."""


@dataclass
class Solved:
    """A value that solves exactly what lies before so many more mornings, where `value` says how games will end: the
    rest of the day if there are none.
    """

    value: Value
    mornings: int
    known: Games | None = field(init=False, default=None)  # [B] mornings that were solved
    outcomes: Outcomes = field(init=False, default_factory=lambda: np.empty((0, 3), np.float32))  # [B, O]

    @property
    def search(self) -> Search:
        """The look ahead over this value."""
        return Search(self, positions=ALL, at_once=AT_ONCE)

    def __call__(self, games: Games) -> Outcomes:
        """Return the outcomes of games [B, O]."""
        found = np.empty((len(games), games.seats + 1), np.float32)
        for phase, look in ((END, certain), (INVESTING, self._of_mornings), (BUYING, self._within_the_day)):
            rows = np.flatnonzero(games.phase == phase)
            if len(rows):
                first, places = distinct(take(games, rows))
                found[rows] = look(take(games, rows[first]))[places]
        return found

    def _within_the_day(self, games: Games) -> Outcomes:
        return self.search.solve(games).outcomes

    def _of_mornings(self, games: Games) -> Outcomes:
        if not self.mornings:
            return self.value(games)
        both = games if self.known is None else concat([self.known, games])
        first, places = distinct(both)
        new = first[len(self.outcomes) :]
        if len(new):
            solved = Solved(self.value, self.mornings - 1).search.solve(take(both, new)).outcomes
            self.known, self.outcomes = take(both, first), np.concatenate([self.outcomes, solved])
        return self.outcomes[places[len(both) - len(games) :]]


class Book(NamedTuple):
    """What the first seat does in some positions, all different."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B, A]
    chances: Floats  # [B, A] of each action

    def strategies(self, games: Games, actions: NDArray[np.integer[Any]], legal: Bools) -> tuple[Indices, Floats]:
        """Return which of the games are in the book, and the strategies over these `legal` actions [B, A] there."""
        first, places = distinct(concat([self.games, games]))
        place = first[places[len(self.games) :]]
        rows = np.flatnonzero(place < len(self.games))
        same = legal[rows, :, None] & (actions[rows, :, None] == self.actions[place[rows], None, :])
        return rows, (same * self.chances[place[rows], None, :]).sum(axis=2)


def book_of(start: Games, value: Value, days: int, pruned: float = PRUNED) -> Book:
    """Return the book of so many days, solved over a value on the morning after them: all positions after the one game
    `start` in which the first seat, which keeps to the book, has something to choose. Actions of a lower probability
    than `pruned` are left out.
    """
    solved = [Solved(value, mornings) for mornings in range(days)]
    pages: list[Book] = []
    games: Games = start
    mornings: Indices = np.full(len(start), days)
    while len(going_on := np.flatnonzero((games.phase != END) & (mornings > 0))):
        games, mornings = take(games, going_on), mornings[going_on]
        first, _ = distinct(games, mornings)
        games, mornings = take(games, first), mornings[first]
        after: list[tuple[Games, Indices]] = []
        for rows, left in _kinds(games, mornings):
            part = take(games, rows)
            node = solved[left - 1].search.solve(part)
            chances = without_rare(node.strategies[:, 0], pruned)
            ours = np.flatnonzero(deciding(part)[:, 0])
            pages.append(Book(take(part, ours), node.choices.actions[ours, 0], chances[ours]))
            after.append(_after(part, node, chances, left))
        games, mornings = concat([games for games, _ in after]), np.concatenate([left for _, left in after])
    return _bound(pages)


def _bound(pages: Sequence[Book]) -> Book:
    """Return the pages as one book; of a position that is in several the first counts."""
    games = concat([page.games for page in pages])
    width = max(page.actions.shape[1] for page in pages)
    actions = np.concatenate([_widened(page.actions, width) for page in pages])
    chances = np.concatenate([_widened(page.chances, width) for page in pages])
    first, _ = distinct(games)
    return Book(take(games, first), actions[first], chances[first])


def _kinds(games: Games, mornings: Indices) -> Iterator[tuple[Indices, int]]:
    """Yield the rows of games that await the same kind of choice as many mornings before the end, and these."""
    named = games.attacker_card > 0
    for left in np.unique(mornings):
        for phase, answer in ((INVESTING, False), (ATTACKING, False), (ATTACKING, True), (BUYING, False)):
            rows = np.flatnonzero((mornings == left) & (games.phase == phase) & (named == answer))
            if len(rows):
                yield rows, int(left)


def _after(games: Games, node: Node, chances: Floats, left: int) -> tuple[Games, Indices]:
    """Return the games after what the first seat does with these chances [B, A] and anything that the second may do,
    and how many mornings are left.
    """
    rival = choices(games)
    rows, own, theirs = np.nonzero((chances > 0)[:, :, None] & rival.legal[:, 1, None, :])
    actions = np.stack([node.choices.actions[rows, 0, own], rival.actions[rows, 1, theirs]], axis=1)
    after = apply_chosen(take(games, rows), actions)
    over = night(after)
    day, next_day = take(after, np.flatnonzero(~over)), dawn(take(after, np.flatnonzero(over)))
    return concat([day, next_day]), np.repeat([left, left - 1], [len(day), len(next_day)])


def _widened(array: NDArray[Any], width: int) -> NDArray[Any]:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))


@dataclass(frozen=True, kw_only=True)
class Booked(Remembering):
    """A search that plays the first seat by a book, in its positions."""

    book: Book

    def solve(self, games: Games, *given: Any, **named: Any) -> Node:
        """Solve the decision that games await; the first seat's strategies are the book's if they are in it."""
        node = super().solve(games, *given, **named)
        if given or named:  # what may follow
            return node
        strategies = node.strategies.copy()
        rows, of_book = self.book.strategies(games, node.choices.actions[:, 0], node.choices.legal[:, 0])
        strategies[rows, 0] = of_book
        return node._replace(strategies=strategies)
