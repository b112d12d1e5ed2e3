"""Blunders planted in games of built-ins, to see whether an appraisal finds them: games say what a blunder is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gamekit.analysis.games import Appraiser
from gamekit.answer import Choice
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import AnyGame, win_shares
from gamekit.game.appraisal import Grade
from gamekit.seeds import derive_seed
from gamekit.table import Table

Blunder = Callable[[Any, int], Any]
"""Return the action that is a blunder of a seat in a state, by the rules alone; None if there is none."""


@dataclass(frozen=True)
class Planter:
    """Plays games of built-ins, and each again up to a decision of who won it, where it plays a blunder instead.

    A blunder must be able to cost: so it is planted where its seat would have won, or shared a draw. `length` is where
    the rules end a game that goes on.
    """

    game: AnyGame
    blunder: Blunder
    players: Sequence[str]
    openings: int = 2
    nodes: int = 1000
    variant: str | None = None
    length: int | None = None

    def games(self, seed: int) -> Iterator[tuple[Table[Any], int]]:
        """Yield the tables of games that are over, and the number of the planted decision in each, from 1."""
        number = 0
        while True:
            rng = Random(derive_seed(seed, number))
            number += 1
            variant = self.variant or rng.choice(self.game.variants)
            first = self.game.opening(len(self.players), variant, self.openings, rng)
            if first is None:
                continue
            if self.length is not None:
                first = self.game.with_limit(first, self.length)
            table = self._played(Table.begin(self.game, first), rng)
            shares = win_shares(self.game.returns(table.state))
            steps = [(at, step) for at, step in enumerate(table.all_steps()) if shares[step.seat]]
            for at, step in rng.sample(steps, len(steps)):
                if (planted := self.blunder(step.state, step.seat)) not in (None, step.action):
                    yield self._planted(table, at, planted, first, rng)
                    break

    def _planted(self, table: Table[Any], at: int, action: Any, first: Any, rng: Random) -> tuple[Table[Any], int]:
        """Return the table of the game with another action at a place, and the number of that decision."""
        again = Table.begin(self.game, first)
        for number, step in enumerate(table.all_steps()):
            again = again.answered(step.seat, Choice(action if number == at else step.action, 0.0))
            if number == at:
                break
        return self._played(again, rng), at + 1

    def _played(self, table: Table[Any], rng: Random) -> Table[Any]:
        policies = [self.game.policy(name) for name in self.players]
        limit = Deadline(lambda: 0.0, float("inf"), self.nodes)
        while asked := table.asked():
            seat = asked[0]
            table = table.answered(seat, Choice(policies[seat](table.observation(seat), rng, limit), 0.0))
        return table

    def found(self, number: int, seed: int = 1) -> int:
        """Return in how many of so many games no decision costs more than the planted blunder, and it is named."""
        right = 0
        for _, (table, planted) in zip(range(number), self.games(seed), strict=False):
            found = Appraiser(self.game, seed).appraise(table.rounds(), NO_DEADLINE)
            judged = {one.number: one for one in found.judgements}
            (worst,) = found.worst(1)
            right += worst.cost <= judged[planted].cost and judged[planted].grade is not Grade.FINE
        return right
