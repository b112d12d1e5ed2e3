"""How long a tournament takes, before it is played: by a game of each player."""

from collections.abc import Iterable, Mapping
from statistics import fmean

from gamekit.commands.contest.games import Contest
from gamekit.tournament.arena import GameResult, Job

Paces = Mapping[str, float]
"""The seconds that a player's answers take in a game, by its name."""


def paces_of(games: Iterable[GameResult]) -> dict[str, float]:
    """Return the paces of all who played in these games."""
    found: dict[str, list[float]] = {}
    for played in games:
        for name, seconds in zip(played.seats, played.seconds, strict=True):
            found.setdefault(name, []).append(sum(seconds))
    return {name: fmean(sums) for name, sums in found.items()}


def first_games(jobs: Iterable[Job], names: Iterable[str]) -> list[Job]:
    """Return few games in which each of these players has a seat, as far as there are such games."""
    jobs, missing, found = [*jobs], set(names), []
    for least in range(max((len(job.players) for job in jobs), default=0), 0, -1):
        for job in jobs:
            new = missing & {player.name for player in job.players}
            if len(new) >= least:
                missing -= new
                found.append(job)
    return found


def estimate(contest: Contest, games: int, paces: Paces) -> float:
    """Return about how many seconds so many games take; whose pace is not known is taken to need no time."""
    a_player = [paces.get(player.name, 0.0) for player in contest.players]
    a_game = fmean(sum(a_player[seat] for seat in table) for table in contest.tables)
    return games * a_game / contest.workers
