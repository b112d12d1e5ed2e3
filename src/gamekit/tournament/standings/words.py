"""Figures of a tournament in the form that people read, on a terminal and on a page."""

from collections.abc import Iterable
from dataclasses import dataclass

from gamekit.text import escaped
from gamekit.tournament.arena import GameResult


@dataclass(frozen=True, slots=True)
class FaultKind:
    """Games of the same `GameResult.culprit` and `reason`: the player, why, how many, and the first of them."""

    player: str
    reason: str
    times: int
    first: GameResult


def fault_kinds(faults: Iterable[GameResult]) -> list[FaultKind]:
    """Return the kinds of faults of games that have some, the most frequent first; the reasons are escaped."""
    kinds: dict[tuple[str, str], list[GameResult]] = {}
    for played in faults:
        if played.culprit is not None:
            kinds.setdefault((played.seats[played.culprit], escaped(played.reason or "")), []).append(played)
    found = [
        FaultKind(player, reason, len(games), min(games, key=lambda played: played.game))
        for (player, reason), games in kinds.items()
    ]
    return sorted(found, key=lambda kind: (-kind.times, kind.first.game))


def duration(seconds: float | None) -> str:
    """Return seconds in a readable unit."""
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1e3 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def returns_text(mean: float | None) -> str:
    """Return a mean of returns with its sign; of a large one its order of magnitude."""
    if mean is None:
        return "-"
    return f"{mean:+.1f}" if abs(mean) < 1e6 else f"{mean:+.1e}"
