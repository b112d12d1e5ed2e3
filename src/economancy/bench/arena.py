"""The speed of tournaments among built-ins, and the overhead per move of an executable."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from economancy.game import GAME
from gamekit.game import AnyGame, ChildSettings
from gamekit.seeds import derive_seed
from gamekit.tournament.arena import GameSettings, Job, Player, play_job
from gamekit.tournament.pools import ProcessPool
from gamekit.tournament.runner import run_jobs
from gamekit.tournament.schedule import blocks_for, schedule
from gamekit.wire.json_stream import loads

HELP = "games a minute between built-ins, and the harness's overhead per move"

GAMES_BAR = 10_000
"""Bar: the least games between attack and decent that one core plays in a minute."""

MOVE_BAR = 0.003
"""Bar: the most seconds that the harness adds to a move of an executable."""

DECENT = (sys.executable, "-P", "-c", "from economancy.player import main; main('decent')")
"""A built-in as an executable."""

_SETTINGS = GameSettings(GAME, ChildSettings(GAME.wires[0], GAME.answer_seconds))


@dataclass(frozen=True, slots=True)
class Harness:
    """Mean seconds of a move: the executable's own time, and the overhead of the harness; `moves` were measured."""

    moves: int
    own: float
    added: float


def builtin_speed(games: int = 5000) -> float:
    """Return how many games between attack and decent a tournament plays a minute with one worker."""
    jobs = _jobs((Player("attack", "attack"), Player("decent", "decent")), games)
    reports = run_jobs(partial(play_job, _SETTINGS), jobs, partial(ProcessPool, 1), workers=1)
    next(reports)  # the worker has started
    started = time.perf_counter()
    played = sum(1 for _ in reports)
    return 60 * played / (time.perf_counter() - started)


def harness(games: int = 10) -> Harness:
    """Return the overhead per move of games between two executables.

    Their own time is what they log, from a complete message to the written answer, and the whole time of the first
    answer, which includes the start. All other time is overhead: pipes, JSON on both sides, the rules, the trace, and
    the end of the children.
    """
    own = added = 0.0
    moves = 0
    players = (Player("one", DECENT), Player("other", DECENT))
    for job in _jobs(players, games):
        with _logged() as log:
            started = time.perf_counter()
            played = play_job(replace(_SETTINGS, keep_trace=True), job).played
            wall = time.perf_counter() - started
            computed = _own_seconds(log)
        rest = played.moves - len(players)
        own += computed
        added += wall - sum(seconds[0] for seconds in played.seconds) - computed
        moves += rest
    return Harness(moves, own / moves, added / moves)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare no arguments."""


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print both figures; return whether both bars are met."""
    speed = builtin_speed()
    print(f"built-ins: {speed:,.0f} games a minute between attack and decent with one worker (bar: {GAMES_BAR:,})")
    cost = harness()
    print(
        f"harness: adds {1e3 * cost.added:.2f} ms a move to an executable's own {1e3 * cost.own:.2f} ms, "
        f"mean of {cost.moves} moves (bar: {1e3 * MOVE_BAR:g} ms)"
    )
    return speed >= GAMES_BAR and cost.added < MOVE_BAR


def _jobs(players: tuple[Player, ...], games: int) -> Iterator[Job]:
    for slot in schedule([tuple(range(len(players)))], blocks_for(games, len(players))):
        seats = tuple(players[player] for player in slot.seats)
        seed = derive_seed(0, slot.number)
        yield Job(slot.number, slot.table, slot.block, "simple", seats, seed, seed)


@contextmanager
def _logged() -> Iterator[Path]:
    """Set the environment so that players write a log; yield its path."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        os.environ["ECONOMANCY_LOG"] = str(log)
        try:
            yield log
        finally:
            del os.environ["ECONOMANCY_LOG"]


def _own_seconds(log: Path) -> float:
    """Return the seconds that the players logged, without their first answers."""
    records: list[Mapping[str, Any]] = [dict(loads(line)) for line in log.read_bytes().splitlines()]  # type: ignore[call-overload]
    seen: set[object] = set()
    total = 0.0
    for record in records:
        seat = record["state"]["player"]
        total += record["seconds"] if seat in seen else 0.0
        seen.add(seat)
    return total
