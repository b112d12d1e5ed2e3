"""Finding a game: in a file, or among those that installed packages add (entry points of the group `gamekit.games`)."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from gamekit.game import AnyGame, Game
from gamekit.game.results import is_number, is_whole
from gamekit.game.source import last_line

GROUP = "gamekit.games"
WHAT = "FILE.py or the name of an installed game"

_MOST_SEATS = 100  # numbers of seats to choose from (guessed: a help text names them)
_MOST_SECONDS = 1e9


class NoGameError(Exception):
    """What was named has no game that can be run; the message says in a line where and why."""


def installed() -> dict[str, EntryPoint]:
    """Return the games of installed packages, by name."""
    return {one.name: one for one in sorted(entry_points(group=GROUP), key=lambda one: one.name)}


def load(text: str) -> AnyGame:
    """Return the game of FILE.py, of FILE.py:NAME where the file has several, or of an installed package.

    What is typed for its command is noted in its class. Raises NoGameError.
    """
    file, _, name = text.partition(".py:") if ".py:" in text else (text.removesuffix(".py"), "", "")
    if file != text:
        game = _game_of(_module(Path(f"{file}.py")), f"{file}.py", name)
    elif entry := installed().get(text):
        game = _installed(entry)
    else:
        known = ", ".join(installed()) or "none is"
        raise NoGameError(f"expected {WHAT} ({known}), got {text!r}")
    type(game).command = ("gamekit", text)
    return game


def _installed(entry: EntryPoint) -> AnyGame:
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise NoGameError(f"{entry.value}: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise NoGameError(f"{entry.value}: expected a gamekit.game.Game, got {game!r:.80}")
    return _checked(game, entry.value)


def _module(path: Path) -> ModuleType:
    """Import a file under the name by which other processes find it, too: its folder goes to the end of the path."""
    if not path.is_file():
        raise NoGameError(f"{path}: No such file")
    folder, names = path.resolve().parent, [path.stem]
    while (folder / "__init__.py").exists():
        folder, names = folder.parent, [folder.name, *names]
    name = ".".join(names)
    sys.path.append(str(folder))
    try:
        found = importlib.util.find_spec(name)
        origin = found.origin if found else None
    except (ImportError, ValueError):
        origin = None
    if origin is None or Path(origin).resolve() != path.resolve():
        raise NoGameError(f"{path}: Python has another module {name!r}, or cannot import that name: rename the file")
    try:
        return importlib.import_module(name)
    except SyntaxError as error:
        raise NoGameError(f"{error.filename}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise NoGameError(f"{place(error, path)}: {type(error).__name__}: {error}") from error


def place(error: BaseException, path: Path) -> str:
    """Return the file and the last line in it that an exception passed, only the file if it passed none."""
    line = last_line(error, path)
    return str(path) if line is None else f"{path}, line {line}"


def _game_of(module: ModuleType, file: str, name: str) -> AnyGame:
    """Return the one instance of a class of the module that is a Game, or the one of that name."""
    games: dict[str, AnyGame] = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, Game) and type(value).__module__ == module.__name__
    }
    if name:
        if name not in games:
            raise NoGameError(f"{file}: expected one of its games ({', '.join(games) or 'none'}), got {name!r}")
        return _checked(games[name], file)
    different = list({id(game): key for key, game in games.items()}.values())
    if len(different) > 1:
        raise NoGameError(f"{file}: expected one game, got {', '.join(different)}: name one, {file}:{different[0]}")
    if different:
        return _checked(games[different[0]], file)
    classes = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if classes:
        raise NoGameError(f"{file}: expected an instance of {classes[0]}: add the line GAME = {classes[0]}()")
    raise NoGameError(f"{file}: expected a game, an instance of a subclass of gamekit.game.Game; got none")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, value))


def _is_seconds(value: Any) -> bool:
    return is_number(value, _MOST_SECONDS) and value > 0


_EXPECTED: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ('a word such as "hex"', lambda name: _is_text(name) and name.replace("-", "").replace("_", "").isalnum()),
    "seats": (
        f"a range such as range(2, 3), of at most {_MOST_SEATS} numbers",
        lambda seats: isinstance(seats, range) and 0 < len(seats) <= _MOST_SEATS and seats[0] > 0 and seats.step == 1,
    ),
    **dict.fromkeys(
        ("variants", "wires"), ('texts such as ("standard",)', lambda texts: _is_texts(texts) and texts != ())
    ),
    **dict.fromkeys(("policy_names", "ladder"), ('texts such as ("greedy",)', _is_texts)),
    **dict.fromkeys(("ours", "variant_noun", "returns_noun", "length_noun"), ("a text", _is_text)),
    **dict.fromkeys(("answer_seconds", "move_seconds"), ("a number of seconds", _is_seconds)),
    "game_seconds": ("None or a number of seconds", lambda limit: limit is None or _is_seconds(limit)),
    "max_length": ("None or a whole number", lambda most: most is None or (is_whole(most) and most > 0)),
}
"""What the attributes of a game have to be, in words, and what tells so."""


def _checked(game: AnyGame, source: str) -> AnyGame:
    """Return the game if it is what commands need."""
    kind = type(game)
    for name, (words, fits) in _EXPECTED.items():
        if not fits(value := getattr(game, name, None)):
            raise NoGameError(f"{source}: expected {kind.__name__}.{name}, {words}, got {value!r:.80}")
    if inspect.signature(kind).parameters:
        raise NoGameError(
            f"{source}: expected {kind.__name__}() to make the game: other processes do; it takes arguments"
        )
    return game
