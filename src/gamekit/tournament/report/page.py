"""A tournament as one self-contained page: a live report while its games go on.

The page needs no network; its script sorts, filters and lists the games. While games are missing it tells the browser
to reload it every few seconds.
"""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from itertools import chain
from os.path import relpath
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from markupsafe import Markup

from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.output import Unwritten
from gamekit.pages.assets import template_environment
from gamekit.text import escaped
from gamekit.tournament.arena import GameResult
from gamekit.tournament.folder import ERRORS, TRACES, WATCH, game_name
from gamekit.tournament.names import short_names
from gamekit.tournament.report.axis import Axis, round_axis, time_axis, time_bin
from gamekit.tournament.report.cross import cross_table
from gamekit.tournament.report.games import GameList
from gamekit.tournament.standings.results import Results, Standing
from gamekit.tournament.standings.words import duration, fault_kinds, returns_text

PAUSE = 3.0
"""Seconds between two versions of the page at least (guessed)."""

_SHARE = 0.05
"""The share of the time that may go into writing the page: with many games it is written less often (guessed)."""

_FAULTS = 50  # kinds of faults that are listed


@dataclass(frozen=True, slots=True)
class About:
    """What the page says beside results: the tables (names of players), the variants, the settings in words, the
    command that repeats the tournament, the number of its games, the folder with traces, if they are kept, and whether
    with pages to watch.
    """

    game: AnyGame
    tables: Sequence[Sequence[str]]
    variants: Collection[str]
    settings: Mapping[str, str]
    command: str
    total: int
    out: Path | None
    pages: bool = False
    link: Callable[[GameResult], str] | None = None
    """Where a game is to be seen, if not in that folder."""


@dataclass(frozen=True, slots=True)
class Group:
    """Standings with the axes on which their scores (in %) and Elo are drawn."""

    title: str
    rows: Sequence[Standing]
    scores: Axis
    elo: Axis


