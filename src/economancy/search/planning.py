"""Planning against rivals whose types are known: a tree search of one seat's moves alone.

The rivals play as their types do (see `rivals.by_type`), so only one seat has a choice: UCT (Kocsis and Szepesvari
2006, "Bandit based Monte-Carlo planning"), with a batch of new leaves at a time. Nodes are states: equal states on
different ways are one node, and a plan is kept for the later decisions of a game. A leaf's value mixes the learned one
with rollouts, in which the seat plays like each of STYLES. Where a rival's rule leaves a choice, one is drawn, once for
each node and action.

Dimensions: B games, P seats, A actions, O outcomes (see `value`).
"""

from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, answers, apply_chosen, attacks, purchases
from economancy.arrays.games import (
    ATTACKING,
    BUYING,
    END,
    INVESTING,
    NOBODY,
    Bools,
    Games,
    concat,
    put,
    take,
    with_slots,
)
from economancy.arrays.rollout import winners
from economancy.arrays.rules import dawn, is_seat, night
from economancy.rivals.by_type import BY_TYPE, bids
from economancy.rivals.types import PlayerType, of_types
from economancy.search.value import Value

if TYPE_CHECKING:
    from numpy.random import Generator

SIMULATIONS = 512
"""How many simulations a decision rests on, those of earlier decisions that led here included."""

AT_ONCE, LEFT_OUT = 64, 8
"""The most new leaves in a batch, and how many simulations it leaves out before it ends (guessed)."""

EXPLORATION = 0.5
"""UCT's c (compared in an earlier experiment)."""

LEARNED = 0.25
"""The weight of the learned value of a leaf; rollouts have the rest."""

STYLES = (PlayerType.POINTS, PlayerType.ATTACK, PlayerType.DECENT)
"""How the seat plays in the rollouts of a leaf, one of each."""

ROLLOUT_DAYS = 12
"""How many days a rollout lasts at most, as those of flat Monte Carlo."""

MOST_NODES = 4096
"""A plan with more nodes is begun anew: about 8 MB (guessed)."""

DEEPEST = 60
"""The most decisions of a simulation within the tree: equal states may form circles."""

SLOTS = 24
"""Slots of the cards in all of the tree's states, unless a seat holds more (guessed)."""


@dataclass
class Node:
    """A state in which the seat chooses: its actions, and for each the visits, the sum of values and the next node."""

    actions: list[int]
    visits: list[int]
    totals: list[float]
    nexts: list["Node | float | None"]  # the value of a game that has ended; None: not tried yet
    row: int  # of the state among those of the plan
    visited: int = 0

    def best(self) -> int:
        """Return the index of the action with the most visits, of these the best."""
        return max(range(len(self.actions)), key=lambda i: (self.visits[i], self.totals[i]))

    def promising(self) -> int:
        """Return the index of the action to try next, by UCB1."""
        explored = log(max(self.visited, 1))

        def bound(index: int) -> float:
            tried = self.visits[index]
            return self.totals[index] / tried + EXPLORATION * sqrt(explored / tried) if tried else float("inf")

        return max(range(len(self.actions)), key=bound)


Way = list[tuple[Node, int]]
"""Nodes, each with the index of the action taken there."""


