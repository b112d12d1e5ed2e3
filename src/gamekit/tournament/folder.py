"""The folder that --out names: traces, pages to watch them, standard errors of games with a fault, and the record."""

import contextlib
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from gamekit.files import OwnFolder
from gamekit.text import escaped, escaped_lines
from gamekit.tournament.arena import GameResult, Job, Report
from gamekit.tournament.names import file_part
from gamekit.tournament.records import Record, RecordError, read_settings
from gamekit.tournament.rows import check_row
from gamekit.traces import RECORD

TRACES = "traces"
WATCH = "watch"
ERRORS = "errors"


class Fixtures(Protocol):
    """The games of a tournament by number. Which games there are may depend on how earlier ones ended."""

    def job(self, number: int) -> Job:
        """Return the game of a number. Raises ValueError if there is none."""
        ...

    def take(self, played: GameResult) -> object:
        """Take in how a game ended."""
        ...


class Folder:
    """The folder of a tournament; `played` are the games that were on record when it was opened, by number.

    `damage` says what of the record was lost, None if nothing was.
    """

    def __init__(
        self,
        own: OwnFolder,
        settings: Mapping[str, object],
        games: Fixtures,
        *,
        resume: bool,
        page: Callable[[str, bytes], str] | None = None,
    ) -> None:
        """Take a folder over. Raises RecordError (see `Record`), OSError and Unwritten.

        What is on record must be of these games, which take it in, in order. `page` makes the page to watch a game on,
        of a title and a trace; without it there are none.
        """
        self._page = page
        with contextlib.ExitStack() as stack:
            stack.enter_context(closing(own))
            names = (TRACES, ERRORS, *([WATCH] if page else []))
            self._folders = {name: stack.enter_context(closing(OwnFolder(own.path / name, own))) for name in names}
            self._record = stack.enter_context(closing(Record(own, RECORD, settings, key="game", resume=resume)))
            self.damage = self._record.damage
            self.played: dict[int, GameResult] = {}
            for key, row in self._record.rows.items():
                played = self._checked(row, key, games)
                self.played[played.game] = played
                games.take(played)
            self._stack = stack.pop_all()

    def _checked(self, row: Mapping[str, Any], key: object, games: Fixtures) -> GameResult:
        """Return the game on a row. Raises RecordError."""
        try:
            if not isinstance(key, int):
                raise ValueError(f"expected a whole number as 'game', got {key!r:.80}")
            check_row(row, games.job(key))
        except ValueError as error:
            raise RecordError(f"{self._record.path}: line {self._record.lines[key]}: {error}") from None
        return GameResult.from_row(row)

    def keep(self, report: Report) -> None:
        """Write a game down: the files first, so that what is on record is there. Raises Unwritten."""
        name = game_name(report.played)
        row = report.played.to_row()
        if report.trace is not None:
            row["trace"] = f"{TRACES}/{name}.json"
            self._folders[TRACES].replace(f"{name}.json", report.trace)
            if self._page:
                title = f"Game {report.played.game}: {', '.join(report.played.seats)}"
                self._folders[WATCH].replace(f"{name}.html", self._page(title, report.trace).encode())
        if report.errors is not None:
            text = _errors_text(report.played, report.errors)
            self._folders[ERRORS].replace(f"{name}.txt", text.encode())
        self._record.append(row)

    def close(self) -> None:
        """Close the record, once the disk has it. Raises Unwritten."""
        self._stack.close()


def recorded_settings(path: Path) -> dict[str, object]:
    """Return the settings of the tournament that is on record in a folder, {} if there is none. Raises OSError."""
    return read_settings(path / RECORD)


def game_name(played: GameResult) -> str:
    """Return a name for a game's files, which sort by table, variant, seating and number."""
    seats = "-".join(file_part(name) for name in played.seats)
    return f"{played.table + 1:03}-{file_part(played.variant)}-{seats}-{played.game:06}"


def _errors_text(played: GameResult, errors: tuple[str, ...]) -> str:
    parts: list[str] = []
    for seat, (name, text) in enumerate(zip(played.seats, errors, strict=True)):
        what = "forfeits" if played.forfeit is not None else "has a fault"
        fault = f" {what}: {escaped(played.reason or '')}" if seat == played.culprit else ""
        parts += [f"== Player {seat + 1}, {name}{fault}", *(escaped_lines(text) or ["(nothing)"])]
    return "".join(f"{part}\n" for part in parts)
