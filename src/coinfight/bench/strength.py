"""`coinfight bench strength`: games won by a player against tables of opponents, a cell a line, resumable.

A table is `mix` (the other seats drawn each game, without repeats, from the framework's seven rule players) or the
name of a built-in that sits in all other seats. Our seat goes round, or is the one that --seat names.
"""

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from coinfight.game import GAME
from coinfight.policy import OURS, RULE_PLAYERS
from coinfight.rules import new_game
from gamekit.bench.game_file import GameFile
from gamekit.bench.games import play_while
from gamekit.game import AnyGame
from gamekit.seats import BuiltinSeat
from gamekit.tournament.rows import COUNT, TIME, TRUTH, check_items
from gamekit.tournament.standings.statistics import mean_interval

MIX = tuple(name for name in RULE_PLAYERS if name != "random")

RIVAL_SECONDS = 1.0
"""What the others may think about a turn (guessed)."""

HELP = "games won by a player against tables of opponents"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the cells and how they are played."""
    parser.add_argument("tables", nargs="+", metavar="SEATS=TABLE", help="such as 3=mix or 4=mcts:1000 or 2=greedy")
    parser.add_argument("--player", default=OURS, help="the built-in that is measured (%(default)s)")
    parser.add_argument("--games", type=int, default=400, help="games a cell (%(default)s)")
    parser.add_argument("--seat", type=int, help="always this seat (default: all in turns)")
    parser.add_argument("--seed", type=int, default=1, help="what all chance comes from (%(default)s)")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no game after so many minutes")
    parser.add_argument("--out", type=Path, help="a file of one line a game, to go on with")


def opponents(table: str, seats: int, rng: Random) -> list[str]:
    """Return the names of the other seats. Raises ValueError for no built-in."""
    if table == "mix":
        return rng.sample(MIX, seats - 1)
    GAME.policy(table)
    return [table] * (seats - 1)


def play(names: Sequence[str], seat: int, rng: Random) -> dict[str, Any]:
    """Play a game among built-ins; return who won, and the turns and the wall seconds of the seat that is measured."""
    limits = [GAME.move_seconds if other == seat else RIVAL_SECONDS for other in range(len(names))]
    seats = [
        BuiltinSeat(GAME, GAME.policy(name), rng, limit, raising=True)
        for name, limit in zip(names, limits, strict=True)
    ]
    # Who wins among the others is not asked.
    table = play_while(GAME, new_game(len(names)), seats, lambda table: any(table.state.hands[seat]))
    spent = table.seconds[seat]
    return {
        "won": any(table.state.hands[seat]),
        "turns": len(spent),
        "seconds": round(sum(spent), 4),
        "slowest": round(max(spent, default=0.0), 4),
    }


def check_row(row: Mapping[str, Any]) -> None:
    """Raise ValueError, one line, unless a row is of a game that was played."""
    check_items(row, {"won": TRUTH, "turns": COUNT, "seconds": TIME, "slowest": TIME})


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print a line a cell: games won with the 95 % interval, turns and seconds. Raises RecordError and OSError."""
    os.environ["COINFIGHT_STRICT"] = "1"
    until = time.monotonic() + 60 * arguments.minutes
    print(f"{'table':24}{'games':>6}{'won %':>8} {'(95 %)':16}{'own turns':>10}{'ms a turn':>11}{'slowest ms':>12}")
    with GameFile(arguments.out, "strength", check_row) as games:
        for cell in arguments.tables:
            rows = []
            for number in range(arguments.games):
                key = f"{arguments.player} {cell} {arguments.seat} {arguments.seed} {number}"
                if key not in games and time.monotonic() > until:
                    break
                rows.append(games.game(key, partial(_game, arguments, cell, number, key)))
            if rows:
                print(_line(cell, rows), flush=True)
    return True


def _game(arguments: argparse.Namespace, cell: str, number: int, key: str) -> dict[str, Any]:
    """Play the game of this number at a table; all its chance comes from the key."""
    seats, _, table = cell.partition("=")
    rng = Random(key)
    seat = number % int(seats) if arguments.seat is None else arguments.seat
    names = opponents(table, int(seats), rng)
    names.insert(seat, arguments.player)
    return {"seats": names, **play(names, seat, rng)}


def _line(cell: str, rows: Sequence[Mapping[str, Any]]) -> str:
    games = len(rows)
    won = mean_interval([float(row["won"]) for row in rows])
    turns = sum(row["turns"] for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    return (
        f"{cell:24}{games:6}{100 * won.mean:8.1f} {f'({100 * won.low:.1f} to {100 * won.high:.1f})':16}"
        f"{turns / games:10.1f}{1000 * seconds / max(1, turns):11.2f}"
        f"{1000 * max(row['slowest'] for row in rows):12.1f}"
    )
