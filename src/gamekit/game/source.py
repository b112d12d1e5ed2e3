"""Where a game is written, and whether an exception comes from there: then a line about its author's bug is enough."""

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from gamekit.game import AnyGame
from gamekit.game.results import ResultError

Frame = tuple[str, int, str]
"""A file, a line in it, a function."""

OURS = "our bug: "
"""How a line begins about a bug that is not of a game of one's own."""

_HOUSE = Path(__file__).parents[2]


def source_of(game: AnyGame) -> Path:
    """Return the file that a game is written in, the folder if that is of a package."""
    module = sys.modules[type(game).__module__]
    depth = module.__name__.count(".")
    file = Path(module.__file__ or "").absolute()
    return file.parents[depth - 1] if depth else file


def frames_of(error: BaseException) -> list[Frame]:
    """Return what an exception has passed, the outermost first; at last the method whose result it is about."""
    frames = [(one.filename, one.lineno or 0, one.name) for one in traceback.extract_tb(error.__traceback__)]
    return [*frames, error.frame] if isinstance(error, ResultError) and error.frame else frames


def last_line(error: BaseException, file: Path) -> int | None:
    """Return the last line of a file that an exception passed, None if it passed none."""
    lines = [line for name, line, _ in frames_of(error) if Path(name).resolve() == file.resolve()]
    return lines[-1] if lines else None


def is_own(game: AnyGame, file: str) -> bool:
    """Tell whether a file is of those that a game is written in."""
    return Path(file).is_relative_to(source_of(game))


def last_own_line(game: AnyGame, frames: Sequence[Frame]) -> str:
    """Return in words the last line of a game's files that an exception passed; "" if it passed none."""
    own = [f"{Path(file).name}, line {line}" for file, line, _ in frames if is_own(game, file)]
    return own[-1] if own else ""


def is_ours(game: AnyGame) -> bool:
    """Tell whether a game is one of this house; one of one's own may be installed beside it, and has its command."""
    return source_of(game).is_relative_to(_HOUSE) and not game.command


def place_in(game: AnyGame, frames: Sequence[Frame]) -> str:
    """Return in words the method of a game of one's own that an exception came from, its file and line; "" if none."""
    own = [function for file, _, function in frames if is_own(game, file)]
    if not own or is_ours(game):
        return ""
    return f"in {own[0]} ({last_own_line(game, frames)}){_how_to_test(game)}"


def _how_to_test(game: AnyGame) -> str:
    """Return in words what says more about a game of one's own; "" of one without a file."""
    source = source_of(game)
    typed = game.command[1:] or [source.name] * source.is_file()
    return f"; `gamekit test {typed[0]}` tells more" if typed else ""


def bug_text(game: AnyGame, error: Exception) -> str:
    """Return in a line whose bug an exception is, that of a game of one's own or ours, and what it says."""
    what = f"{type(error).__name__}: {error}"
    place = place_in(game, frames_of(error))
    if place:
        return f"{what}, {place}"
    return f"{OURS}{what}" + ("" if is_ours(game) else f", or the game's{_how_to_test(game)}")
