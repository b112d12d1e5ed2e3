"""Traces of any game as one self-contained page, and as text for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from gamekit.analysis.frames import Frame, WatchedGame, frames, read_games
from gamekit.game import AnyGame, Observation
from gamekit.pages.assets import asset, browser_json, template_environment
from gamekit.pages.telling import board, latest, tell, tell_end
from gamekit.table import Round, Step
from gamekit.wire.json_stream import JsonSplitter

_PACKAGE = "gamekit.pages"


def watch_page(game: AnyGame, title: str, trace: bytes) -> str:
    """Return the page of a trace or a stream of them: the game's own, or this one. Raises Mismatch without a game."""
    own = game.watch_page(title, trace)
    if own is not None:
        return own
    splitter = JsonSplitter()
    return page(game, title, read_games(game, [*splitter.feed(trace), *splitter.close()]))


def page(game: AnyGame, title: str, games: Sequence[WatchedGame[Any]]) -> str:
    """Return the page of some games as HTML; it asks no network for anything."""
    data = _Drawer(game).data(games)
    template = template_environment().from_string(asset(_PACKAGE, "watch.html"))
    return template.render(title=title, style=game.page_style(), asset=asset, data=browser_json(data))


class _Drawer:
    """Draws games for the page's script. Boards that look alike are kept once, and named by their numbers."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._numbers: dict[str, int] = {}

    def data(self, games: Sequence[WatchedGame[Any]]) -> dict[str, object]:
        drawn = [self._one(watched) for watched in games]
        return {"games": drawn, "boards": list(self._numbers)}

    def _one(self, watched: WatchedGame[Any]) -> dict[str, object]:
        return {
            "names": watched.names,
            "ending": _ending(self._game, watched),
            "complaint": watched.complaint,
            "hides": not self._game.perfect_information,
            "frames": self._frames(watched),
        }

    def _frames(self, watched: WatchedGame[Any]) -> list[dict[str, object]]:
        found, done = list[dict[str, object]](), 0
        for frame in frames(watched):
            found.append(self._frame(watched, frame, watched.rounds[:done]))
            done += frame.ends is not None
        return found

    def _frame(self, watched: WatchedGame[Any], frame: Frame[Any], past: Sequence[Round[Any]]) -> dict[str, object]:
        game = self._game
        eyes: list[int | None] = [None] if game.perfect_information else [None, *range(len(watched.names))]
        length = game.length(frame.state)
        return {
            "length": f"{game.length_noun.removesuffix('s')} {length + 1}" if frame.steps else "the end",
            "boards": [
                self._number(board(game, frame.state, eye, watched.names, latest(game, past, eye))) for eye in eyes
            ],
            "movers": [step.seat for step in frame.steps],
            "moves": [move_text(game, step, watched.names) for step in frame.steps],
            "story": [tell(game, frame.ends, watched.names, eye) for eye in eyes] if frame.ends else [],
        }

    def _number(self, drawn: str) -> int:
        return self._numbers.setdefault(drawn, len(self._numbers))


def move_text(game: AnyGame, step: Step[Any], names: Sequence[str]) -> str:
    """Return what a seat did in one decision."""
    words = "no legal answer" if step.action is None else game.action_text(step.action, step.state)
    return f"{names[step.seat]}: {words}"


def _ending(game: AnyGame, watched: WatchedGame[Any]) -> str:
    if watched.forfeit is None and game.players_to_move(watched.state):
        return "The trace ends here, before the game does."
    return tell_end(game, watched.state, watched.forfeit, watched.names)


def watch_text(game: AnyGame, games: Sequence[WatchedGame[Any]]) -> Iterator[RenderableType]:
    """Yield what `view --text` prints: every board as an onlooker sees it, and every move."""
    for number, watched in enumerate(games, start=1):
        if len(games) > 1:
            yield Text(f"Game {number} of {len(games)}: {', '.join(watched.names)}", style="bold")
        if watched.complaint:
            yield Text(f"This trace breaks the rules: {watched.complaint}", style="red")
        ending = _ending(game, watched)
        for frame in frames(watched):
            observation = Observation(game.observe(frame.state, None), None)
            yield Text()
            yield Rule(Text(", ".join(watched.names[step.seat] for step in frame.steps) or "The end"), align="left")
            yield game.draw_text(observation, watched.names)
            lines = [move_text(game, step, watched.names) for step in frame.steps]
            if frame.ends:
                lines = [line for line in tell(game, frame.ends, watched.names, None) if line != ending]
            for line in lines:
                yield Padding(Text(line, style="bold"), (0, 0, 0, 2))
        yield Text(ending, style="bold")
