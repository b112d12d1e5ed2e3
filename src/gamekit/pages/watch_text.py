"""Games to be watched in the terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from gamekit.analysis.frames import WatchedGame, frames
from gamekit.analysis.games import GameAppraisal
from gamekit.game import AnyGame, Observation
from gamekit.pages.replay import ending, move_text, worth_text
from gamekit.pages.telling import tell


def watch_text(game: AnyGame, watched: WatchedGame[Any], found: GameAppraisal[Any]) -> Iterator[RenderableType]:
    """Yield a game: its boards as an onlooker sees them, every decision, and what is known of their worth.

    A board is drawn where the length of the game changes, as at the beginning of a day.
    """
    if watched.complaint:
        yield Text(f"This trace breaks the rules: {watched.complaint}", style="red")
    last, drawn = ending(game, watched), None
    costs = {one.number: one.cost for one in found.judgements if one.is_sure}
    for number, frame in enumerate(frames(watched), 1):
        if drawn != (length := game.length(frame.state)) or frame.step is None or drawn is None:
            drawn = length
            yield Text()
            yield Rule(Text(f"Decision {number}" if frame.step else "The end"), align="left")
            yield game.draw_text(Observation(game.observe(frame.state, None), None), watched.names)
            if frame.done in found.worths:
                yield Text(f"Win shares: {worth_text(found.worths[frame.done], watched.names)}", style="italic")
        if frame.step:
            line = Text(move_text(game, frame.step, watched.names), style="bold")
            yield _indented(line.append(f"  cost {costs[number]:.0%} of a win" if number in costs else "", "red"))
        if frame.ends:
            yield from map(_indented, _news(game, watched, frame.ends, last))
    yield Text(last, style="bold")


def _news(game: AnyGame, watched: WatchedGame[Any], played: Any, last: str) -> Sequence[Text]:
    """Return what is told of a round beyond its moves and the ending."""
    moves = [move_text(game, step, watched.names) for step in played.steps]
    return [Text(line, style="dim") for line in tell(game, played, watched.names, None) if line not in (*moves, last)]


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2))
