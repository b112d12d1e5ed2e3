"""A tournament as one self-contained page: a live report while its games go on.

The page needs no network and no script. While games are missing it tells the browser to reload it every few seconds.
"""

import contextlib
import os
import shlex
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from itertools import chain
from os.path import relpath
from pathlib import Path
from statistics import fmean
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import quote

from markupsafe import Markup

from gamekit.game import AnyGame
from gamekit.output import Unwritten
from gamekit.pages.assets import template_environment
from gamekit.text import escaped
from gamekit.tournament.arena import Played
from gamekit.tournament.figures import duration, fault_kinds, returns_text
from gamekit.tournament.folder import TRACES, WATCH, game_name
from gamekit.tournament.names import short_names
from gamekit.tournament.records import replace_file
from gamekit.tournament.report.axis import Axis, round_axis, time_axis, time_bin
from gamekit.tournament.results import Results, Standing
from gamekit.tournament.statistics import Interval, mean_interval

PAUSE = 3.0
"""Seconds between two versions of the page at least (guessed)."""

_SHARE = 0.05
"""The share of the time that may go into writing the page: with many games it is written less often (guessed)."""

_STRONGEST = 62
"""How much of the colour of a score of 0 or 100 % is mixed into the background, in % (by eye, for contrast)."""

_FAULTS = 50  # kinds of faults that are listed


@dataclass(frozen=True, slots=True)
class About:
    """What the page says beside results: the tables (names of players), the settings in words, the command that repeats
    the tournament, the number of its games, the folder with traces, if they are kept, and whether with pages to watch.
    """

    game: AnyGame
    tables: Sequence[Sequence[str]]
    settings: Mapping[str, str]
    command: str
    total: int
    out: Path | None
    pages: bool = False


class Cell(NamedTuple):
    """A cell of the cross table: a score, whether its interval excludes par, and how strong its colour is.

    `heat` is from -_STRONGEST (a score of 0) over 0 (par) to _STRONGEST (100 %).
    """

    score: Interval
    games: int
    sure: bool
    heat: int


