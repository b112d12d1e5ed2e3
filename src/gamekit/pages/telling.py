"""What happened in a round, in sentences for one reader: a seat, who is YOU, or an onlooker."""

import html
import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console, RenderableType

from gamekit.game import YOU, AnyGame, Change, Fault, Observation, does
from gamekit.table import Round
from gamekit.text import escaped

WIDTH = 80
"""Columns of a state drawn for a terminal."""


def called(names: Sequence[str], reader: int | None) -> list[str]:
    """Return the names of all seats as this reader is told them."""
    return [YOU if seat == reader else name for seat, name in enumerate(names)]


def tell(game: AnyGame, played: Round[Any], names: Sequence[str], seat: int | None) -> list[str]:
    """Return the sentences about a round that a seat (None: an onlooker) may know."""
    if played.forfeit is not None:
        return [tell_forfeit(played.forfeit, names)]
    wrong = [names[step.seat] for step in played.steps if step.action is None]
    if wrong:
        return [f"{does(name, 'break')} the rules. The game goes on." for name in wrong]
    return game.story(game.observe(played.before, seat), played.actions, game.observe(played.after, seat), names)


def tell_forfeit(fault: Fault, names: Sequence[str]) -> str:
    """Return how a fault ended the game."""
    return f"{does(names[fault.seat], 'forfeit')}: {escaped(fault.reason)}."


def tell_end(game: AnyGame, state: Any, forfeit: Fault | None, names: Sequence[str]) -> str:
    """Return how a game that is over ended."""
    return game.outcome(state, names) if forfeit is None else tell_forfeit(forfeit, names)


def new_console() -> Console:
    """Return a console on standard output, no wider than WIDTH."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    return console


def plain_text(drawn: RenderableType) -> str:
    """Return what a terminal without colours would show."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, markup=False)
    with console.capture() as capture:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def latest(game: AnyGame, rounds: Sequence[Round[Any]], seat: int | None) -> tuple[Change[Any, Any], ...]:
    """Return what a reader (None: an onlooker) is shown as the last move, of rounds of which the last comes last.

    That are the rounds since the reader's own last decision; if that was the last one, or there is no reader, the
    latest ones of the same seats.
    """
    found: list[Round[Any]] = []
    own = bool(rounds) and seat in rounds[-1].actions
    for played in reversed(rounds):
        if seat is None or own:
            if found and (len(played.actions) > 1 or played.actions.keys() != found[-1].actions.keys()):
                break
        elif seat in played.actions:
            break
        found.append(played)
    return tuple(_change(game, played, seat) for played in reversed(found))


def _change(game: AnyGame, played: Round[Any], seat: int | None) -> Change[Any, Any]:
    return Change(game.observe(played.before, seat), played.actions, game.observe(played.after, seat))


def board(
    game: AnyGame, state: Any, seat: int | None, names: Sequence[str], last: Sequence[Change[Any, Any]] = ()
) -> str:
    """Return a state as a seat (None: an onlooker) sees it, as HTML, with what led to it marked."""
    return drawn(game, Observation(game.observe(state, seat), seat), names, last)


def drawn(
    game: AnyGame, observation: Observation[Any], names: Sequence[str], last: Sequence[Change[Any, Any]] = ()
) -> str:
    """Return the game's own drawing of what is observed as HTML, or its text if it has none."""
    return game.draw_page(observation, names, last) or _as_html(plain_text(game.draw_text(observation, names)))


def _as_html(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"
