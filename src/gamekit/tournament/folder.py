"""The folder that --out names: traces, pages to watch them, standard errors of games with a fault, and the record."""

from collections.abc import Callable, Mapping
from pathlib import Path

from gamekit.output import writing
from gamekit.text import escaped, escaped_lines
from gamekit.tournament.arena import Played, Report
from gamekit.tournament.names import file_part
from gamekit.tournament.records import Record, RecordError, read_settings, replace_file

RECORD = "games.jsonl"
TRACES = "traces"
WATCH = "watch"
ERRORS = "errors"


class Folder:
    """The folder of a tournament; `played` are the games that were on record when it was opened, by number."""

    def __init__(
        self,
        path: Path,
        settings: Mapping[str, object],
        *,
        resume: bool,
        page: Callable[[str, bytes], str] | None = None,
    ) -> None:
        """Open a folder, made if there is none. Raises RecordError (see `Record`), OSError and Unwritten.

        `page` makes the page to watch a game on, of a title and a trace; without it there are none.
        """
        self._page = page
        for name in (TRACES, ERRORS, *([WATCH] if page else [])):
            with writing(path / name):
                (path / name).mkdir(parents=True, exist_ok=True)
        self._path = path
        self._record = Record(path / RECORD, settings, key="game", resume=resume)
        try:
            self.played = {row["game"]: Played.from_row(row) for row in self._record.rows.values()}
        except (KeyError, TypeError) as error:
            self.close()
            raise RecordError(f"{path / RECORD}: a line is no game: {error!r}") from error

    def keep(self, report: Report) -> None:
        """Write a game down: the files first, so that what is on record is there. Raises Unwritten."""
        name = game_name(report.played)
        row = report.played.to_row()
        if report.trace is not None:
            row["trace"] = f"{TRACES}/{name}.json"
            replace_file(self._path / TRACES / f"{name}.json", report.trace)
            if self._page:
                title = f"Game {report.played.game}: {', '.join(report.played.seats)}"
                replace_file(self._path / WATCH / f"{name}.html", self._page(title, report.trace).encode())
        if report.errors is not None:
            replace_file(self._path / ERRORS / f"{name}.txt", _errors_text(report.played, report.errors).encode())
        self._record.append(row)

    def close(self) -> None:
        self._record.close()


def recorded_settings(path: Path) -> dict[str, object]:
    """Return the settings of the tournament that is on record in a folder, {} if there is none. Raises OSError."""
    return read_settings(path / RECORD)


def game_name(played: Played) -> str:
    """Return a name for a game's files, which sort by table, variant, seating and number."""
    seats = "-".join(file_part(name) for name in played.seats)
    return f"{played.table + 1:03}-{file_part(played.variant)}-{seats}-{played.game:06}"


def _errors_text(played: Played, errors: tuple[str, ...]) -> str:
    parts: list[str] = []
    for seat, (name, text) in enumerate(zip(played.seats, errors, strict=True)):
        what = "forfeits" if played.forfeit is not None else "has a fault"
        fault = f" {what}: {escaped(played.reason or '')}" if seat == played.culprit else ""
        parts += [f"== seat {seat}, {name}{fault}", *(escaped_lines(text) or ["(nothing)"])]
    return "".join(f"{part}\n" for part in parts)
