"""An opening book for two seats: the first days solved exactly over a value, in each position our policy can meet.

Dimensions: B positions, A actions, O outcomes (see `value`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import apply_chosen, choices, deciding
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    END,
    INVESTING,
    Bools,
    Games,
    Indices,
    batch_of,
    concat,
    distinct,
    state_of,
    take,
)
from economancy.arrays.rules import dawn, night
from economancy.policy.gifts import Gifts
from economancy.rules.game import apply
from economancy.search.decision import PRUNED, without_rare
from economancy.search.look_ahead import Floats, Node, Search
from economancy.search.value import Outcomes, Value, certain
from economancy.training.best_response.response import Remembering
from economancy.training.settings import RAREST

AT_ONCE = 200_000
"""The number of joint actions expanded in one batch; equal positions in it are solved once (guessed)."""

ALL = 10**9
"""A budget larger than any fight, so that all its positions are expanded."""


@dataclass
class Solved:
    """A value that solves the game exactly up to a number of further mornings, where `value` values the positions; with
    0 mornings it solves the rest of the day.
    """

    value: Value
    mornings: int
    known: Games | None = field(init=False, default=None)  # [B] the mornings solved so far
    outcomes: Outcomes = field(init=False, default_factory=lambda: np.empty((0, 3), np.float32))  # [B, O]

    @property
    def search(self) -> Search:
        """The look-ahead over this value."""
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
    """The first seat's strategies in some distinct positions."""

    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B, A]
    chances: Floats  # [B, A] of each action

    def strategies(self, games: Games, actions: NDArray[np.integer[Any]], legal: Bools) -> tuple[Indices, Floats]:
        """Return the rows of the games that are in the book, and their strategies over these `legal` actions [B, A]."""
        first, places = distinct(concat([self.games, games]))
        place = first[places[len(self.games) :]]
        rows = np.flatnonzero(place < len(self.games))
        same = legal[rows, :, None] & (actions[rows, :, None] == self.actions[place[rows], None, :])
        return rows, (same * self.chances[place[rows], None, :]).sum(axis=2)


def book_of(start: Games, value: Value, days: int, pruned: float = PRUNED[2]) -> Book:
    """Return the book of the first `days` days from the one game `start`, solved over a value on the morning after.

    It holds all positions in which the first seat, playing by the book, has a choice. Actions with a probability below
    `pruned` are left out.
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


def first_purchases(start: Games, search: Search, risked: float) -> Book:
    """Return a book of first purchases, a position for each pair of bids on the first morning of the one game `start`.
    Its strategies are those of our player if it risks its gifts and `risked` wins more (see `policy.gifts`), without
    actions rarer than RAREST, as elsewhere in training.
    """
    morning = state_of(start, 0)
    pages: list[Book] = []
    for bids in product(*(range(player.coins + 1) for player in morning.players)):
        gifts = Gifts(pruned=RAREST)
        gifts.saw(morning)
        gifts.decide(search)
        state = apply(morning, dict(enumerate(bids)))
        gifts.saw(state)
        gifts.saved += risked
        decision = gifts.decide(search)
        pages.append(Book(batch_of([state]), decision.actions, decision.probabilities))
    return _bound(pages)


def _bound(pages: Sequence[Book]) -> Book:
    """Return the pages as one book; for a position in several pages the first one counts."""
    games = concat([page.games for page in pages])
    width = max(page.actions.shape[1] for page in pages)
    actions = np.concatenate([_widened(page.actions, width) for page in pages])
    chances = np.concatenate([_widened(page.chances, width) for page in pages])
    first, _ = distinct(games)
    return Book(take(games, first), actions[first], chances[first])


def _kinds(games: Games, mornings: Indices) -> Iterator[tuple[Indices, int]]:
    """Yield, for each kind of choice and number of mornings left, the rows of these games, and that number."""
    named = games.attacker_card > 0
    for left in np.unique(mornings):
        for phase, answer in ((INVESTING, False), (ATTACKING, False), (ATTACKING, True), (BUYING, False)):
            rows = np.flatnonzero((mornings == left) & (games.phase == phase) & (named == answer))
            if len(rows):
                yield rows, int(left)


def _after(games: Games, node: Node, chances: Floats, left: int) -> tuple[Games, Indices]:
    """Return the games after each action of the first seat with a probability above 0 in `chances` [B, A] and each
    legal action of the second, and how many mornings are left.
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
    """A search in which the first seat plays by a book, in the positions of the book."""

    book: Book

    def solve(self, games: Games, *given: Any, **named: Any) -> Node:
        """Solve the decision that games await; the first seat's strategies are the book's if they are in it."""
        node = super().solve(games, *given, **named)
        if given or named:  # an inner node of the search
            return node
        strategies = node.strategies.copy()
        rows, of_book = self.book.strategies(games, node.choices.actions[:, 0], node.choices.legal[:, 0])
        strategies[rows, 0] = of_book
        return node._replace(strategies=strategies)
