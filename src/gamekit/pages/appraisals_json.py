"""What an analysis says, as JSON values."""

from collections.abc import Sequence
from math import isnan
from typing import Any

from gamekit.analysis.games import GameAppraisal, Judgement
from gamekit.game import AnyGame
from gamekit.game.appraisal import Appraisal, Candidate, Worth


def worth_json(worth: Worth) -> dict[str, object]:
    """Return a worth."""
    return {
        "share": round(worth.share, 4),
        **({} if isnan(worth.points) else {"points": round(worth.points, 2)}),
        "basis": str(worth.basis),
        "amount": worth.amount,
        "error": round(worth.error, 4),
    }


def candidate_json(game: AnyGame, candidate: Candidate[Any]) -> dict[str, object]:
    """Return a candidate."""
    mixed = {} if candidate.probability is None else {"probability": round(candidate.probability, 4)}
    line = [game.encode_action(action) for action in candidate.line]
    return {"action": game.encode_action(candidate.action), **worth_json(candidate.worth), **mixed, "line": line}


def appraisal_json(game: AnyGame, appraisal: Appraisal[Any]) -> dict[str, object]:
    """Return the appraisal of a position."""
    return {
        "worths": [worth_json(worth) for worth in appraisal.worths],
        "candidates": {
            str(seat): [candidate_json(game, one) for one in found] for seat, found in appraisal.candidates.items()
        },
    }


def judgement_json(game: AnyGame, one: Judgement[Any], *, candidates: bool = True) -> dict[str, object]:
    """Return a decision; seats count from 0, as on the wire, decisions and rounds from 1."""
    found: dict[str, object] = {
        "decision": one.number,
        "round": one.round + 1,
        "seat": one.step.seat,
        "played": None if one.step.fault else game.encode_action(one.step.action),
        "best": game.encode_action(one.best.action),
        "cost": round(one.cost, 4),
        "grade": str(one.grade),
    }
    if candidates:
        found["candidates"] = [candidate_json(game, each) for each in one.candidates]
    return found


def worst_json(game: AnyGame, worst: Sequence[tuple[str, Sequence[str], Judgement[Any]]]) -> list[dict[str, object]]:
    """Return decisions of several games: for each where it is from, who sits there, and the decision."""
    return [{"source": source, "names": list(names), **judgement_json(game, one)} for source, names, one in worst]


def game_json(game: AnyGame, found: GameAppraisal[Any], names: Sequence[str]) -> dict[str, object]:
    """Return a game."""
    return {
        "names": list(names),
        "worths": {str(at + 1): [worth_json(one) for one in worths] for at, worths in sorted(found.worths.items())},
        "decisions": [judgement_json(game, one) for one in found.judgements],
    }