@dataclass
class Plan:
    """The tree of a seat's moves in one game, against rivals whose types the games name."""

    seat: int
    value: Value
    draw: float
    rng: "Generator"
    nodes: dict[bytes, Node] = field(default_factory=dict)
    states: Games | None = None

    def search(self, games: Games, simulations: int | None = None) -> Node:
        """Return the node of the state that awaits a choice of the seat, a batch of one, after so many simulations
        (SIMULATIONS unless given).
        """
        simulations = SIMULATIONS if simulations is None else simulations
        if len(self.nodes) > MOST_NODES:
            self.nodes, self.states = {}, None
        root = self._nodes(with_slots(games, SLOTS))[0]
        if len(root.actions) == 1:
            simulations = 1
        while root.visited < simulations:
            before = root.visited
            self._grow(root, min(AT_ONCE, simulations - before))
        return root

    def _grow(self, root: Node, number: int) -> None:
        """Do a batch of simulations, at most `number`: each ends in a new node, or in one whose value is known.

        A simulation that would end where another of the batch does is left out; after some of these the batch ends.
        """
        fresh: dict[tuple[int, int], Way] = {}
        left_out = 0
        while number and left_out < LEFT_OUT:
            way, following = _descent(root)
            node, index = way[-1]
            if following is None and (node.row, index) in fresh:
                for node, index in way:
                    node.visits[index] -= 1
                    node.visited -= 1
                left_out += 1
                continue
            number -= 1
            if following is None:
                fresh[node.row, index] = way
            else:
                _learn(way, following if isinstance(following, float) else self.draw)
        if fresh:
            self._extend([*fresh.values()])

    def _extend(self, ways: list[Way]) -> None:
        """Add the states behind these ways, and value them."""
        assert self.states is not None
        rows = np.array([way[-1][0].row for way in ways])
        actions = np.array([node.actions[index] for node, index in (way[-1] for way in ways)])
        after = self._onwards(take(self.states, rows), actions)
        values = self._values(after).tolist()
        nexts: list[Node | float | None] = [*values]
        going_on = np.flatnonzero(after.phase != END)
        if len(going_on):
            for place, found in zip(going_on.tolist(), self._nodes(take(after, going_on)), strict=True):
                nexts[place] = found
        for way, following, value in zip(ways, nexts, values, strict=True):
            node, index = way[-1]
            node.nexts[index] = following
            _learn(way, value)

    def _nodes(self, games: Games) -> list[Node]:
        """Return the nodes of these states, in which the seat chooses; new ones have no visits."""
        keys = _keys(games)
        new = [row for row, key in enumerate(keys) if key not in self.nodes]
        if new:
            part = take(games, np.array(new))
            first = 0 if self.states is None else len(self.states)
            self.states = part if self.states is None else concat([self.states, part])
            for row, actions in enumerate(self._options(part)):
                count = len(actions)
                self.nodes[keys[new[row]]] = Node(actions, [0] * count, [0.0] * count, [None] * count, first + row)
        return [self.nodes[key] for key in keys]

    def _options(self, games: Games) -> list[list[int]]:
        """Return the actions to try in each game. Bids: none, one that ties with the rivals' highest, one above it."""
        found: list[list[int]] = [[] for _ in range(len(games))]
        for kind, rows in _kinds(games):
            part = take(games, rows)
            if kind == INVESTING:
                others = bids(part, self.rng)
                others[:, self.seat] = 0
                highest = others.max(axis=1)
                for row, high, coins in zip(rows, highest.tolist(), part.coins[:, self.seat].tolist(), strict=True):
                    found[row] = sorted({bid for bid in (0, high, high + 1) if bid <= coins})
            else:
                named = _choices(kind, part)
                for row, actions, legal in zip(
                    rows, named.actions[:, self.seat], named.legal[:, self.seat], strict=True
                ):
                    found[row] = actions[legal].tolist()
        return found

    def _onwards(self, games: Games, actions: NDArray[np.integer[Any]]) -> Games:
        """Return the games after an action of the seat, [B], and all that follows up to its next choice, or the end.

        Where the seat is eliminated, the game counts as ended, won by the next seat.
        """
        games = self._step(games, actions)
        while len(rows := np.flatnonzero((games.phase != END) & games.alive[:, self.seat] & ~self._chooses(games))):
            games = put(games, rows, self._step(take(games, rows), None))
        lost = (games.phase != END) & ~games.alive[:, self.seat]  # the others may go on for ever
        games = games.changed(
            phase=np.where(lost, np.int8(END), games.phase),
            winner=np.where(lost, np.int8((self.seat + 1) % games.seats), games.winner),
        )
        return of_types(games, np.where(games.alive, games.types, np.int8(PlayerType.EQUAL)))  # as a model names them

    def _chooses(self, games: Games) -> Bools:
        """Return in which games the seat has more than one action, [B]."""
        found = np.zeros(len(games), bool)
        for kind, rows in _kinds(games):
            part = take(games, rows)
            if kind == INVESTING:
                found[rows] = part.coins[:, self.seat] > 0
            else:
                found[rows] = _choices(kind, part).legal[:, self.seat].sum(axis=1) > 1
        return found

    def _step(self, games: Games, actions: NDArray[np.integer[Any]] | None) -> Games:
        """Return the games after one choice of all seats that choose; without `actions` the seat has no choice."""
        for kind, rows in _kinds(games):
            part = take(games, rows)
            played = self._played(kind, part)
            if actions is not None:
                played[:, self.seat] = actions[rows]
            part = apply_chosen(part, played)
            over = np.flatnonzero(night(part))
            if len(over):
                part = put(part, over, dawn(take(part, over)))
            games = put(games, rows, part)
        return games

    def _played(self, kind: int, games: Games) -> NDArray[np.integer[Any]]:
        """Return the action of each seat by its type, [B, P]; the seat's own is its only one, or any."""
        if kind == INVESTING:
            return BY_TYPE.bids(games, self.rng)
        if kind == BUYING:
            return BY_TYPE.purchases(games, self.rng)
        if kind == ATTACKING:
            return np.where(is_seat(games.attacker, games.seats), BY_TYPE.attack(games, self.rng)[:, None], 0)
        return BY_TYPE.defence(games, self.rng)

    def _values(self, games: Games) -> NDArray[np.float64]:
        """Return the utility of the games for the seat, [B]."""
        values = np.where(games.winner == self.seat, 1.0, np.where(games.winner == NOBODY, self.draw, 0.0))
        rows = np.flatnonzero(games.phase != END)
        if len(rows):
            part = take(games, rows)
            seats = np.arange(games.seats) == self.seat
            styled = concat([of_types(part, np.where(seats, style, part.types)) for style in STYLES])
            winner = winners(styled, self.rng, ROLLOUT_DAYS, BY_TYPE).reshape(len(STYLES), -1)
            returned = np.where(winner == self.seat, 1.0, np.where(winner == NOBODY, self.draw, 0.0))
            learned = np.zeros(len(rows))
            plain = np.flatnonzero((part.phase != ATTACKING) | (part.attacker_card == 0))
            outcomes = self.value(take(part, plain))
            learned[plain] = outcomes[:, self.seat] + self.draw * outcomes[:, -1]
            weight = np.zeros(len(rows))
            weight[plain] = LEARNED
            values[rows] = weight * learned + (1 - weight) * returned.mean(axis=0)
        return values


