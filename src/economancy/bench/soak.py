"""`economancy bench soak`: many games of all kinds, and the processes and files that they leave behind."""

import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from economancy.policy import BUILTINS
from gamekit.commands.status import Status
from gamekit.wire.json_stream import loads

SEATS = (2, 3, 4)

_SETTLE = 2.0  # seconds for processes that are ending (guessed)
_TOURNAMENT = (sys.executable, "-c", "from economancy.commands.cli import main; exit(main())", "tournament")


@dataclass(frozen=True, slots=True)
class Remains:
    """What a run left behind: processes, by command line, and paths in its temporary folder."""

    processes: list[str]
    files: list[str]


def soak(executable: str, games: int, seed: int) -> int:
    """Play at least `games` games among the built-ins and an executable, at tables of 2, 3 and 4, in both shops.

    Prints a line for each number of seats. Returns 1 if a player forfeited or a process or temporary file was left,
    2 if a tournament could not be played, else 0.
    """
    played = troubles = 0
    print("seats   games  forfeits  seconds  slowest answer  processes left  files left")
    for number, seats in enumerate(SEATS):
        with tempfile.TemporaryDirectory(prefix="economancy-soak-") as temp:
            wanted = -(-(games - played) // (len(SEATS) - number))
            document = _tournament(executable, seats, wanted, seed, temp)
            if document is None:
                return Status.USAGE
            remains = _remains(executable, temp)
        forfeits = [*document["forfeits"]]
        slowest = max(player[part]["slowest"] for player in document["players"] for part in ("first", "rest"))
        left = len(remains.processes), len(remains.files)
        print(
            f"{seats:5}{document['games']:8}{len(forfeits):10}{document['seconds']:9.0f}{slowest:14.3f} s"
            f"{left[0]:16}{left[1]:12}",
            flush=True,
        )
        for trouble in (*forfeits, *remains.processes, *remains.files):
            print(f"      {trouble}")
            troubles += 1
        played += document["games"]
    print(f"{played} games, {troubles} faults or leftovers; seed {seed}")
    return Status.NO if troubles else Status.FINE


def _tournament(executable: str, seats: int, games: int, seed: int, temp: str) -> Any:
    """Return the document of a tournament of at least `games` games in all, or None if it failed."""
    players = [*sorted(BUILTINS), executable]
    each = max(1, -(-games // math.comb(len(players), seats)))
    arguments = ["--both", "--seats", str(seats), "--games", str(each), "--seed", str(seed), "--json", *players]
    environment = {**os.environ, "TMPDIR": temp}
    result = subprocess.run([*_TOURNAMENT, *arguments], stdout=subprocess.PIPE, env=environment, check=False)
    return loads(result.stdout) if result.returncode == 0 else None


def _remains(executable: str, temp: str) -> Remains:
    import psutil  # noqa: PLC0415 - slow to import

    time.sleep(_SETTLE)
    path = str(Path(executable).resolve())
    processes = [
        " ".join(process.info["cmdline"] or ())
        for process in psutil.process_iter(["cmdline", "exe"])
        if process.info["exe"] == path
    ]
    return Remains(processes, sorted(str(file) for file in Path(temp).rglob("*")))
