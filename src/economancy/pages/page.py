"""A trace as one self-contained page: everything is in it, and it asks no network for anything."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from economancy.analysis.appraisal import GameAppraisal
from economancy.analysis.judgement import Judgement, ranked, worth
from economancy.analysis.trace import Trace, TracedGame, TraceStep, rounds
from economancy.pages.faces import faces
from economancy.pages.words import ending, label, move, outcome, phase_name, sold_out
from economancy.protocol import encode_state
from economancy.rules.state import State
from gamekit.pages import assets
from gamekit.pages.assets import browser_json, template_environment

MOST_CANDIDATES = 8
"""How many candidates of a move are listed, beside the one that was played (guessed: a screen shows them)."""


def asset(name: str) -> Markup:
    """Return a file of this package, as it is, for a page to hold."""
    return assets.asset("economancy.pages", name)


def page(title: str, trace: Trace, appraisals: Sequence[GameAppraisal], source: str) -> str:
    """Return the page of a trace as HTML; the source says in a few words what the chances come from."""
    template = template_environment().from_string(asset("view.html"))
    return template.render(
        title=title,
        asset=asset,
        elements=assets.asset("gamekit.pages", "elements.css"),
        data=browser_json(trace_data(title, trace, appraisals, source)),
        record=trace.record,
    )


def trace_data(title: str, trace: Trace, appraisals: Sequence[GameAppraisal], source: str) -> dict[str, object]:
    """Return what the page's script shows, as JSON values."""
    return {
        "title": title,
        "source": source,
        "faces": faces(_card_names(trace)),
        "games": [_game(game, appraisal) for game, appraisal in zip(trace.games, appraisals, strict=True)],
    }


def _card_names(trace: Trace) -> Iterable[str]:
    steps = [step for game in trace.games for step in game.steps]
    piles = {stock.card.name for step in steps for stock in step.state.shop}
    held = {owned.card.name for step in steps for player in step.state.players for owned in player.cards}
    return sorted(piles | held)


def _game(game: TracedGame, appraisal: GameAppraisal) -> dict[str, object]:
    chances = sorted(appraisal.chances.items())
    return {
        "names": game.names,
        "ending": ending(game),
        "complaint": game.complaint,
        "steps": [_step(step) for step in game.steps],
        "outcomes": {str(one[-1]): outcome(game, one) for one in rounds(game.steps)},
        "chances": [[i, *(_rounded(win) for win in found.wins), _rounded(found.draw)] for i, found in chances],
        "costs": {str(i): _rounded(one.cost) for i, one in appraisal.judgements.items()},
        "costliest": appraisal.costliest(),
        "candidates": {str(i): _candidates(game.steps[i].state, one) for i, one in appraisal.judgements.items()},
    }


def _step(step: TraceStep) -> dict[str, object]:
    return {
        "state": encode_state(step.state, step.seat),
        "day": step.day,
        "phase": phase_name(step.state),
        "action": step.action,
        "label": label(step),
    }


def _candidates(state: State, judgement: Judgement) -> list[list[object]]:
    """Return the candidates of a choice: each in words, how often we would play it, its worth, if it was played."""
    seat = judgement.seat
    return [
        [move(state, seat, one.action), _rounded(one.probability), _rounded(worth(one.chances, seat)), played]
        for number, one in enumerate(ranked(judgement.candidates, seat))
        if (played := one == judgement.played) or (number < MOST_CANDIDATES and not sold_out(state, one.action))
    ]


def _rounded(share: float) -> float:
    return round(share, 3)
