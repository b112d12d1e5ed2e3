"""Real-time dynamic programming at two seats: tabular values of the positions that play meets near the start.

Games are played from the start, each by the equilibrium strategies of the look-ahead, but on the first purchase both
seats also risk a little to exploit each other. In some games one seat wanders, as an adversary would, to actions of
nearly the same value, and may take one action at random. Each position met is solved, and what the look-ahead says
becomes its value in the table. A game ends at the first position that was not in the table: so the table grows where
play and deviations from it lead, and its values spread back from there to the start. Other games begin where these
ended. Source: Barto, Bradtke and Singh 1995, "Learning to act using real-time dynamic programming", Artificial
Intelligence 72; here for a game of simultaneous moves.

Dimensions: B games, P seats (two), A actions, O outcomes (see `value`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, apply_chosen
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, Games, Indices, distinct, put, take
from economancy.arrays.keys import keys
from economancy.arrays.rules import dawn, night
from economancy.search.decision import drawn, without_rare
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.search.node import Node, against
from economancy.search.value import Networks, Outcomes, softmax
from economancy.search.value_table import ValueTable
from economancy.training.checkpoint import Checkpoint
from economancy.training.settings import RAREST
from economancy.training.tabular.first_purchases import FirstPurchases, first_purchases
from gamekit.files.arrays import ROWS, ArrayFile, Form

LEAST_STEP = 0.3
"""A position's value moves to each new solution by 1 / visits of the way, but at least by this share (guessed)."""

LONGEST = 12
"""A game is given up after this number of mornings (guessed: few reach it)."""

RISKED = 0.02
"""What both seats risk on the first purchase, in wins, so that the table covers a purchase that costs little as well as
those of the equilibrium. With 0 the one-step look-ahead of `exploit` scores more from the start (measured: commit
f35a644; the amount is guessed).
"""

RENEWED = 8
PURCHASED = 64
"""Steps after which the look-ahead sees the new values (guessed: it sorts the whole table), and after which the first
purchases do (guessed), a multiple of these.
"""


@dataclass(frozen=True)
class Exploration:
    """Where games begin, and what seats do beside the equilibrium strategies. All numbers are guessed."""

    wandering: float = 0.5
    heats: Sequence[float] = (0.01, 0.03, 0.06)
    """In a share `wandering` of the games one seat draws its actions by a softmax of their values, in wins, with one of
    the heats (values of single positions are wrong by 0.03 to 0.08).
    """

    slipping: float = 0.5
    latest: int = 20
    """A share `slipping` of the seats that wander take one action at random, at one of the first `latest` decisions
    after the position where their game begins (about five days). Otherwise an action that the values wrongly say is bad
    would never be tried.
    """

    restarted: float = 0.5
    ends: int = 4096
    """A share `restarted` of the games does not begin at the start. Each begins at the last morning of a game that did,
    one of the last `ends` of these. So more decisions go to positions at the edge of the table (not compared). Source:
    Trudeau and Bowling 2023, "Targeted search control in AlphaZero for effective policy improvement".
    """


EXPLORATION = Exploration()


