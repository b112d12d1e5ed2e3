"""The results of a tournament as tables for a terminal of 80 columns, or as a JSON document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamekit.files import replace_file
from gamekit.game import AnyGame
from gamekit.text.sheets import sheet
from gamekit.tournament.arena import GameResult
from gamekit.tournament.names import short_names
from gamekit.tournament.standings.results import Results, Standing, TableResult
from gamekit.tournament.standings.statistics import Interval
from gamekit.tournament.standings.words import duration, fault_kinds, returns_text

Names = Mapping[str, str]  # to what they are called here

_FAULTS = 20  # kinds of faults that are listed
_TABLES = 20  # that are listed
_NARROWEST = 8  # columns that a name keeps, however little room there is
_ENDLESS = 1000  # columns: no table is as wide


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


def print_results(console: Console, game: AnyGame, results: Results) -> None:
    """Print all results, with names of players that are short enough for the console; nothing where all is void."""
    total = results.total.standings()
    if not total:
        return
    groups = [
        (f"{variant.capitalize()} {game.variant_noun}", standings.standings())
        for variant, standings in results.by_variant.items()
    ]
    par = "" if results.seats == 2 else f" (score: par is {percent(1 / results.seats)} %)"
    groups.append((("All games" if results.by_variant else "Results") + par, total))

    def of_players(names: Names) -> list[Table]:
        return [*(_results_table(*group, game, names) for group in groups), _answers_table(game, total, names)]

    names = _names_that_fit(console, [each.name for each in total], of_players)
    for table in of_players(names):
        console.print(table)
    tables = results.tables()
    if len(tables) > 1:
        console.print(_tables_table(tables, names, game.variant_noun if results.by_variant else ""))
    if results.faults:
        console.print(_fair_table(total, names))
        console.print(_faults_table(results.faults, names))


def _names_that_fit(console: Console, players: Sequence[str], tables: Callable[[Names], Sequence[Table]]) -> Names:
    """Return short names with which the lines of these tables are not broken, if possible."""
    names = short_names(players)
    anywhere = console.options.update(max_width=_ENDLESS)
    widest = max(console.measure(table, options=anywhere).maximum for table in tables(names))
    longest = max(map(cell_len, names.values()))
    return short_names(players, min(longest, max(_NARROWEST, longest - (widest - console.width))))


def _results_table(title: str, standings: Sequence[Standing], game: AnyGame, names: Names) -> Table:
    columns = ["player", "games", "wins", "draws", "forf.", "score % (95 %)", "Elo (95 %)"]
    table = new_table(title, *columns, *([game.returns_noun] if game.returns_noun else []))
    for each in standings:
        elo = each.elo
        table.add_row(
            Text(names[each.name]),
            *(str(count) for count in (each.games, each.wins, each.draws, each.forfeits)),
            score_text(each.score),
            f"{elo.elo:+.0f} ±{elo.high - elo.elo:.0f}",
            *([returns_text(each.returns)] if game.returns_noun else []),
        )
    return table


def _answers_table(game: AnyGame, standings: Sequence[Standing], names: Names) -> Table:
    columns = (
        "player",
        f"{game.length_noun}\na game",
        "own\nmoves",
        "first:\nmedian",
        "\nslowest",
        "others:\nmedian",
        "\nslowest",
    )
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
    for each in tables[:_TABLES]:
        wins = ", ".join(f"{names[name]} {percent(count / each.games)}" for name, count in each.wins.items())
        counts = (str(count) for count in (each.games, each.draws, each.forfeits))
        table.add_row(*([each.variant] if first else []), Text(wins), *counts)
    if len(tables) > _TABLES:
        table.add_row(*([""] if first else []), f"… and {len(tables) - _TABLES} others: --report and --json have all")
    return table


def _fair_table(standings: Sequence[Standing], names: Names) -> Table:
    """Return the results without the games that ended in a fault, and how many those were."""
    columns = ("player", "games", "score % (95 %)", "Elo (95 %)", "own faults", "others'")
    table = new_table("Without the games that ended in a fault", *columns)
    for each in sorted(standings, key=lambda each: -each.fair.elo.elo if each.fair else float("inf")):
        fair = ("0", "-", "-")
        if each.fair:
            elo = each.fair.elo
            fair = (str(each.fair.games), score_text(each.fair.score), f"{elo.elo:+.0f} ±{elo.high - elo.elo:.0f}")
        table.add_row(Text(names[each.name]), *fair, str(each.forfeits), str(each.spoilt))
    return table


def _faults_table(faults: Sequence[GameResult], names: Names) -> Table:
    kinds = fault_kinds(faults)
    table = new_table("Forfeits", "player", "reason", "times", "first game")
    reasons = table.columns[1]
    reasons.justify, reasons.no_wrap = "left", False
    for kind in kinds[:_FAULTS]:
        table.add_row(Text(names[kind.player]), Text(kind.reason), str(kind.times), str(kind.first.game))
    if len(kinds) > _FAULTS:
        table.add_row("…", f"and {len(kinds) - _FAULTS} other kinds", "", "")
    return table


def results_document(results: Results) -> dict[str, object]:
    """Return the same as a JSON object."""
    return {
        "players": [asdict(each) for each in results.total.standings()],
        "variants": {
            variant: [asdict(each) for each in standings.standings()]
            for variant, standings in results.by_variant.items()
        },
        "tables": [asdict(table) for table in results.tables()],
        "pairs": [
            {"player": one, "above": other, "games": games, **asdict(score)}
            for (one, other), (score, games) in sorted(
                results.pairs.scores(results.total.copies.copied_blocks()).items()
            )
        ],
        "forfeits": [
            {
                "game": played.game,
                "player": played.seats[played.culprit],
                "seat": played.culprit,
                "reason": played.reason or "",
            }
            for played in results.faults
            if played.culprit is not None
        ],
    }


def write_csv(path: Path, results: Results) -> None:
    """Write the results as a table for spreadsheets: a line for each player, best first. Raises Unwritten."""
    intervals = [f"{what}{end}" for what in ("score", "elo", "fair_score", "fair_elo") for end in ("", "_low", "_high")]
    rows: list[list[object]] = [
        ["rank", "player", "games", "wins", "draws", "losses", "forfeits", "spoilt", *intervals, "seconds"]
    ]
    for rank, each in enumerate(results.total.standings(), 1):
        counts = (each.games, each.wins, each.draws, each.losses, each.forfeits, each.spoilt)
        numbers: list[float | str] = [
            each.score.mean,
            each.score.low,
            each.score.high,
            each.elo.elo,
            each.elo.low,
            each.elo.high,
        ]
        if each.fair:
            score, elo = each.fair.score, each.fair.elo
            numbers += [score.mean, score.low, score.high, elo.elo, elo.low, elo.high]
        else:
            numbers += [""] * 6
        rounded = [round(number, 4) if isinstance(number, float) else number for number in numbers]
        rows.append([rank, each.name, *counts, *rounded, each.rest.median])
    replace_file(path, sheet(rows))
