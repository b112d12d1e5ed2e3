"""The command `pairs`: our client of a side against rivals, many games each, at a table of our own in node."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from gamekit.bench.game_file import GameFile
from gamekit.commands.common.main import complain, words_of
from gamekit.game import AnyGame
from gamekit.tournament.rows import COUNT, NUMBER, TIME, Item, check_items, is_list
from gamekit.tournament.standings.statistics import unbounded_interval
from thud.protocol.node import Job, NodeError, match_players
from thud.rivals import weights
from thud.rivals.seats import NAMES, ours, seat

HELP = "our dwarfs or trolls against rivals, many games each"
DESCRIPTION = f"""Plays our client of SIDE against each RIVAL ({", ".join(NAMES)}, FILE.js) and prints for each the mean
score, its 95 % interval, and the CPU time of our turns. Rivals of ours choose among equal moves by the game's seed. A
FILE always plays the same: there our client adds up to 3 hundredths of a dwarf to what it thinks of each position, but
for the first game. thud does so on both sides. A FILE runs as our own code does, beside what counts: strangers' classes
play in `tournament`, each in a process and a sandbox of its own."""
EXAMPLES = (
    "{game} pairs dwarf alphabeta:2 huddle",
    "{game} pairs troll --games 20 my-dwarf.js",
)

OTHER = {"dwarf": "troll", "troll": "dwarf"}


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("side", choices=("dwarf", "troll"), help="the side of ours")
    parser.add_argument("rivals", nargs="+", metavar="RIVAL", help="who plays the other side")
    parser.add_argument("--games", type=int, default=8, metavar="N", help="games against each (8)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first game's seed (1)")
    parser.add_argument("--turns", type=int, default=500, metavar="N", help="end games after N moves (500)")
    parser.add_argument("--nodes", type=int, metavar="N", help="our nodes a turn, instead of those in the weights")
    parser.add_argument("--weights", metavar="FILE", help="ours, instead of src/thud/weights/SIDE.json")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="games at once (1)")
    parser.add_argument("--file", type=Path, metavar="FILE", help="append results, and play only games that it lacks")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play, and print a line for each rival; return the exit status."""
    try:
        with GameFile(arguments.file, "pairs", check_row) as games, match_players(arguments.processes) as players:
            print(f"our {arguments.side} against", *_HEADINGS, sep="  ")
            for rival in arguments.rivals:
                jobs = list(_jobs(arguments, rival))
                for result in players.play([job for job in jobs if _key(job) not in games]):
                    games.add(_key(result), result)
                print(line(Path(rival).stem, arguments.side, [games[_key(job)] for job in jobs]), flush=True)
    except (NodeError, OSError, ValueError) as error:
        return complain(game, "pairs", words_of(error))
    return 0


def check_row(row: Mapping[str, Any]) -> None:
    """Raise ValueError, one line, unless a row is of a game that was played."""
    times = Item("a time for each side", lambda value: is_list(value, TIME.fits, 2))
    check_items(row, {"score": NUMBER, "length": COUNT, "mean": times, "max": times})


_HEADINGS = ("mean score (95 %)", "games", "moves a game", "ms a turn, worst")


def line(name: str, side: str, results: Sequence[Mapping[str, Any]]) -> str:
    """Return what a rival's games came to: scores from our side, times of ours."""
    sign, seat_number = (1, 0) if side == "dwarf" else (-1, 1)
    scores = [sign * result["score"] for result in results]
    score = unbounded_interval(scores)
    turns = mean(result["mean"][seat_number] for result in results)
    worst = max(result["max"][seat_number] for result in results)
    length = mean(result["length"] for result in results)
    return (
        f"{name:>16} {score.mean:+6.1f} ({score.low:+.1f} to {score.high:+.1f})"
        f" {len(scores):3} {length:5.0f} {1000 * turns:5.0f} {1000 * worst:5.0f}  {sorted(scores)}"
    )


def _jobs(arguments: argparse.Namespace, rival: str) -> Iterator[Job]:
    side = arguments.side
    options = weights.read(Path(arguments.weights), side) if arguments.weights else weights.load(side)
    for number in range(arguments.games):
        seed = arguments.seed + number
        changing = rival == "thud" or (rival.endswith(".js") and number > 0)
        me = ours(options, seed if changing else 0, arguments.nodes)
        other = seat(rival, OTHER[side], seed + 1_000_000)
        yield {side: me, OTHER[side]: other, "turns": arguments.turns, "seed": seed, "side": side, "rival": rival}


def _key(job: Job) -> str:
    """Return what a game depends on."""
    return json.dumps([*(job[name] for name in ("side", "rival", "seed", "turns")), job[job["side"]]], sort_keys=True)
