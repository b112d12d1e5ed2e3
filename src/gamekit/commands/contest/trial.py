"""Players that are tried before a tournament: who cannot play a game against built-ins is left out of it."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from gamekit.commands.contest.games import Contest
from gamekit.probes.text import with_last_lines
from gamekit.tournament.arena import Job, Player, Report, Void, play_job
from gamekit.tournament.runner import run_jobs

RIVAL = "random"


@dataclass(frozen=True, slots=True)
class Trial:
    """Why players cannot play, by their names, and how many seconds the answers of all others took, a game of each."""

    reasons: Mapping[str, str]
    seconds: float

    def estimate(self, contest: Contest, games: int) -> float:
        """Return about how many seconds so many games of a contest take; built-ins are taken to need no time."""
        a_seat = self.seconds / len(contest.players)
        return games * len(contest.tables[0]) * a_seat / contest.workers


def try_players(contest: Contest) -> Trial:
    """Let each program have a game, several at a time. To be late is no fault here. Raises FailedJob and LostJob."""
    rival = Player("rival", RIVAL)
    seats = len(contest.tables[0])
    jobs = [
        Job(number, 0, 0, contest.variants[0], (player, *[rival] * (seats - 1)), contest.seed, contest.seed)
        for number, player in enumerate(contest.players)
        if isinstance(player.program, tuple)
    ]
    play = partial(play_job, replace(contest.settings, keep_trace=False))
    found: dict[str, str] = {}
    seconds = 0.0
    with closing(run_jobs(play, jobs, contest.open_executor, workers=contest.workers, lost=Void)) as reports:
        for report in reports:
            if isinstance(report, Report) and report.played.culprit == 0 and not _late(contest, report):
                errors = report.errors[0] if report.errors else ""
                found[report.played.seats[0]] = with_last_lines(report.played.reason or "", errors)
            elif isinstance(report, Report):
                seconds += sum(report.played.seconds[0])
    return Trial(found, seconds)


def _late(contest: Contest, report: Report) -> bool:
    seconds = report.played.seconds[0]
    return bool(seconds) and seconds[-1] >= contest.settings.asked.timeout
