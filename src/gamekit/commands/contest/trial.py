"""Players that are tried before a tournament: who cannot play a game against built-ins is left out of it."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from gamekit.commands.contest.estimate import Paces
from gamekit.commands.contest.games import Contest
from gamekit.probes.text import with_last_lines
from gamekit.tournament.arena import Job, Player, Report, Void, play_job

RIVAL = "random"


@dataclass(frozen=True, slots=True)
class Trial:
    """Why players cannot play, by their names, and how fast the others are that were tried."""

    reasons: Mapping[str, str]
    paces: Paces


def try_players(contest: Contest) -> Trial:
    """Let each program have a game, several at a time. To be late is no fault here. Raises FailedJob and LostJob."""
    rival = Player("rival", RIVAL)
    seats = len(contest.tables[0])
    jobs = [
        Job(number, 0, 0, contest.variants[0], (player, *[rival] * (seats - 1)), contest.seed, contest.seed)
        for number, player in enumerate(contest.players)
        if isinstance(player.program, tuple)
    ]
    play: Callable[[Job], Report | Void] = partial(play_job, replace(contest.settings, keep_trace=False))
    found: dict[str, str] = {}
    paces: dict[str, float] = {}
    with closing(contest.run(play, jobs)) as reports:
        for report in reports:
            if isinstance(report, Report) and report.played.culprit == 0 and not _late(contest, report):
                errors = report.errors[0] if report.errors else ""
                found[report.played.seats[0]] = with_last_lines(report.played.reason or "", errors)
            elif isinstance(report, Report):
                paces[report.played.seats[0]] = sum(report.played.seconds[0])
    return Trial(found, paces)


def _late(contest: Contest, report: Report) -> bool:
    seconds = report.played.seconds[0]
    return bool(seconds) and seconds[-1] >= contest.settings.asked.timeout
