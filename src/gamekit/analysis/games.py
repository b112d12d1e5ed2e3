"""A whole game appraised in a limited time: each seat's win share along it, and what its decisions cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import isinf, nan
from random import Random
from typing import Any, Generic

from gamekit.deadline import Deadline
from gamekit.game import Fault, Game, Observation, S, win_shares
from gamekit.game.appraisal import SURE, Appraisal, Basis, Candidate, Grade, Worth, best, cost, cost_error, grade
from gamekit.policies.appraisals import appraise
from gamekit.seeds import derive_seed
from gamekit.table import Round, Step

LEAST_COST = 0.01
"""What a decision has to cost for a word about it, in win share (guessed: less than values err by)."""


@dataclass(frozen=True)
class Judgement(Generic[S]):
    """A decision of a game beside all its candidates.

    `number` counts the decisions of a game from 1; `round` is the number of its round, from 0. `played` is None for a
    fault: the candidate is worth nothing.
    """

    number: int
    round: int
    step: Step[S]
    candidates: tuple[Candidate[Any], ...]
    played: Candidate[Any] | None

    @property
    def best(self) -> Candidate[Any]:
        return best(self.candidates)

    @cached_property
    def cost(self) -> float:
        """What was lost, in win share."""
        return self.best.worth.share if self.played is None else cost(self.played, self.candidates)

    @cached_property
    def grade(self) -> Grade:
        return grade(self.cost, self._error)

    @property
    def is_sure(self) -> bool:
        """Whether the decision cost something worth a word, and more than its margin of error."""
        return self.cost >= LEAST_COST and self.cost > SURE * self._error

    @cached_property
    def _error(self) -> float:
        """The standard error of the cost."""
        return self.best.worth.error if self.played is None else cost_error(self.played, self.candidates)


@dataclass
class GameAppraisal(Generic[S]):
    """What is known of a game: the worth to each seat before each round by its number, the last one after the end;
    and the decisions, in order. Rounds for which there was no time are missing.
    """

    worths: dict[int, tuple[Worth, ...]] = field(default_factory=dict)
    judgements: list[Judgement[S]] = field(default_factory=list)

    def worst(self, most: int, seat: int | None = None) -> list[Judgement[S]]:
        """Return at most so many decisions (of a seat, or of all) that surely cost most, the worst first."""
        found = [one for one in self.judgements if seat in (None, one.step.seat) and one.is_sure]
        return sorted(found, key=lambda one: (-one.cost, one.number))[:most]

    def count(self, seat: int, name: Grade) -> int:
        """Return how many decisions of a seat are called so."""
        return sum(one.step.seat == seat and one.grade is name for one in self.judgements)


@dataclass(frozen=True, slots=True)
class RoundAppraisal(Generic[S]):
    """What is known of a round by its number: the worth to each seat before it (None: not known), and its decisions.

    After the last round comes that of the end.
    """

    round: int
    worths: tuple[Worth, ...] | None
    judgements: Sequence[Judgement[S]] = ()


@dataclass(frozen=True, slots=True)
class Appraiser(Generic[S]):
    """Appraises games for a reader: a seat, or an onlooker (None), who sees all.

    The same seed and enough time give the same figures; so do the same rounds at the same place of another game.
    """

    game: Game[S, Any]
    seed: int
    reader: int | None = None

    def appraise(
        self, rounds: Sequence[Round[S]], deadline: Deadline, advance: Callable[[], object] = lambda: None
    ) -> GameAppraisal[S]:
        """Return the appraisal of these rounds of a game, and of its end if they reach it; `advance` is called after
        each.
        """
        found: GameAppraisal[S] = GameAppraisal()
        for one in self.by_round(rounds, deadline):
            if one.worths is not None:
                found.worths[one.round] = one.worths
            found.judgements += one.judgements
            if one.round < len(rounds):
                advance()
        found.judgements.sort(key=lambda one: one.number)
        return found

    def by_round(self, rounds: Sequence[Round[S]], deadline: Deadline) -> Iterator[RoundAppraisal[S]]:
        """Yield what is to be said of the end of a game, if these rounds reach it, and of each of the rounds.

        They come in an order whose every beginning is spread evenly, each in its share of the time that is left.
        """
        if rounds and (rounds[-1].forfeit is not None or not self.game.players_to_move(rounds[-1].after)):
            yield RoundAppraisal(len(rounds), final_worths(self.game, rounds[-1].after, rounds[-1].forfeit))
        first = list(accumulate((len(played.steps) for played in rounds), initial=1))
        for done, at in enumerate(spread(len(rounds))):
            if not deadline.remaining():
                return
            yield self._round(rounds[at], at, first[at], _part(deadline, len(rounds) - done))

    def _round(self, played: Round[S], at: int, first: int, deadline: Deadline) -> RoundAppraisal[S]:
        """Appraise round number `at`, whose first decision has the number `first`."""
        game, views = self.game, self._views(played)
        worths: tuple[Worth, ...] | None = None
        judgements: list[Judgement[S]] = []
        for number, (seat, actions) in enumerate(views):
            observation = Observation(game.observe(played.before, seat), seat)
            rng = Random(derive_seed(self.seed, at))
            appraisal = appraise(game, observation, actions, rng, _part(deadline, len(views) - number))
            if appraisal is None:
                continue
            if seat == self.reader:
                worths = appraisal.worths
            judgements += [
                _judgement(first + place, at, step, appraisal)
                for place, step in enumerate(played.steps)
                if step.seat in appraisal.candidates and (game.perfect_information or step.seat == seat)
            ]
        return RoundAppraisal(at, worths, judgements)

    def _views(self, played: Round[S]) -> list[tuple[int | None, Mapping[int, Any]]]:
        """Return whose view of a round is appraised, each with what was played: the reader's, and where something is
        hidden that of each seat that decided.
        """
        actions = played.actions
        if self.game.perfect_information:
            return [(self.reader, actions)]
        views: dict[int | None, Mapping[int, Any]] = {self.reader: {}}
        for step in played.steps:
            views[step.seat] = {seat: action for seat, action in actions.items() if seat == step.seat}
        return list(views.items())


def _part(deadline: Deadline, parts: int) -> Deadline:
    """Return the deadline after one of so many parts of the time that is left."""
    return deadline if isinf(deadline.remaining()) else deadline.part(1 / parts)


def final_worths(game: Game[S, Any], state: S, forfeit: Fault | None) -> tuple[Worth, ...]:
    """Return what a game that is over was worth; who forfeits has nothing, the others share the win."""
    seats = game.seats_of(state)
    if forfeit is not None:
        return tuple(Worth((seat != forfeit.seat) / max(1, seats - 1), Basis.PROOF) for seat in range(seats))
    returns = game.returns(state)
    points = leads(returns) if game.returns_noun else (nan,) * seats
    return tuple(
        Worth(share, Basis.PROOF, points=point) for share, point in zip(win_shares(returns), points, strict=True)
    )


def leads(returns: Sequence[float]) -> tuple[float, ...]:
    """Return by how much each seat is ahead of the best other one; returns of sum 0 are leads already."""
    if not sum(returns):
        return tuple(returns)
    return tuple(each - max((*returns[:seat], *returns[seat + 1 :])) for seat, each in enumerate(returns))


def _judgement(number: int, at: int, step: Step[S], appraisal: Appraisal[Any]) -> Judgement[S]:
    candidates = appraisal.candidates[step.seat]
    played = None
    if step.fault is None:
        played = next((one for one in candidates if one.action == step.action), None)
        if played is None:
            raise AssertionError(f"expected {step.action!r} among the candidates of seat {step.seat}")
    return Judgement(number, at, step, candidates, played)


def spread(number: int) -> list[int]:
    """Return the numbers below this one in an order whose every beginning is spread evenly, from both ends on."""
    bits = max(number - 1, 0).bit_length()
    order = (int(f"{i:0{bits}b}"[::-1] or "0", 2) for i in range(1 << bits))
    return [i for i in order if i < number]
