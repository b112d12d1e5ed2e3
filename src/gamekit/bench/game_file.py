"""The games of a measurement in a file, to go on with: what stands there is not played again, but looked at first."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gamekit.files import OwnFolder
from gamekit.tournament.records import Record, RecordError


class GameFile:
    """Games by a key that says all they depend on. Without a path they are kept while the program runs."""

    def __init__(self, path: Path | None, bench: str, check: Callable[[Mapping[str, Any]], None]) -> None:
        """Open the file of a measurement by its name, or begin it.

        `check` raises ValueError unless a row is one of the measurement. Raises RecordError, which says on which line
        another stands, OSError and Unwritten.
        """
        self._record = None
        if path:
            with closing(OwnFolder(path.parent, shared=True)) as folder:
                self._record = Record(folder, path.name, {"bench": bench}, key="game", resume=True)
        self._games: dict[object, Mapping[str, Any]] = dict(self._record.rows) if self._record else {}
        for key, game in self._games.items():
            self._look(key, game, check)

    def _look(self, key: object, game: Mapping[str, Any], check: Callable[[Mapping[str, Any]], None]) -> None:
        assert self._record
        try:
            check(game)
        except ValueError as error:
            self._record.close()
            raise RecordError(f"{self._record.path}: line {self._record.lines[key]}: {error}") from None

    def __contains__(self, key: str) -> bool:
        return key in self._games

    def __getitem__(self, key: str) -> Mapping[str, Any]:
        return self._games[key]

    def add(self, key: str, game: Mapping[str, Any]) -> None:
        """Add a game, at once. Raises Unwritten."""
        self._games[key] = game
        if self._record:
            self._record.append({"game": key, **game})

    def game(self, key: str, play: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return a game; if it is not there, it is played and added. Raises Unwritten, and what playing it raises."""
        if key not in self:
            self.add(key, play())
        return self[key]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._record:
            self._record.close()
