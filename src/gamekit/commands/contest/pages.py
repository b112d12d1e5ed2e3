"""The pages of a tournament: the live report, and the archive for a web server. What they need is slow to import."""

import argparse
from collections.abc import Iterable
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING

from gamekit.commands.contest.departures import Departures
from gamekit.commands.contest.description import command_again, in_words
from gamekit.tournament.arena import GameResult
from gamekit.tournament.runner import run_jobs
from gamekit.tournament.standings.results import Results

if TYPE_CHECKING:
    from gamekit.tournament.report.page import About, ReportPage


def new_results(departures: Departures) -> Results:
    """Return the results of no games yet."""
    return Results(_table_names(departures), departures.contest.variants)


def open_page(arguments: argparse.Namespace, departures: Departures) -> "ReportPage | None":
    """Return the page of --report, written once, if that is given. Raises ValueError and Unwritten."""
    if arguments.report is None:
        return None
    from gamekit.tournament.report.page import ReportPage  # noqa: PLC0415

    page = ReportPage(arguments.report, _about(arguments, departures), new_results(departures))
    page.write("running")
    return page


def publish(arguments: argparse.Namespace, departures: Departures, games: Iterable[GameResult]) -> None:
    """Write the archive of --publish, and the key of --anonymous beside it.

    Raises OSError, Unwritten, FailedJob and LostJob.
    """
    from gamekit.tournament.report.publish import checked_page, numbers_for, write_archive, write_key  # noqa: PLC0415

    contest = departures.contest
    names = {player.name: player.name for player in contest.players}
    played = sorted(games, key=lambda each: each.game)
    numbers = [each.game for each in played]
    if arguments.anonymous:
        chance = SystemRandom()  # the seed of the games is no secret
        names = numbers_for(contest.players, chance)
        chance.shuffle(numbers)  # who knows the players knows the order in which they play
    run = partial(run_jobs, open_executor=contest.open_executor, workers=contest.workers, check=checked_page)
    write_archive(arguments.publish, _about(arguments, departures), names, dict(zip(numbers, played, strict=True)), run)
    if arguments.anonymous:
        write_key(arguments.publish.with_suffix(".key.csv"), contest.players, names)


def _about(arguments: argparse.Namespace, departures: Departures) -> "About":
    """Return what a page says beside results."""
    from gamekit.tournament.report.page import About  # noqa: PLC0415

    contest = departures.contest
    return About(
        game=contest.settings.game,
        tables=_table_names(departures),
        variants=contest.variants,
        settings=in_words(arguments, contest),
        command=command_again(arguments, contest),
        total=departures.planned,
        out=arguments.out,
        pages=arguments.pages,
    )


def _table_names(departures: Departures) -> list[list[str]]:
    players = departures.contest.players
    return [[players[player].name for player in table] for table in departures.tables]
