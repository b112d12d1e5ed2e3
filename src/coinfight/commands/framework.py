"""`coinfight framework DIR`: the public framework, as it was built in DIR, plays with our program among its own.

The published framework drops the change that a program takes: its reader of a pool (`bool Serialise(FILE*, Change*)` in
cppFIGHT.cpp) must assign what it read to its argument before it returns true. README.txt says how to build it.
"""

import argparse
import re
import subprocess
import time
from pathlib import Path

from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped_lines

HELP = "run a build of the public framework with our program"
DESCRIPTION = """Run the public framework that was built in DIR with our program among its players; print its tables,
and what each table credits us with, in order."""
EXAMPLES = (
    "{game} framework DIR",
    "{game} framework DIR --kind r --games 3",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare DIR and the framework's switches that matter."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the framework's fight_all (or fight) is")
    parser.add_argument("--program", default="player/coinfight", help="our program, without spaces (%(default)s)")
    parser.add_argument(
        "--kind", choices=("e", "r", "re"), default="e", help="elimination or round robin (%(default)s)"
    )
    parser.add_argument("--seconds", type=int, default=30, help="a player's seconds a game, -s (%(default)s)")
    parser.add_argument("--games", type=int, default=3, help="games of a pairing of the round robin, -g (%(default)s)")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave a player out, -x")
    parser.add_argument("--runs", type=int, default=1, help="tournaments, one after the other (%(default)s)")
    parser.add_argument("--verbose", action="store_true", help="show every state and move, -v")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Return 1 if our program was ever at fault, 2 if there is no build in the folder."""
    build = next((path for name in ("fight_all", "fight") if (path := arguments.folder / name).exists()), None)
    if build is None:
        return complain(
            game, "framework", f"expected fight_all or fight in {arguments.folder}: build the framework first"
        )
    program = Path(arguments.program).resolve()
    if not program.exists():
        return complain(game, "framework", f"expected a program at {program}: ./build.sh makes it")
    command = [
        str(build.resolve()), f"-t{arguments.kind}", f"-s{arguments.seconds}", f"-g{arguments.games}",
        f"-n{program}", game.name, "Ours",
    ]  # fmt: skip
    command += [f"-x{name}" for name in arguments.without] + ["-v"] * arguments.verbose
    faults = 0
    for number in range(arguments.runs):
        started = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        at_fault = [line for line in done.stderr.splitlines() if line.startswith("Eliminated: ")]
        ours = sum(line.startswith(f"Eliminated: {game.name} ") for line in at_fault)
        faults += ours
        print(f"run {number + 1}: {time.monotonic() - started:.0f} s, status {done.returncode}")
        print(*escaped_lines(done.stdout.strip()), sep="\n")
        scores = re.findall(rf"^ *(\d+) - {re.escape(game.name)} by ", done.stdout, re.MULTILINE)
        for table, score in enumerate(scores, 1):
            print(f"ours in table {table}: {score}")
        print(f"faults: {ours} of ours, {len(at_fault) - ours} of the framework's players", flush=True)
        if arguments.verbose:
            print(*escaped_lines(done.stderr), sep="\n")
    return Status.NO if faults else Status.FINE