@dataclass
class _Pairing:
    """What happened at one table: shares by player and block."""

    games: int = 0
    shares: defaultdict[str, defaultdict[int, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, played: Played) -> None:
        self.games += 1
        for name, share in zip(played.seats, played.shares(), strict=True):
            self.shares[name][played.block].append(share)

    def cell(self, name: str, par: float, copied: Collection[int]) -> Cell:
        """Return a player's score; blocks that are copies of others are left out."""
        score = mean_interval([fmean(shares) for block, shares in self.shares[name].items() if block not in copied])
        above = score.mean - par
        heat = above / (1 - par) if above > 0 else above / par
        return Cell(score, self.games, not score.low <= par <= score.high, round(_STRONGEST * heat))


class Kept(NamedTuple):
    """A game in the list of those kept; `link` is the address of its page or trace, seen from here."""

    number: int
    table: int
    variant: str
    seats: tuple[str, ...]
    returns: tuple[float, ...] | None
    shares: tuple[float, ...]
    forfeit: int | None
    culprit: int | None
    reason: str | None
    length: int
    link: str


@dataclass(frozen=True, slots=True)
class Group:
    """Standings with the axes on which their scores (in %) and Elo are drawn."""

    title: str
    rows: Sequence[Standing]
    scores: Axis
    elo: Axis


class ReportPage:
    """A context manager that keeps a page up to date. `results` is filled by others, before `add` is called."""

    def __init__(
        self,
        path: Path,
        about: About,
        results: Results,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.done = 0
        self._pace = ""
        self._warnings: Sequence[str] = ()
        self._path = path
        self._about = about
        self._results = results
        self._clock = clock
        self._due = clock()
        self._tables: defaultdict[int, _Pairing] = defaultdict(_Pairing)
        self._first: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._rest: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._kept: list[Kept] = []
        self._example: Played | None = None
        environment = template_environment()
        environment.filters.update(duration=duration, returns=returns_text)
        self._template = environment.from_string(_asset("report.html"))

    def __enter__(self) -> Self:
        """Write the page as it is before the first game. Raises Unwritten."""
        self.write("running")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the page a last time. Raises Unwritten, unless there is an exception already."""
        with contextlib.suppress(*([Unwritten] if error else [])):
            self.write("complete" if self.done == self._about.total else "stopped")

    def add(self, played: Played, pace: str = "", warnings: Sequence[str] = ()) -> None:
        """Take in a game, how fast they go in words and the warnings so far; write the page if it is time to.

        Raises Unwritten.
        """
        self.take(played)
        self._pace, self._warnings = pace, warnings
        if self._clock() >= self._due:
            self.write("running")

    def take(self, played: Played) -> None:
        """Take in a game."""
        self.done += 1
        self._tables[played.table].add(played)
        for name, seconds in zip(played.seats, played.seconds, strict=True):
            self._first[name].update(map(time_bin, seconds[:1]))
            self._rest[name].update(map(time_bin, seconds[1:]))
        if self._about.out is not None:
            self._kept.append(_kept(played, self._link(played)))
            if self._example is None or played.game < self._example.game:
                self._example = played

    def write(self, state: str) -> None:
        """Write the page: the tournament is "running", "stopped" or "complete". Raises Unwritten."""
        begun = self._clock()
        page = self._template.render(**self._values(), state=state, style=Markup(_asset("report.css")))
        replace_file(self._path, page.encode())
        ended = self._clock()
        self._due = ended + max(PAUSE, (ended - begun) / _SHARE)

    def _values(self) -> dict[str, object]:
        """Return what the template shows."""
        game, results = self._about.game, self._results
        total = results.total.standings() if self.done else []
        groups = [("All games" if results.by_variant else "Results", total)]
        for variant, standings in results.by_variant.items() if self.done else ():
            groups.append((f"{variant.capitalize()} {game.variant_noun}", standings.standings()))
        ranks = {each.name: rank for rank, each in enumerate(total, 1)}
        kinds = fault_kinds(results.faults)
        return {
            "about": self._about,
            "game": game,
            "done": self.done,
            "now": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S %z"),
            "pause": round(max(PAUSE, 5)),
            "pace": self._pace,
            "warnings": [*self._warnings, *filter(None, [results.total.copies.repeats().line()])],
            "names": short_names(name for table in self._about.tables for name in table),
            "ranks": ranks,
            "groups": [_group(title, rows, 1 / results.seats) for title, rows in groups if rows],
            "par": 100 / results.seats,
            "seats": results.seats,
            "cross": self._cross(list(ranks)),
            "times": self._times(total),
            "faults": [(kind, self._link(kind.first)) for kind in kinds[:_FAULTS]],
            "more_faults": max(0, len(kinds) - _FAULTS),
            "forfeited": len(results.faults),
            "kept": self._games(),
            "view": self._view(),
        }

    def _cross(self, names: Sequence[str]) -> list[tuple[object, list[Cell | None]]]:
        """Return the rows of the cross table; its columns are the players as they are ranked.

        At two seats a row is a player's name against each other one, at more a table's number and its players.
        """
        par = 1 / self._results.seats
        copied: defaultdict[int, set[int]] = defaultdict(set)
        for number, block in self._results.total.copies.copied_blocks():
            copied[number].add(block)

        def cell(number: int, name: str) -> Cell | None:
            table = self._tables[number]
            return table.cell(name, par, copied[number]) if name in table.shares else None

        if self._results.seats > 2:
            return [(number, [cell(number, name) for name in names]) for number in sorted(self._tables)]
        pairs = {frozenset(table.shares): number for number, table in self._tables.items() if len(table.shares) == 2}
        met = {(name, other): pairs.get(frozenset((name, other))) for name in names for other in names}
        return [
            (name, [None if (table := met[name, other]) is None else cell(table, name) for other in names])
            for name in names
        ]

    def _times(self, standings: Sequence[Standing]) -> dict[str, object]:
        """Return the axis of all times, and for each player the bars of first answers and of the others."""
        axis = time_axis(chain.from_iterable([*self._first.values(), *self._rest.values()]))
        rows = [(each, axis.bars(self._first[each.name]), axis.bars(self._rest[each.name])) for each in standings]
        return {"axis": axis, "rows": rows}

    def _games(self) -> list[tuple[Sequence[str], list[Kept]]]:
        """Return the tables, as names, with the games kept of each."""
        by_table: defaultdict[int, list[Kept]] = defaultdict(list)
        for kept in sorted(self._kept, key=lambda kept: kept.number):
            by_table[kept.table].append(kept)
        return [(self._about.tables[table], games) for table, games in sorted(by_table.items())]

    def _view(self) -> str:
        """Return the command that shows the first game kept, empty if there is none."""
        if self._about.out is None or self._example is None:
            return ""
        return escaped(shlex.join([self._about.game.name, "view", str(_trace(self._about.out, self._example))]))

    def _link(self, played: Played) -> str:
        """Return the address of a game's page to watch, else of its trace, seen from here; empty if none is kept."""
        if self._about.out is None:
            return ""
        watch = self._about.out / WATCH / f"{game_name(played)}.html"
        kept = watch if self._about.pages else _trace(self._about.out, played)
        return quote(os.fsencode(relpath(kept, self._path.parent)))


def _kept(played: Played, link: str) -> Kept:
    return Kept(
        played.game,
        played.table,
        played.variant,
        played.seats,
        played.returns,
        played.shares(),
        played.forfeit,
        played.culprit,
        played.reason and escaped(played.reason),
        played.length,
        link,
    )


def _trace(out: Path, played: Played) -> Path:
    """Return where a folder keeps the trace of a game."""
    return out / TRACES / f"{game_name(played)}.json"


def _group(title: str, rows: Sequence[Standing], par: float) -> Group:
    scores = [100 * score for each in rows for score in (each.score.low, each.score.high)]
    elo = [elo for each in rows for elo in (each.elo.low, each.elo.high)]
    return Group(title, rows, round_axis([*scores, 100 * par]), round_axis([*elo, 0.0]))


def _asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("gamekit.tournament.report").joinpath(name).read_text(encoding="utf-8")
