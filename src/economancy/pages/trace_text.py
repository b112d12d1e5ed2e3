"""`economancy view --text`: a trace told in the terminal, a line for every move and the board every morning."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from economancy.analysis.appraisal import GameAppraisal
from economancy.analysis.position import Chances
from economancy.analysis.trace import Trace, TracedGame, rounds
from economancy.pages.screen import board, heading, seat_name
from economancy.pages.words import ending, label, outcome, phase_name


def story(trace: Trace, appraisals: Sequence[GameAppraisal]) -> Iterator[RenderableType]:
    """Yield what is to be printed of a trace, in order."""
    many = len(trace.games) > 1
    for number, (game, appraisal) in enumerate(zip(trace.games, appraisals, strict=True), start=1):
        if many:
            yield heading(f"Game {number} of {len(trace.games)}: {', '.join(game.names)}")
        yield from _game(game, appraisal)
    for row in trace.record:
        yield Text(f"{row.name}: {row.wins} wins, {row.forfeits} forfeits, {row.draws} draws")


def _game(game: TracedGame, appraisal: GameAppraisal) -> Iterator[RenderableType]:
    if game.complaint:
        yield Text(f"This trace is not valid: {game.complaint}", style="red")
    outcomes = {one[-1]: outcome(game, one) for one in rounds(game.steps)}
    day = 0
    for i, step in enumerate(game.steps):
        if step.day != day or step.seat is None:
            day = step.day
            of_three = "" if day == step.state.day else f" (a day {step.state.day})"
            yield Text()
            yield heading(f"Day {day}{of_three}" if step.seat is not None else "The end")
            yield board(step.state, game.names)
            if i in appraisal.chances:
                yield _chances(game, appraisal.chances[i])
            yield Text()
        if step.seat is not None:
            line = Text(f"  {phase_name(step.state):<10} ").append_text(seat_name(game.names, step.seat))
            yield line.append(f" {label(step)}").append(_cost(appraisal, i), style="red")
        if told := outcomes.get(i):
            yield Padding(Text(told, style="dim"), (0, 0, 0, 13))
    yield Text(ending(game), style="bold")
    for i in appraisal.costliest():
        step = game.steps[i]
        assert step.seat is not None
        yield Text(f"{_cost(appraisal, i).strip()} on day {step.day}: {game.names[step.seat]} {label(step)}")


def _chances(game: TracedGame, chances: Chances) -> Text:
    shares = [*zip(game.names, chances.wins, strict=True), ("draw", chances.draw)]
    return Text("Chances: " + ", ".join(f"{name} {share:.0%}" for name, share in shares), style="italic")


def _cost(appraisal: GameAppraisal, i: int) -> str:
    return f"  cost {appraisal.judgements[i].cost:.0%} of a win" if appraisal.is_costly(i) else ""
