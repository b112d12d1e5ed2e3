"""Decisions and games as they were analysed, as JSON values."""

from economancy.analysis.analysed import AnalysedGame, CandidateCost, JointDecision, rated
from economancy.analysis.position import Chances
from economancy.pages.words import better, ending, label, move, phase_name
from economancy.rules.state import State


def decision_json(decision: JointDecision) -> dict[str, object]:
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
        "best_words": better(analysed, i),
        "candidates": [_candidate(step.state, judgement.seat, one) for one in ranked],
    }


def _candidate(state: State, seat: int, one: CandidateCost) -> dict[str, object]:
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
