"""What happened in a round, in sentences for one reader: a seat, who is YOU, or an onlooker."""

import html
import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console, RenderableType

from gamekit.game import YOU, AnyGame, Fault, Observation
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
        return [f"{name} {'break' if name == YOU else 'breaks'} the rules. The game goes on." for name in wrong]
    return game.story(game.observe(played.before, seat), played.actions, game.observe(played.after, seat), names)


def tell_forfeit(fault: Fault, names: Sequence[str]) -> str:
    """Return how a fault ended the game."""
    name = names[fault.seat]
    return f"{name} {'forfeit' if name == YOU else 'forfeits'}: {escaped(fault.reason)}."


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


def board(game: AnyGame, state: Any, seat: int | None, names: Sequence[str]) -> str:
    """Return a state as a seat (None: an onlooker) sees it, as HTML: the game's own fragment, or its text."""
    observation = Observation(game.observe(state, seat), seat)
    return game.draw_page(observation, names) or _as_html(plain_text(game.draw_text(observation, names)))


def _as_html(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"
