"""What an analysis says, for a terminal: a decision with its candidates, a game with its worst decisions."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isnan
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from gamekit.analysis.games import GameAppraisal, Judgement
from gamekit.analysis.sources import Recording
from gamekit.game import AnyGame, Observation
from gamekit.game.appraisal import BOUNDS, Appraisal, Candidate, Worth, best, cost, cost_error, grade
from gamekit.policies.appraisals import has_hints

_BLOCKS = "█▓▒░▚▞"
"""The part of each seat in a bar, also where there is no colour."""
BAR = 30
"""Columns of a bar."""
ROWS = 12
"""Rounds of a game that its table shows (guessed: half a screen)."""


def line_in_words(
    game: AnyGame, observation: Observation[Any], candidate: Candidate[Any], names: Sequence[str], most: int = 4
) -> str:
    """Return the plies that are expected after a candidate, at most so many, as far as the state is whole."""
    state, actions = observation.state, (candidate.action, *candidate.line)
    movers = game.players_to_move(state)
    told: list[str] = []
    for action, following in pairwise(actions[: most + 1]):
        try:
            state = game.apply(state, {movers[0]: action})
        except ValueError:  # what a seat sees is not the whole state: the next action says what it can
            return ", ".join([*told, game.action_text(following)])
        movers = game.players_to_move(state)
        if len(movers) != 1:
            break
        seen = Observation(game.observe(state, movers[0]), movers[0])
        told.append(f"{names[movers[0]]}: {game.choice_text(seen, following, names)}")
    return "; ".join(told)


def decision_text(
    game: AnyGame, observation: Observation[Any], appraisal: Appraisal[Any], names: Sequence[str], played: Any = None
) -> Iterator[RenderableType]:
    """Yield a state and what each of its candidates is worth, for each seat that moves."""
    yield game.draw_text(observation, names)
    yield Text()
    yield _shares(appraisal.worths, names)
    for seat, candidates in appraisal.candidates.items():
        yield Text()
        yield _candidates(game, Observation(observation.state, seat), candidates, names, played)
        if line := line_in_words(game, Observation(observation.state, seat), best(candidates), names):
            yield Text(f"Expected after the best: {line}")


def _candidates(
    game: AnyGame, observation: Observation[Any], found: Sequence[Candidate[Any]], names: Sequence[str], played: Any
) -> Table:
    assert observation.seat is not None
    table = _table()
    table.add_column(names[observation.seat], overflow="fold")
    points = any(not isnan(one.worth.points) for one in found)
    mixed = any(one.probability is not None for one in found)
    for title in ("wins", *(["points"] * points), *(["play it"] * mixed), "costs", "known by"):
        table.add_column(title, justify="left" if title == "known by" else "right")
    for one in found:
        chosen = played is not None and one.action == played
        lost = cost(one, found)
        row = [
            game.choice_text(observation, one.action, names) + "  <- played" * chosen,
            f"{one.worth.share:.1%}",
            *([f"{one.worth.points:+.1f}"] * points),
            *([f"{one.probability:.0%}" if one.probability else "-"] * mixed),
            f"{lost:.1%} {grade(lost, cost_error(one, found))}".rstrip() if lost >= 0.0005 else "-",
            one.worth.basis_text,
        ]
        table.add_row(*map(Text, row), style="bold" if chosen else "")
    return table


def _shares(worths: Sequence[Worth], names: Sequence[str]) -> Text:
    told = ", ".join(f"{name} {worth.share:.1%}" for name, worth in zip(names, worths, strict=True))
    return Text("Win share: ", style="bold").append(told, style="not bold")


def game_text(
    game: AnyGame, recording: Recording, found: GameAppraisal[Any], worst: Sequence[Judgement[Any]]
) -> Iterator[RenderableType]:
    """Yield a game: the win shares along it, the count of each grade, and decisions that cost most."""
    names = recording.names
    if not found.judgements:
        yield Text(no_values(game), style="bold")
        return
    if found.worths:
        yield _graph(found, names, len(recording.rounds))
        yield Text()
    yield _counts(found, names)
    yield Text()
    yield from worst_text(game, [("", names, one) for one in worst])


def no_values(game: AnyGame) -> str:
    """Return why no decision has a value: the game has none, or there was no time."""
    why = (
        "there was no time" if has_hints(game) else "the game hides something, and has neither `sample` nor `appraise`"
    )
    return f"No decision could be valued: {why}."


def _graph(found: GameAppraisal[Any], names: Sequence[str], rounds: int) -> Table:
    table = _table(title="Win share before each round")
    table.add_column("round", justify="right")
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(
            Text(f"{_BLOCKS[seat % len(_BLOCKS)]} {name}", overflow="ellipsis"), justify="right", max_width=14
        )
    known = sorted(found.worths)
    step = max(1, -(-len(known) // ROWS))
    shown = [*known[:-1:step], known[-1]]
    for at in shown:
        worths = found.worths[at]
        cells = [f"{one.share:.0%}" if isnan(one.points) else f"{one.share:.0%} {one.points:+.0f}" for one in worths]
        table.add_row("end" if at == rounds else str(at + 1), bar([one.share for one in worths]), *cells)
    return table


def bar(shares: Sequence[float]) -> str:
    """Return a bar of BAR characters, divided among the seats in order."""
    text, reach, done = "", 0.0, 0
    for seat, share in enumerate(shares):
        reach += share
        part = round(reach * BAR) - done
        done += part
        text += _BLOCKS[seat % len(_BLOCKS)] * part
    return text


def _counts(found: GameAppraisal[Any], names: Sequence[str]) -> Table:
    table = _table()
    table.add_column("decisions", overflow="fold")
    for title in ("number", *(f"{name}" for name in BOUNDS), "lost in all"):
        table.add_column(title, justify="right")
    for seat, name in enumerate(names):
        own = [one for one in found.judgements if one.step.seat == seat]
        counts = (str(found.count(seat, each)) for each in BOUNDS)
        table.add_row(Text(name), str(len(own)), *counts, f"{sum(one.cost for one in own):.1%}")
    return table


def worst_text(
    game: AnyGame, worst: Sequence[tuple[str, Sequence[str], Judgement[Any]]], boards: bool = False
) -> Iterator[RenderableType]:
    """Yield decisions, each with the source of its game and the names at its table; with `boards` also the states."""
    if not worst:
        yield Text("No decision surely cost anything." if has_hints(game) else no_values(game), style="bold")
        return
    yield Text("The decisions that cost most", style="bold")
    for source, names, one in worst:
        seat = one.step.seat
        shown = Observation(game.observe(one.step.state, seat), seat)
        yield Text()
        if source:
            yield Text(source, style="dim")
        where = f"decision {one.number}, round {one.round + 1}, {names[seat]}"
        yield Text(f"{where}: lost {one.cost:.1%} of a win" + (f" ({one.grade})" if one.grade else ""))
        if boards:
            yield game.draw_text(shown, names)
        played = "a fault" if one.step.fault else game.choice_text(shown, one.step.action, names)
        yield Text(f"  played  {played}: {one.played.worth.text if one.played else 'nothing'}")
        better = game.choice_text(shown, one.best.action, names)
        yield Text(f"  better  {better}: {one.best.worth.text}")
        if line := line_in_words(game, shown, one.best, names):
            yield Text(f"  then    {line}")


def _table(title: str | None = None) -> Table:
    return Table(box=None, pad_edge=False, header_style="dim", title=title, title_style="bold", title_justify="left")