@dataclass
class RealTime:
    """A running computation of a table over the values of `networks`, from the one game `start`."""

    networks: Networks
    search: Search  # a look-ahead, whose `value` is replaced
    start: Games
    games: int = 256  # in lock-step
    seed: int = 1
    exploration: Exploration = EXPLORATION
    risked: float = RISKED
    decisions: int = field(init=False, default=0)  # solved
    rng: Generator = field(init=False)
    _rows: dict[int, int] = field(init=False, default_factory=dict)  # key -> row of the arrays
    _outcomes: Outcomes = field(init=False)  # [rows and spare ones, O]
    _visits: NDArray[np.int32] = field(init=False)
    _purchases: FirstPurchases = field(init=False)

    def __post_init__(self) -> None:
        self.rng = default_rng(self.seed)
        self._outcomes, self._visits = np.zeros((1 << 16, 3), np.float32), np.zeros(1 << 16, np.int32)
        self._played = take(self.start, np.zeros(self.games, np.intp))
        self._heat = np.zeros((self.games, 2))  # [B, P]: 0 for a seat that does not wander
        self._until = np.full(self.games, -1)  # [B] decisions until the wandering seat slips; -1: no longer, or never
        self._mornings = np.zeros(self.games, np.int64)
        self._restarted = np.zeros(self.games, bool)
        self._morning = self._played  # [B] the last one of each game
        self._ends = take(self.start, np.zeros(self.exploration.ends, np.intp))
        self._number_of_ends = self._steps = 0
        self._begin(np.arange(self.games))
        self._renew()

    def advance(self) -> None:
        """Play and solve the next decision of all games."""
        games = self._turned()
        ending = np.zeros(self.games, bool)
        for phase in (INVESTING, ATTACKING, BUYING):
            rows = np.flatnonzero(games.phase == phase)
            if len(rows):
                before = take(games, rows)
                node, ending[rows] = self._solved(before)
                after = apply_chosen(before, self._actions(node, rows, before))
                named = np.flatnonzero(after.attacker_card > 0)
                if len(named):
                    part = take(after, named)
                    after = put(after, named, apply_chosen(part, self._actions(self._answers(part), rows[named], part)))
                self._played = put(self._played, rows, after)
        self._until = np.maximum(self._until - 1, -1)
        over = np.flatnonzero(night(self._played))
        if len(over):
            self._played = put(self._played, over, dawn(take(self._played, over)))
            self._morning = put(self._morning, over, take(self._played, over))
            self._mornings[over] += 1
        ended = np.flatnonzero(ending | (self._played.phase == END) | (self._mornings >= LONGEST))
        if len(ended):
            self._keep(np.flatnonzero(ending & ~self._restarted))
            self._begin(ended)
        self._steps += 1
        if self._steps % RENEWED == 0:
            self._renew()

    def table(self, least: int = 1) -> ValueTable:
        """Return the table of the positions that were visited at least `least` times."""
        known = np.fromiter(self._rows, np.int64, len(self._rows))
        places = np.flatnonzero(self._visits[: len(known)] >= least)
        order = places[np.argsort(known[places])]
        return ValueTable(known[order], self._outcomes[order])

    def state(self) -> Checkpoint:
        """Return what `restore` needs. Games are not part of it: they start anew."""
        number = len(self._rows)
        arrays = {"outcomes": self._outcomes[:number], "visits": self._visits[:number]}
        arrays["keys"] = np.fromiter(self._rows, np.int64, number)
        return Checkpoint({"decisions": self.decisions, "rng": self.rng.bit_generator.state}, arrays)

    @staticmethod
    def arrays_of(file: ArrayFile, about: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Return the arrays of a `state` from a file. Raises ValueError for others."""
        keys = file.array("keys", Form(np.int64, (ROWS[1:],)))
        with file.saying("keys"):
            if len(np.unique(keys)) < len(keys):
                raise ValueError("expected different ones")
        outcomes = file.array("outcomes", Form(np.float32, (len(keys), 3), -1e-3, 1 + 1e-3))  # of rounded strategies
        return {"outcomes": outcomes, "visits": file.array("visits", Form(np.int32, (len(keys),), 1)), "keys": keys}

    def restore(self, checkpoint: Checkpoint) -> None:
        """Continue from a `state`. Raises KeyError for a missing part."""
        about, arrays = checkpoint
        self.decisions, self.rng.bit_generator.state = about["decisions"], about["rng"]
        self._outcomes, self._visits = arrays["outcomes"], arrays["visits"]
        self._rows = {key: row for row, key in enumerate(arrays["keys"].tolist())}
        self._renew()

    def _renew(self) -> None:
        table = self.table() if self._rows else None
        self.search = replace(self.search, value=replace(self.networks, table=table))
        if self._steps % PURCHASED == 0:
            self._purchases = first_purchases(self.start, self.search, self.risked)

    def _keep(self, rows: Indices) -> None:
        """Keep the last mornings of these games, in place of the oldest ones."""
        places = (self._number_of_ends + np.arange(len(rows))) % self.exploration.ends
        self._ends = put(self._ends, places, take(self._morning, rows))
        self._number_of_ends += len(rows)

    def _begin(self, rows: Indices) -> None:
        again = self.rng.random(len(rows)) < self.exploration.restarted
        places = self.rng.integers(self.exploration.ends, size=len(rows))[again]
        starts = take(self.start, np.zeros(len(rows), np.intp))
        begun = put(starts, np.flatnonzero(again), take(self._ends, places))
        self._played, self._morning = put(self._played, rows, begun), put(self._morning, rows, begun)
        self._restarted[rows] = again
        wandering = self.rng.random(len(rows)) < self.exploration.wandering
        heats = self.rng.choice(self.exploration.heats, len(rows)) * wandering
        self._heat[rows] = heats[:, None] * (np.arange(2) == self.rng.integers(2, size=len(rows))[:, None])
        slipping = wandering & (self.rng.random(len(rows)) < self.exploration.slipping)
        self._until[rows] = np.where(slipping, self.rng.integers(self.exploration.latest, size=len(rows)), -1)
        self._mornings[rows] = 0

    def _turned(self) -> Games:
        """Turn the games so that the seats are in the order of their keys, and return them: so that equal positions
        are found whichever seat is which.
        """
        _, other_way = keys(self._played)
        rows = np.flatnonzero(other_way)
        if len(rows):
            self._played = put(self._played, rows, rotated(take(self._played, rows), 1))
            self._heat[rows] = self._heat[rows, ::-1]
        return self._played

    def _solved(self, games: Games) -> tuple[Node, NDArray[np.bool_]]:
        """Return the solution of each of the games, and whether its position is new; learn their values."""
        found, _ = keys(games)
        unique, first, places = np.unique(found, return_index=True, return_inverse=True)
        node = self.search.solve(take(games, first))
        self.decisions += len(first)
        rows = np.array([self._rows.setdefault(key, len(self._rows)) for key in unique.tolist()])
        while len(self._rows) > len(self._visits):
            self._outcomes = np.concatenate([self._outcomes, np.zeros_like(self._outcomes)])
            self._visits = np.concatenate([self._visits, np.zeros_like(self._visits)])
        self._visits[rows] += 1
        step = np.maximum(1 / self._visits[rows], LEAST_STEP)[:, None]
        self._outcomes[rows] += step * (node.outcomes - self._outcomes[rows])
        return _of_games(node, places), (self._visits[rows] == 1)[places]

    def _answers(self, games: Games) -> Node:
        """Return the solution of games in which a named card awaits the answer."""
        first, places = distinct(games)
        return _of_games(self.search.solve(take(games, first)), places)

    def _actions(self, node: Node, rows: Indices, games: Games) -> NDArray[np.int64]:
        """Return an action of each seat, [B, P], in the `games` of these rows."""
        strategies = without_rare(node.strategies, RAREST).astype(np.float64)
        for seat in range(2):
            actions, legal = node.choices.actions[:, seat], node.choices.legal[:, seat]
            first, bought = self._purchases.strategies(rotated(games, seat), actions, legal)
            strategies[first, seat] = bought
            heat = self._heat[rows, seat]
            wanders = np.flatnonzero(heat)
            if len(wanders):
                worth = self.search.utility(against(node, seat)[wanders], seat)
                worth = np.where(legal[wanders], worth, -np.inf)
                strategies[wanders, seat] = softmax((worth / heat[wanders, None]).T)
                slips = wanders[self._until[rows[wanders]] == 0]
                strategies[slips, seat] = legal[slips] / np.maximum(1, legal[slips].sum(axis=1, keepdims=True))
        return drawn(node.choices.actions, strategies, self.rng).astype(np.int64)


def _of_games(node: Node, places: Indices) -> Node:
    """Return the solved node of each of these places."""
    named = Choices(node.choices.actions[places], node.choices.legal[places])
    replied = None if node.replied is None else node.replied[places]
    return Node(named, node.joint[places], node.strategies[places], node.outcomes[places], replied)
