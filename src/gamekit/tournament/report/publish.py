"""A tournament as an archive for any web server: its page, a page to watch each game, and the traces."""

import re
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from gamekit.files import growing_file, read_whole, replace_file
from gamekit.game import AnyGame
from gamekit.pages.watch import watch_page
from gamekit.text.sheets import sheet
from gamekit.tournament.arena import GameResult, Player
from gamekit.tournament.folder import TRACES, game_name
from gamekit.tournament.report.page import About, ReportPage
from gamekit.tournament.standings.results import Results
from gamekit.traces import MOST_TRACE, note_of_names
from gamekit.wire.json_stream import dumps, loads

PAGE = "index.html"

_TELLING = re.compile(r"""(?<=\bgot) |(?<=Error:) |\s?(?:(?<!\w)b?'|["/\\])""")
"""From there on a reason may tell whose it is: what a program wrote or raised, a quote, a path."""


@dataclass(frozen=True, slots=True)
class _WatchJob:
    """A page to be made, of a game's number, title and trace."""

    game: int
    title: str
    trace: bytes

    def __str__(self) -> str:
        return f"the page of game {self.game}"


def write_archive(
    path: Path,
    about: About,
    names: Mapping[str, str],
    games: Mapping[int, GameResult],
    run: Callable[[Callable[[_WatchJob], tuple[int, str]], Iterable[_WatchJob]], Iterable[tuple[int, str]]],
) -> None:
    """Write the archive. Raises OSError and Unwritten, and what `run` raises.

    `about` is that of the tournament's page, with the folder where its traces are. `names` says what players are called
    in it: where that is something else, reasons lose what comes from them, and tables their order. `games` are given by
    the numbers that they get. What players wrote to standard error stays here. `run` applies a function to jobs, as
    `map` does, and may give the results in any order: a page may take a second.
    """
    assert about.out
    traces = about.out / TRACES
    tables, places = _tables(about.tables, names)
    shown = replace(about, tables=tables, command="", out=Path(TRACES), pages=True, link=lambda each: _page(each.game))
    results = Results(tables, about.variants)
    with growing_file(path) as file, tempfile.TemporaryDirectory() as scratch:
        page = ReportPage(Path(scratch) / PAGE, shown, results)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

            def jobs() -> Iterator[_WatchJob]:
                for number, played in sorted(games.items()):
                    called = replace(renamed(played, names), game=number, table=places[played.table])
                    results.add(called)
                    page.take(called)
                    trace = _with_names(traces / f"{game_name(played)}.json", called.seats, names)
                    archive.writestr(f"{TRACES}/{called.game:06}.json", trace)
                    yield _WatchJob(called.game, f"Game {called.game}: {', '.join(called.seats)}", trace)

            for number, html in run(partial(_watched, about.game), jobs()):
                archive.writestr(_page(number), html)
            page.total = page.done
            page.write("complete")
            archive.write(Path(scratch) / PAGE, PAGE)


def _tables(tables: Sequence[Sequence[str]], names: Mapping[str, str]) -> tuple[list[list[str]], Mapping[int, int]]:
    """Return the tables under other names, and where each of them stands: in an order that tells nothing of theirs."""
    called = [[names[name] for name in table] for table in tables]
    if _are_kept(names):
        return called, {place: place for place in range(len(tables))}
    called = [sorted(table) for table in called]
    order = sorted(range(len(tables)), key=called.__getitem__)
    return [called[place] for place in order], {place: number for number, place in enumerate(order)}


def _are_kept(names: Mapping[str, str]) -> bool:
    return all(old == new for old, new in names.items())


def _page(game: int) -> str:
    """Return where a game's page stands."""
    return f"watch/{game:06}.html"


def _watched(game: AnyGame, job: _WatchJob) -> tuple[int, str]:
    return job.game, watch_page(game, job.title, job.trace)


def checked_page(job: _WatchJob, made: tuple[int, str]) -> tuple[int, str]:
    """Return the number and the page of a game as another machine made them. Raises ValueError if they are not."""
    number, html = made
    if number != job.game or not isinstance(html, str):
        raise ValueError(f"expected the number and the page of a game, got {made!r:.80}")
    return made


def numbers_for(players: Iterable[Player], rng: Random) -> dict[str, str]:
    """Return a number for each player's name, in an order by chance."""
    shuffled = [player.name for player in players]
    rng.shuffle(shuffled)
    return {name: f"Player {number:02}" for number, name in enumerate(shuffled, 1)}


def write_key(path: Path, players: Iterable[Player], numbers: Mapping[str, str]) -> None:
    """Write which number is whose, as a table for spreadsheets. Raises Unwritten."""
    replace_file(path, sheet(sorted((numbers[player.name], player.name) for player in players)))


def renamed(played: GameResult, names: Mapping[str, str]) -> GameResult:
    """Return a game whose players are called otherwise, and whose reason does not say who they are."""
    reason = played.reason and _without_names(played.reason, names)
    return replace(played, seats=tuple(names[name] for name in played.seats), reason=reason)


def _with_names(path: Path, seats: Sequence[str], names: Mapping[str, str]) -> bytes:
    """Return a trace of other names: in its first line, and in the reason of its last. Nothing of the game has any.

    Raises OSError, which names the file, for one that is gone or that somebody edited.
    """
    try:
        first, *lines, last, end = read_whole(path, MOST_TRACE).split(b"\n")
        if b"meta" not in first:
            raise ValueError("it begins with names")
        return b"\n".join((note_of_names(seats), *lines, dumps(_with_reasons(loads(last), names)), end))
    except (OSError, ValueError) as error:
        raise OSError(f"{path}: expected a trace of the tournament") from error


def _with_reasons(value: object, names: Mapping[str, str]) -> object:
    match value:
        case dict():
            return {
                key: _without_names(each, names)
                if key == "reason" and isinstance(each, str)
                else _with_reasons(each, names)
                for key, each in value.items()
            }
        case list():
            return [_with_reasons(each, names) for each in value]
    return value


def _without_names(reason: str, names: Mapping[str, str]) -> str:
    """Return a reason up to where it may tell of a player, unless players keep their names: what a program wrote or
    raised, a path.
    """
    if _are_kept(names):
        return reason
    return f"{reason[: told.start()]} ..." if (told := _TELLING.search(reason)) else reason
