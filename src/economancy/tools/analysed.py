"""Decisions and games as they were analysed, and as JSON values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from economancy.analysis import Analysis, Candidate, Chances
from economancy.analyst import analyse
from economancy.pages.appraisal import Appraisal, appraise
from economancy.pages.trace import Game, rounds
from economancy.pages.words import ending, label, move, phase_name
from economancy.rules import players_to_move
from economancy.state import Action, Fault, State
from economancy.trace_analysis import allowed, analyse_round, cost, margin
from economancy.value import value_for


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


def source_of(appraisals: Sequence[Appraisal]) -> str:
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


class Rated(NamedTuple):
    """A candidate, what it costs, and what of that may be chance."""

    candidate: Candidate
    cost: float
    margin: float


def rated(candidates: Sequence[Candidate], seat: int, rollouts: int | None) -> list[Rated]:
    """Return a seat's candidates with their costs, the most probable first, of equals the better."""
    found = [Rated(one, cost(one, candidates, seat), margin(one, candidates, seat, rollouts)) for one in candidates]
    return sorted(found, key=lambda one: (-one.candidate.probability, one.cost))


@dataclass(frozen=True)
class Decision:
    """What some seats choose at once in a state, on a day from 1; and what they chose, if that is known."""

    state: State
    day: int
    names: Sequence[str]
    seats: Sequence[int]
    played: Mapping[int, Action]
    analysis: Analysis
    rollouts: int | None

    def rated(self, seat: int) -> list[Rated]:
        """Return a seat's candidates with their costs."""
        return rated(self.analysis.candidates[seat], seat, self.rollouts)


@dataclass(frozen=True)
class AnalysedGame:
    """A game, and what is known of it by the number of a step, from 0."""

    game: Game
    appraisal: Appraisal

    def margin(self, i: int) -> float:
        """Return what of the cost of a step's choice may be chance."""
        judgement = self.appraisal.judgements[i]
        return margin(judgement.played, judgement.candidates, judgement.seat, self.appraisal.rollouts)

    def better(self, i: int) -> str:
        """Return the best candidate of a step in words."""
        judgement = self.appraisal.judgements[i]
        return move(self.game.steps[i].state, judgement.seat, judgement.best.action)


def analyse_games(
    games: Sequence[Game], analyst: Analyst, advance: Callable[[], object] = lambda: None
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


def _judge_forfeit(game: Game, appraisal: Appraisal, analyst: Analyst) -> None:
    """Add the judgement of the step by which a seat forfeited the game, if one did."""
    phase, i = game.steps[-1].state.phase, len(game.steps) - 2
    if not isinstance(phase, Fault) or i < 0 or (game.steps[i].seat, game.steps[i].action) != (phase.forfeit, None):
        return
    start = rounds(game.steps)[-1].start
    if analysed := analyse_round(game.steps[start].state, {phase.forfeit: None}, analyst):
        appraisal.judgements[i] = analysed.judgements[phase.forfeit]


def _choices(game: Game, one: range) -> dict[int, Action | None]:
    """Return the legal actions that the seats of a round chose."""
    steps = game.steps[one.start : one.stop]
    return {step.seat: step.action for step in steps if step.seat is not None and step.action is not None}


def decision_of_move(game: Game, i: int, analyst: Analyst) -> Decision | None:
    """Return the decision of a step, of its seat alone; None where the trace does not keep to the rules."""
    one = next(one for one in rounds(game.steps) if i in one)
    state, step = game.steps[one.start].state, game.steps[i]
    choices = _choices(game, one)
    if step.seat is None or step.seat not in players_to_move(state) or not allowed(state, choices):
        return None
    played = {seat: action for seat, action in choices.items() if action is not None}
    return Decision(
        step.state, step.day, game.names, (step.seat,), played, analyst(state, played), analyst.rollouts_for(state)
    )


def decision_json(decision: Decision) -> dict[str, object]:
    """Return a decision as JSON values."""
    state = decision.state
    return {
        "day": decision.day,
        "phase": phase_name(state).lower(),
        "rollouts": decision.rollouts,
        "chances": _chances(decision.analysis.chances),
        "seats": [
            {
                "seat": seat,
                "name": decision.names[seat],
                "played": decision.played.get(seat),
                "candidates": [_candidate(state, seat, one) for one in decision.rated(seat)],
            }
            for seat in decision.seats
        ],
    }


def game_json(analysed: AnalysedGame) -> dict[str, object]:
    """Return a game as JSON values; moves are numbered from 1."""
    game = analysed.game
    appraisal, last = analysed.appraisal, len(game.steps) - 1
    return {
        "names": list(game.names),
        "complaint": game.complaint,
        "ending": ending(game),
        "rollouts": appraisal.rollouts,
        "moves": [_move(analysed, i) for i, step in enumerate(game.steps) if step.seat is not None],
        "chances": _chances(appraisal.chances[last]) if last in appraisal.chances else None,
        "costliest": [i + 1 for i in appraisal.costliest()],
    }


def _move(analysed: AnalysedGame, i: int) -> dict[str, object]:
    step, appraisal = analysed.game.steps[i], analysed.appraisal
    judgement = appraisal.judgements.get(i)
    found: dict[str, object] = {
        "number": i + 1,
        "day": step.day,
        "phase": phase_name(step.state).lower(),
        "seat": step.seat,
        "played": step.action,
        "words": label(step),
        "chances": _chances(appraisal.chances[i]) if i in appraisal.chances else None,
    }
    if judgement is None:
        return found
    ranked = rated(judgement.candidates, judgement.seat, analysed.appraisal.rollouts)
    return {
        **found,
        "cost": _rounded(judgement.cost),
        "margin": _rounded(analysed.margin(i)),
        "best": judgement.best.action,
        "best_words": analysed.better(i),
        "candidates": [_candidate(step.state, judgement.seat, one) for one in ranked],
    }


def _candidate(state: State, seat: int, one: Rated) -> dict[str, object]:
    candidate = one.candidate
    return {
        "action": candidate.action,
        "words": move(state, seat, candidate.action),
        "probability": _rounded(candidate.probability),
        **_chances(candidate.chances),
        "cost": _rounded(one.cost),
        "margin": _rounded(one.margin),
    }


def _chances(chances: Chances) -> dict[str, object]:
    return {"wins": [_rounded(win) for win in chances.wins], "draw": _rounded(chances.draw)}


def _rounded(share: float) -> float:
    return round(share, 4)
