"""Decisions and games as they were analysed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from economancy.analysis.analyst import analyse
from economancy.analysis.appraisal import GameAppraisal, appraise
from economancy.analysis.judgement import allowed, analyse_round, cost, margin
from economancy.analysis.position import Analysis, MoveCandidate
from economancy.analysis.trace import TracedGame, rounds
from economancy.rules.game import players_to_move
from economancy.rules.state import Action, Forfeit, State
from economancy.search.value import value_for

HINT_ROLLOUTS = 2000
"""Rollouts for a hint (guessed: enough to tell good moves from bad, within about a second)."""


@dataclass(frozen=True)
class Analyst:
    """Analyses each position from the same seed, so that it gets the same figures wherever it stands."""

    seed: int
    rollouts: int

    def __call__(self, state: State, played: Mapping[int, Action]) -> Analysis:
        """Return the analysis of a state."""
        return analyse(state, Random(self.seed), played, self.rollouts)

    def rollouts_for(self, state: State) -> int | None:
        """Return how many rollouts an analysis takes for each seat that moves, None if it needs none."""
        return self.rollouts if players_to_move(state) and value_for(state) is None else None


def source_of(appraisals: Sequence[GameAppraisal]) -> str:
    """Return what the chances of appraisals come from."""
    if not any(appraisal.judgements for appraisal in appraisals):
        return "Nothing was analysed."
    rollouts = max((appraisal.rollouts or 0 for appraisal in appraisals), default=0)
    if not rollouts:
        return "Chances come from trained values. Where there was no time, they are interpolated."
    position, move = (round(100 * share / rollouts**0.5) for share in (0.7, 1.8))
    return (
        f"Chances come from {rollouts} games played on from a position for each seat to move: those of a position err "
        f"by about {position} in 100, those of a single move by about {move}. Where there was no time, they are "
        "interpolated."
    )


class CandidateCost(NamedTuple):
    """A candidate, what it costs, and the sampling error of that cost."""

    candidate: MoveCandidate
    cost: float
    margin: float


def rated(candidates: Sequence[MoveCandidate], seat: int, rollouts: int | None) -> list[CandidateCost]:
    """Return a seat's candidates with their costs, the most probable first, of equals the better."""
    found = [
        CandidateCost(one, cost(one, candidates, seat), margin(one, candidates, seat, rollouts)) for one in candidates
    ]
    return sorted(found, key=lambda one: (-one.candidate.probability, one.cost))


@dataclass(frozen=True)
class JointDecision:
    """What some seats choose at once in a state, on a day from 1; and what they chose, if that is known."""

    state: State
    day: int
    names: Sequence[str]
    seats: Sequence[int]
    played: Mapping[int, Action]
    analysis: Analysis
    rollouts: int | None

    def rated(self, seat: int) -> list[CandidateCost]:
        """Return a seat's candidates with their costs."""
        return rated(self.analysis.candidates[seat], seat, self.rollouts)


@dataclass(frozen=True)
class AnalysedGame:
    """A game, and what is known of it by the number of a step, from 0."""

    game: TracedGame
    appraisal: GameAppraisal

    def margin(self, i: int) -> float:
        """Return the sampling error of the cost of a step's choice."""
        judgement = self.appraisal.judgements[i]
        return margin(judgement.played, judgement.candidates, judgement.seat, self.appraisal.rollouts)


def analyse_games(
    games: Sequence[TracedGame], analyst: Analyst, advance: Callable[[], object] = lambda: None
) -> list[AnalysedGame]:
    """Return the analysis of every game, with that of a forfeit; `advance` is called after each of their rounds."""

    def analyse_and_advance(state: State, played: Mapping[int, Action]) -> Analysis:
        analysis = analyst(state, played)
        advance()
        return analysis

    appraisals = appraise(games, analyse_and_advance, lambda: 0.0, 1.0, analyst.rollouts_for)
    for game, appraisal in zip(games, appraisals, strict=True):
        _judge_forfeit(game, appraisal, analyst)
    return [AnalysedGame(*one) for one in zip(games, appraisals, strict=True)]


def _judge_forfeit(game: TracedGame, appraisal: GameAppraisal, analyst: Analyst) -> None:
    """Add the judgement of the step by which a seat forfeited the game, if one did."""
    phase, i = game.steps[-1].state.phase, len(game.steps) - 2
    if not isinstance(phase, Forfeit) or i < 0 or (game.steps[i].seat, game.steps[i].action) != (phase.forfeit, None):
        return
    start = rounds(game.steps)[-1].start
    if analysed := analyse_round(game.steps[start].state, {phase.forfeit: None}, analyst):
        appraisal.judgements[i] = analysed.judgements[phase.forfeit]


def _choices(game: TracedGame, one: range) -> dict[int, Action | None]:
    """Return the legal actions that the seats of a round chose."""
    steps = game.steps[one.start : one.stop]
    return {step.seat: step.action for step in steps if step.seat is not None and step.action is not None}


def decision_of_move(game: TracedGame, i: int, analyst: Analyst) -> JointDecision | None:
    """Return the decision of a step, of its seat alone; None where the trace does not keep to the rules."""
    one = next(one for one in rounds(game.steps) if i in one)
    state, step = game.steps[one.start].state, game.steps[i]
    choices = _choices(game, one)
    if step.seat is None or step.seat not in players_to_move(state) or not allowed(state, choices):
        return None
    played = {seat: action for seat, action in choices.items() if action is not None}
    return JointDecision(
        step.state, step.day, game.names, (step.seat,), played, analyst(state, played), analyst.rollouts_for(state)
    )