class ReportPage:
    """A context manager that keeps a page up to date. `results` is filled by others, before `add` is called.

    `failure` says why the page could not be written last, None if it was: games go on without it.
    """

    def __init__(
        self,
        path: Path,
        about: About,
        results: Results,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failure: Unwritten | None = None
        self.total = about.total
        self._pace = ""
        self._warnings: Sequence[str] = ()
        self._path = path
        self._about = about
        self._out = quote(os.fsencode(relpath(about.out, path.parent))) if about.out else ""
        self._clock = clock
        self._due = clock()
        self._names = list(dict.fromkeys(chain.from_iterable(about.tables)))
        self.begin(results)
        environment = template_environment()
        environment.filters.update(duration=duration, returns=returns_text)
        self._template = environment.from_string(_asset("report.html"))

    def begin(self, results: Results) -> None:
        """Begin with no game, and with these results."""
        self.done = 0
        self._results = results
        self._first: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._rest: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._kept = GameList(self._names)
        self._example: GameResult | None = None

    def __enter__(self) -> Self:
        """Write the page as it is before the first game that is still to be played."""
        if self.done < self.total:
            self._try_to_write("running")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the page a last time."""
        self._try_to_write("complete" if self.done == self.total else "stopped")

    def add(self, played: GameResult, pace: str = "", warnings: Sequence[str] = ()) -> None:
        """Take in a game, how fast they go in words and the warnings so far; write the page if it is time to."""
        self.take(played)
        self._pace, self._warnings = pace, warnings
        if self._clock() >= self._due:
            self._try_to_write("running")

    def take(self, played: GameResult) -> None:
        """Take in a game."""
        self.done += 1
        for name, seconds in zip(played.seats, played.seconds, strict=True):
            self._first[name].update(map(time_bin, seconds[:1]))
            self._rest[name].update(map(time_bin, seconds[1:]))
        self._kept.add(played, self._link(played), self._errors(played))
        if self._about.out is not None and (self._example is None or played.game < self._example.game):
            self._example = played

    def write(self, state: str) -> None:
        """Write the page: the tournament is "running", "stopped" or "complete". Raises Unwritten."""
        begun = self._clock()
        page = self._template.render(**self._values(), state=state)
        replace_file(self._path, page.encode())
        ended = self._clock()
        self._due = ended + max(PAUSE, (ended - begun) / _SHARE)

    def _try_to_write(self, state: str) -> None:
        self.failure, self._due = None, self._clock() + PAUSE
        try:
            self.write(state)
        except Unwritten as error:
            self.failure = error

    def _values(self) -> dict[str, object]:
        """Return what the template shows."""
        game, results = self._about.game, self._results
        total = results.total.standings() if self.done else []
        groups = [("All games" if results.by_variant else "Results", total)]
        for variant, standings in results.by_variant.items() if self.done else ():
            groups.append((f"{variant.capitalize()} {game.variant_noun}", standings.standings()))
        ranks = {each.name: rank for rank, each in enumerate(total, 1)}
        kinds = fault_kinds(results.faults)
        names = short_names(self._names)
        variants, points = bool(game.variants[1:]), bool(game.returns_noun)
        return {
            "style": Markup(_asset("report.css")),
            "script": Markup(_asset("report.js")),
            "data": Markup(self._kept.document(names, variants=variants, points=points)),
            "places": {name: place for place, name in enumerate(self._names)},
            "about": self._about,
            "game": game,
            "done": self.done,
            "total_games": self.total,
            "now": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S %z"),
            "pause": round(max(PAUSE, 5)),
            "pace": self._pace,
            "warnings": [*self._warnings, *filter(None, [results.total.copies.repeats().line()])],
            "names": names,
            "ranks": ranks,
            "groups": [_group(title, rows, 1 / results.seats) for title, rows in groups if rows],
            "par": 100 / results.seats,
            "seats": results.seats,
            "cross": cross_table(results, list(ranks)),
            "times": self._times(total),
            "faults": [(kind, self._link(kind.first), self._errors(kind.first)) for kind in kinds[:_FAULTS]],
            "more_faults": max(0, len(kinds) - _FAULTS),
            "forfeited": len(results.faults),
            "unfair": any(each.forfeits or each.spoilt for each in total),
            "view": self._view(),
        }

    def _times(self, standings: Sequence[Standing]) -> dict[str, object]:
        """Return the axis of all times, and for each player the bars of first answers and of the others."""
        axis = time_axis(chain.from_iterable([*self._first.values(), *self._rest.values()]))
        rows = [(each, axis.bars(self._first[each.name]), axis.bars(self._rest[each.name])) for each in standings]
        return {"axis": axis, "rows": rows}

    def _view(self) -> str:
        """Return the command that shows the first game kept, empty if there is none."""
        if self._about.out is None or self._example is None:
            return ""
        return escaped(self._about.game.command_line("view", str(_trace(self._about.out, self._example))))

    def _link(self, played: GameResult) -> str:
        """Return the address of a game's page to watch, else of its trace, seen from here; empty if none is kept."""
        if self._about.link:
            return self._about.link(played)
        if self._about.out is None:
            return ""
        if self._about.pages:
            return self._address(WATCH, f"{game_name(played)}.html")
        return self._address(TRACES, f"{game_name(played)}.json")

    def _errors(self, played: GameResult) -> str:
        """Return the address of the ends of the standard errors of a game with a fault; empty if none are kept."""
        if self._about.out is None or self._about.link or not played.faults:
            return ""
        return self._address(ERRORS, f"{game_name(played)}.txt")

    def _address(self, folder: str, name: str) -> str:
        """Return the address of a file of --out, seen from here."""
        return f"{self._out}/{folder}/{quote(name)}"


def _trace(out: Path, played: GameResult) -> Path:
    """Return where a folder keeps the trace of a game."""
    return out / TRACES / f"{game_name(played)}.json"


def _group(title: str, rows: Sequence[Standing], par: float) -> Group:
    scores = [100 * score for each in rows for score in (each.score.low, each.score.high)]
    elo = [elo for each in rows for elo in (each.elo.low, each.elo.high)]
    return Group(title, rows, round_axis([*scores, 100 * par]), round_axis([*elo, 0.0]))


def _asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("gamekit.tournament.report").joinpath(name).read_text(encoding="utf-8")
