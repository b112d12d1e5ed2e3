"""What `economancy analyse` shows: a decision as a table of its candidates, a game as its days and costliest moves."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from economancy.analysis.analysed import AnalysedGame, CandidateCost, JointDecision
from economancy.analysis.position import Chances
from economancy.pages.screen import board, heading, seat_name
from economancy.pages.words import better, ending, label, phase_name, sold_out
from economancy.rules.attacking import STOP
from economancy.rules.state import Action, Attacking, Investing, State
from gamekit.pages.telling import WIDTH
from gamekit.tournament.names import short_name

_BLOCKS = "█▓▒░"
"""The part of each seat in a bar, also where there is no colour; a draw's is left blank."""

LEAST_SHOWN = 0.0005
"""Of a cost; a lower one rounds to 0.0%."""

_SHARES = {2: "half a win", 3: "a third of a win", 4: "a quarter of a win"}


def decision_text(decision: JointDecision) -> Iterator[RenderableType]:
    """Yield what is to be printed of a decision, in order."""
    state, names = decision.state, decision.names
    mover = decision.seats[0] if len(decision.seats) == 1 else None
    yield heading(f"Day {decision.day}, {phase_name(state).lower()}")
    yield board(state, names, mover)
    yield Text()
    yield Text("Chance to win: ", style="bold").append(_in_words(decision.analysis.chances, names), style="not bold")
    for seat in decision.seats:
        yield Text()
        yield _candidates(decision, seat)
    yield Text()
    yield from _legend(decision)


def _candidates(decision: JointDecision, seat: int) -> Table:
    state, names = decision.state, decision.names
    table = _table()
    table.add_column(seat_name(names, seat).append(f" {_verb(state, seat)}", style="not bold"), overflow="fold")
    for title in ("play it", *(f"{name}\nwins" for name in column_names(names)), "draw", "costs"):
        table.add_column(title, justify="right")
    for rated in decision.rated(seat):
        played = decision.played.get(seat) == rated.candidate.action
        if played or not sold_out(state, rated.candidate.action):
            table.add_row(*_row(state, seat, rated, played), style="bold" if played else "")
    return table


def _row(state: State, seat: int, rated: CandidateCost, played: bool) -> Iterator[str]:
    candidate = rated.candidate
    yield option(state, seat, candidate.action) + "  <- played" * played
    yield f"{candidate.probability:.0%}" if candidate.probability else "-"
    yield from (f"{win:.1%}" for win in candidate.chances.wins)
    yield f"{candidate.chances.draw:.1%}"
    yield "?" * (LEAST_SHOWN <= rated.cost <= rated.margin) + _cost(rated.cost)


def option(state: State, seat: int, action: Action) -> str:
    """Return a candidate as it goes onto the wire, and what it is: `3`, `2 Ghost`, `0 nothing`, `Ghost`, `Pass`."""
    match state.phase:
        case Attacking(attacker) if attacker == seat and action == STOP:
            return f"{action} nothing"
        case Attacking():
            return f"{action} {state.players[seat].cards[int(action)].card.name}"
    return f"{action} (sold out)" if sold_out(state, action) else str(action)


def _verb(state: State, seat: int) -> str:
    match state.phase:
        case Investing():
            return "invests"
        case Attacking(attacker):
            return "attacks with" if attacker == seat else "defends with"
    return "buys"


def _legend(decision: JointDecision) -> Iterator[RenderableType]:
    by_rollouts = decision.rollouts is not None
    mixture = "Monte Carlo would." if by_rollouts else "to play the move: who mixes moves so cannot be outguessed."
    yield _note("play it", f"how often {mixture}")
    yield _note("wins", "chance to win after the move, if the others play as expected.")
    share = _SHARES[len(decision.names)]
    chance = " ?: may be chance." if by_rollouts else ""
    yield _note("costs", f"how much less the move is worth than the best one; a draw counts {share}.{chance}")
    yield _source(decision.rollouts)