def _descent(root: Node) -> tuple[Way, Node | float | None]:
    """Return a way down by promising actions, counted as visits, and what it leads to: None where nobody was yet."""
    node, way = root, Way()
    while True:
        index = node.promising()
        way.append((node, index))
        node.visits[index] += 1  # at once: until its value is known it counts as lost, and others go elsewhere
        node.visited += 1
        following = node.nexts[index]
        if not isinstance(following, Node) or len(way) == DEEPEST:
            return way, following
        node = following


def _learn(way: Way, value: float) -> None:
    for node, index in way:
        node.totals[index] += value


def _kinds(games: Games) -> list[tuple[int, NDArray[np.intp]]]:
    """Return the rows of each kind of choice: the phase, or END + 1 for answers to a card. Not of ended games."""
    kinds = np.where((games.phase == ATTACKING) & (games.attacker_card > 0), END + 1, games.phase)
    return [(int(kind), np.flatnonzero(kinds == kind)) for kind in np.unique(kinds) if kind != END]


def _choices(kind: int, games: Games) -> Choices:
    if kind == BUYING:
        return purchases(games)
    return attacks(games) if kind == ATTACKING else answers(games)


def _keys(games: Games) -> list[bytes]:
    """Return a key of each game: equal for equal states."""
    columns = [array.reshape(len(games), -1) for array in vars(games).values()]
    table = np.ascontiguousarray(np.concatenate(columns, axis=1, dtype=np.int64))
    return [row.tobytes() for row in table]
