"""The results of a tournament as tables for a terminal of 80 columns, or as a JSON document."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamekit.game import AnyGame
from gamekit.tournament.arena import Played
from gamekit.tournament.names import short_names
from gamekit.tournament.results import Results, Standing, TableResult
from gamekit.tournament.statistics import Interval

Names = Mapping[str, str]  # to what they are called here

_FAULTS = 20  # kinds of faults that are listed


def new_table(title: str, *columns: str) -> Table:
    """Return an empty table; of its columns all but the first are numbers: to the right, and on one line."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.padding = (0, 1, 0, 0)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", overflow="fold", no_wrap=bool(number))
    return table


def percent(share: float) -> str:
    """Return a share in %, without its sign."""
    return f"{100 * share:.1f}"


def score_text(score: Interval) -> str:
    """Return a score and its interval in %."""
    return f"{percent(score.mean)} ({percent(score.low)}…{percent(score.high)})"


def duration(seconds: float | None) -> str:
    """Return seconds in a readable unit."""
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1e3 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def print_results(console: Console, game: AnyGame, results: Results) -> None:
    """Print everything there is to say about the games; players by their short names."""
    names = short_names(each.name for each in results.total.standings())
    for variant, standings in results.by_variant.items():
        title = f"{variant.capitalize()} {game.variant_noun}"
        console.print(_results_table(title, game, standings.standings(), names))
    total = results.total.standings()
    title = "All games" if results.by_variant else "Results"
    par = "" if results.seats == 2 else f" (score: par is {percent(1 / results.seats)} %)"
    console.print(_results_table(title + par, game, total, names))
    console.print(_answers_table(game, total, names))
    tables = results.tables()
    if len(tables) > 1:
        console.print(_tables_table(tables, names, game.variant_noun if results.by_variant else ""))
    if results.faults:
        console.print(_faults_table(results.faults, names))


def _results_table(title: str, game: AnyGame, standings: Sequence[Standing], names: Names) -> Table:
    columns = ["player", "games", "wins", "draws", "forf.", "win %", "score % (95 %)", "Elo (95 %)"]
    table = new_table(title, *columns, *([game.returns_noun] if game.returns_noun else []))
    for each in standings:
        elo = each.elo
        returns = "-" if each.returns is None else f"{each.returns:+.1f}"
        table.add_row(
            Text(names[each.name]),
            *(str(count) for count in (each.games, each.wins, each.draws, each.forfeits)),
            percent(each.wins / each.games),
            score_text(each.score),
            f"{elo.elo:+.0f} ±{elo.high - elo.elo:.0f}",
            *([returns] if game.returns_noun else []),
        )
    return table


def _answers_table(game: AnyGame, standings: Sequence[Standing], names: Names) -> Table:
    columns = ("player", game.length_noun, "moves", "first: median", "slowest", "others: median", "slowest")
    table = new_table("Answers", *columns)
    for each in standings:
        times = (each.first.median, each.first.slowest, each.rest.median, each.rest.slowest)
        table.add_row(Text(names[each.name]), f"{each.length:.1f}", f"{each.moves:.1f}", *map(duration, times))
    return table


def _tables_table(tables: Sequence[TableResult], names: Names, variant_noun: str) -> Table:
    """Return what happened at each table; the variant is named if there is a noun for it."""
    first = [variant_noun] if variant_noun else []
    table = new_table("Tables", *first, "wins in %", "games", "draws", "forf.")
    for column in table.columns[: 1 + len(first)]:
        column.justify, column.no_wrap = "left", False
    for each in tables:
        wins = ", ".join(f"{names[name]} {percent(count / each.games)}" for name, count in each.wins.items())
        counts = (str(count) for count in (each.games, each.draws, each.forfeits))
        table.add_row(*([each.variant] if first else []), Text(wins), *counts)
    return table


def _faults_table(faults: Sequence[Played], names: Names) -> Table:
    kinds: dict[tuple[str, str], list[int]] = {}
    for played in faults:
        kinds.setdefault(_fault(played), []).append(played.game)
    table = new_table("Forfeits", "player", "reason", "times", "first game")
    reasons = table.columns[1]
    reasons.justify, reasons.no_wrap = "left", False
    for (name, reason), games in sorted(kinds.items(), key=lambda item: -len(item[1]))[:_FAULTS]:
        table.add_row(Text(names[name]), Text(reason), str(len(games)), str(min(games)))
    if len(kinds) > _FAULTS:
        table.add_row("…", f"and {len(kinds) - _FAULTS} other kinds", "", "")
    return table


def _fault(played: Played) -> tuple[str, str]:
    return played.seats[played.faults[0]], played.reason or ""


def results_document(results: Results) -> dict[str, object]:
    """Return the same as a JSON object."""
    return {
        "players": [asdict(each) for each in results.total.standings()],
        "variants": {
            variant: [asdict(each) for each in standings.standings()]
            for variant, standings in results.by_variant.items()
        },
        "tables": [asdict(table) for table in results.tables()],
        "forfeits": [
            {"game": played.game, "player": name, "seat": played.faults[0], "reason": reason}
            for played in results.faults
            for name, reason in [_fault(played)]
        ],
    }