def game_text(analysed: AnalysedGame) -> Iterator[RenderableType]:
    """Yield what is to be printed of a game, in order."""
    game = analysed.game
    if game.complaint:
        yield Text(f"This is no whole game by the rules. {game.complaint}", style="red")
        yield Text()
    yield _days(analysed)
    yield Text(ending(game), style="bold")
    yield Text()
    yield from _costliest(analysed)
    yield Text()
    yield _source(analysed.appraisal.rollouts)


def _days(analysed: AnalysedGame) -> Table:
    """Return the chances as each day begins, and at the end."""
    game, chances = analysed.game, analysed.appraisal.chances
    names = column_names(game.names)
    width = WIDTH - 11 - sum(max(len(name) + 2, len("100%")) + 2 for name in names)
    table = _table(title="Chance to win as each day begins")
    table.add_column("day", justify="right")
    table.add_column("", min_width=width)
    for seat in range(len(game.names)):
        table.add_column(Text(f"{_BLOCKS[seat]} ").append_text(seat_name(names, seat)), justify="right")
    table.add_column("draw", justify="right")
    day = 0
    for i, step in enumerate(game.steps):
        if i in chances and (step.day != day or step.seat is None):
            day = step.day
            shares = [f"{share:.0%}" for share in (*chances[i].wins, chances[i].draw)]
            table.add_row("end" if step.seat is None else str(day), bar(chances[i], width), *shares)
    return table


def column_names(names: Sequence[str]) -> list[str]:
    """Return names short enough to head columns."""
    longest = 32 // len(names)
    short = [short_name(name) for name in names]
    return [name if len(name) <= longest else f"{name[: longest - 1]}…" for name in short]


def bar(chances: Chances, width: int) -> Text:
    """Return a bar of so many characters, divided among the seats in order; blank is what a draw has."""
    text = Text(no_wrap=True)
    reach, done = 0.0, 0
    for seat, win in enumerate(chances.wins):
        reach += win
        part = round(reach * width) - done
        done += part
        text.append_text(seat_name([_BLOCKS[seat] * part] * len(chances.wins), seat))
    return text.append(" " * (width - done))


def _costliest(analysed: AnalysedGame) -> Iterator[RenderableType]:
    game, found = analysed.game, analysed.appraisal.costliest()
    if not found:
        yield Text("No move cost much.", style="bold")
        return
    table = _table(title="The moves that cost most")
    for title in ("move", "day"):
        table.add_column(title, justify="right")
    for title in ("who", "played", "better"):
        table.add_column(title, overflow="fold")
    table.add_column("costs", justify="right")
    for i in found:
        step, judgement = game.steps[i], analysed.appraisal.judgements[i]
        who = seat_name(game.names, judgement.seat)
        table.add_row(str(i + 1), str(step.day), who, label(step), better(analysed, i), _cost(judgement.cost))
    yield table
    yield Text()
    yield _note("costs", f"of a win, beside the better move; a draw counts {_SHARES[len(game.names)]}.")
    yield _note("move", f"see all its candidates with --move {found[0] + 1}.")


def _table(title: str | None = None) -> Table:
    return Table(box=None, pad_edge=False, header_style="dim", title=title, title_style="bold", title_justify="left")


def _in_words(chances: Chances, names: Sequence[str]) -> str:
    shares = [*zip(names, chances.wins, strict=True), ("a draw", chances.draw)]
    return ", ".join(f"{name} {share:.1%}" for name, share in shares)


def _cost(cost: float) -> str:
    return f"{cost:.1%}" if cost >= LEAST_SHOWN else "-"


def _note(word: str, text: str) -> Text:
    return Text(f"{word}: ", style="bold dim").append(text, style="not bold")


def _source(rollouts: int | None) -> Text:
    if rollouts is None:
        return Text("Chances come from trained values and a search of the day.", style="dim")
    return Text(
        f"There are no trained values for this table: chances come from {rollouts:,} rollouts for each choice, games "
        "played on by rules of thumb, equally many after each move. More of them (--rollouts) err less.",
        style="dim",
    )
